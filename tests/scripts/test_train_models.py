"""What the training of models is judged by, and that the committed runs pass."""

from pathlib import Path

import pytest
import train_models

from sgemm.bench.parquet import read_lines

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "results").glob("*/models.parquet"))


def lines(**changes):
    """Return the lines of a model: distances of losses and weights, and products."""
    of = {
        train_models.EXACT: (0.0, 0.0),
        train_models.PYTORCH: (1e-6, 2e-4),
        train_models.HALVES: (2e-6, 1e-4),
        train_models.SGEMM: changes.get("sgemm", (3e-6, 3e-4)),
        train_models.TF32: changes.get("tf32", (1e-3, 1e-1)),
    }
    products = changes.get("products", {"mm": {"sgemm": 3, "one row or column": 1}})
    return [
        {
            "model": "a model",
            "run": run,
            "losses": [2.0, 1.0],
            "step_s": [0.5, 0.001, 0.002, 0.003],
            "losses_distance": losses,
            "weights_distance": weights,
            "products": products if run == train_models.SGEMM else {},
        }
        for run, (losses, weights) in of.items()
    ]


def test_noise_is_no_fault():
    assert train_models.faults(lines()) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sgemm": (1e-5, 3e-4)}, "losses_distance: 1e-05 is beyond the noise, 6e-06"),
        ({"sgemm": (float("nan"), 3e-4)}, "losses_distance: nan"),
        ({"sgemm": (3e-6, 1e-3)}, "weights_distance: 0.001 is beyond the noise, 0.0006"),
        ({"tf32": (3e-6, 3e-4)}, "this model shows nothing"),
        ({"products": {"mm": {"not float32": 1}}}, "sgemm computed no product"),
        ({"products": {"mm": {"sgemm": 1, "MachineError": 1}}}, "a product met MachineError"),
    ],
)
def test_faults_are_named(changes, words):
    (found,) = train_models.faults(lines(**changes))
    assert words in found


def test_the_distance_of_losses_is_relative():
    assert train_models.distance_of_losses([1.0, 2.2], [1.0, 2.0]) == pytest.approx(0.1 / 2**0.5)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_committed_models_have_no_faults(file):
    trained = [line for line in read_lines(file) if "run" in line]
    for name in dict.fromkeys(line["model"] for line in trained):
        assert train_models.faults([line for line in trained if line["model"] == name]) == []


def test_three_models_were_trained():
    names = {line["model"].split(",")[0] for f in FILES for line in read_lines(f) if "run" in line}
    assert names == {"GPT-2", "ViT-B/16", "SchNet"}
