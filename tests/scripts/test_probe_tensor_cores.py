"""The probe of tensor cores: it finds out a GPU that computes otherwise than the model says."""

import numpy as np
import pytest
from tensor_cores import comparing, inputs, model
from tensor_cores.instructions import INSTRUCTIONS, Simulated
from tensor_cores.model import BF16, FP16, TF32

OF_MMA = {each.form: each for each in reversed(INSTRUCTIONS) if each.family == "mma"}
BY_CHAIN = next(each for each in INSTRUCTIONS if each.family == "wgmma" and each.chain > 1)


class OtherDevice(Simulated):
    """A GPU whose arithmetic is another one."""

    def __init__(self, at, changes):
        super().__init__(at)
        self.changes = changes

    def run(self, a, b, c):
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.changes.items():
                patch.setattr(model, name, value)
            return super().run(a, b, c)


def records(at, monkeypatch, **changes):
    """Probe a simulated GPU; return all records and samples."""
    monkeypatch.setattr(comparing, "TILES_AT_ONCE", {"mma": 32, "wgmma": 8})
    sample = {}
    found = comparing.probe(at, lambda at: OtherDevice(at, changes), 1, 0.0, sample.update)
    return list(found), sample


@pytest.mark.parametrize(
    ("form", "name", "value", "experiment"),
    [
        (FP16, "GROUP_BITS", 128, "groups along k"),
        (TF32, "FRACTION_BITS", 24, "bits kept of a product"),
        (BF16, "FRACTION_BITS", 26, "bits kept of a product"),
        (TF32, "LEAST_EXPONENT", -132, None),
        (BF16, "LEAST_EXPONENT", -134, None),
        (TF32, "NAN", 0x7FC00000, "infinities and NaN"),
    ],
)
def test_another_arithmetic_is_found_out(form, name, value, experiment, monkeypatch):
    lines, sample = records(OF_MMA[form], monkeypatch, **{name: value})
    wrong = {
        line["experiment"]
        for line in lines
        if line["record"] == "experiment" and line["explained"] < line["results"]
    }
    assert experiment in wrong or not (experiment or wrong)
    tiles = [line for line in lines if line["record"] == "tiles"]
    differing = [line for line in tiles if line["equal"] < line["tiles"]]
    assert differing
    shown = differing[0]["differing"][0]
    assert shown["d"] != shown["model"]
    # The case can be computed again from the words that are shown.
    maker = next(each for each in inputs.CLASSES if each.__name__ == differing[0]["inputs"])
    at = OF_MMA[form]
    a, b, c = inputs.make(maker, form, (at.m, at.n, at.k), 32, shown["seed"])
    tile, i, j = shown["place"]
    assert [int(word, 16) for word in shown["a"].split()] == a[tile, i].tolist()
    assert [int(word, 16) for word in shown["b"].split()] == b[tile, :, j].tolist()
    assert int(shown["c"], 16) == c[tile, i, j]
    assert sample["experiments/a"].shape[1] == at.k


def test_the_arithmetic_of_the_model_is_confirmed(monkeypatch):
    lines, sample = records(BY_CHAIN, monkeypatch)
    tiles = [line for line in lines if line["record"] == "tiles"]
    assert [line["inputs"] for line in tiles] == [each.__name__ for each in inputs.CLASSES]
    assert all(line["equal"] == line["tiles"] > 0 for line in tiles)
    for line in lines:
        if line["record"] == "experiment":
            assert line["explained"] == line["results"] > 0
            assert line["same_all_over_the_tile"]
    assert {name.split("/")[0] for name in sample} == {
        "experiments",
        *(each.__name__ for each in inputs.CLASSES),
    }


def test_classes_reach_what_they_are_made_for():
    for form, at in OF_MMA.items():
        for make_class in inputs.CLASSES:
            a, b, c = inputs.make(make_class, form, (at.m, at.n, at.k), 64, 7)
            d = Simulated(at).run(a, b, c)
            values, name = d.view(np.float32), make_class.__name__
            is_finite = np.isfinite(values)
            if name == "specials":
                assert 0.1 < np.isnan(values).mean() < 0.6
                assert {0x7F800000, 0xFF800000} <= set(d.ravel().tolist())
            elif name == "overflowing" and form is not FP16:
                assert 0.2 < is_finite.mean() < 0.8
            else:
                assert is_finite.mean() > 0.9, name
            if name == "zeros":
                assert 0 in d
                assert 0x80000000 not in d
            if name in ("subnormal_results", "least_results"):
                assert ((np.abs(values) < 2.0**-126) & (values != 0)).mean() > 0.02
