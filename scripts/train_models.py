#!/usr/bin/env python3
"""Train three models that others wrote, with sgemm.torch.enable() and without, side by side.

PYTHONPATH=src python3 scripts/train_models.py --out FILE [--force] [--steps 200]
    [--models gpt,vit,schnet] [--device cuda] [--tiny]
python3 scripts/train_models.py --table FILE

The models: GPT-2 and a vision transformer of transformers, and SchNet of torch_geometric, whose
loss has forces, so that gradients of gradients are computed. Weights are random, data made here.
`--tiny --device cpu` tries the script without a GPU: the library computes by its executor there.

Each model is trained by AdamW five times in one process, step by step in turns, from the same
weights, on the same batches, in FP32 unless its name says otherwise:

- float64: what the others are measured against;
- PyTorch, and PyTorch with each batch in two halves: the same step with sums in another order,
  which is as valid in FP32;
- sgemm: PyTorch's step under enable();
- PyTorch with TF32, on a GPU: a control, which has to be noticed.

Two distances from the float64 run tell how far roundings have led a run astray: of the losses (the
root mean square over all steps of the relative difference), and of the weights at the end (relative
to how far training moved them). Losses are equal within the noise of FP32 if both are at most
MOST_TIMES those of the farther one of the two runs of PyTorch. The control must be farther: else
the run shows nothing.

FILE gets one JSON object a line: the environment, then one for each model and run, with all losses
and seconds of steps. With --table, its table is printed. `sgemm export` makes of such files, of all
models or of one each, results/h200/models.parquet, whose table `make publish`
puts in docs/pytorch.md. Exit status 0 if all is as it should be, 1 if not, and 2 for an error.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import dataclasses
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from in_turns import environment, run, write
from publish.models import table, taken

from sgemm.bench.files import Output
from sgemm.bench.parquet import read_lines

MOST_TIMES = 3.0
"""How far from float64 the library's run may be, in distances of PyTorch's own."""

EXACT, PYTORCH, HALVES, SGEMM, TF32 = (
    *("float64", "PyTorch", "PyTorch, half batches"),
    *("PyTorch with sgemm", "PyTorch with TF32"),
)
BATCHES = 8
"""So many are made, and taken in turns."""

Tensors = tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class Task:
    """A model, and what it is trained on; a batch is tensors whose first axes are samples."""

    name: str
    model: Any
    loss: Callable[[Any, Tensors], Any]
    batches: Sequence[Tensors]
    rate: float = 3e-4
    """AdamW's learning rate, the same in all steps."""


def gpt(is_tiny: bool, device: str) -> Task:
    """Return GPT-2 (124 million parameters), and texts of which each word follows from the last.

    They have few words of the vocabulary, each of them often, and the rate is the default of
    transformers. At 3e-4 from the first step the loss stays at the entropy of single words for a
    hundred steps, and leaves it along a path that roundings choose: then even runs of PyTorch end
    far from one another, as far as TF32.
    """
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    small: dict[str, int] = {"n_layer": 2, "n_embd": 32, "n_head": 2, "vocab_size": 64}
    config = GPT2Config(
        **(small if is_tiny else {}), resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0
    )
    samples, length, words = (2, 16, 16) if is_tiny else (6, 512, 512)
    order = torch.randperm(config.vocab_size, device=device)[:words]
    batches = []
    for _ in range(BATCHES):
        first = torch.randint(words, (samples, 1), device=device)
        batches.append((order[(first + torch.arange(length, device=device)) % words],))
    loss = lambda model, batch: model(batch[0], labels=batch[0], use_cache=False).loss  # noqa: E731
    return Task("GPT-2, transformers", GPT2LMHeadModel(config), loss, batches, rate=5e-5)


def vit(is_tiny: bool, device: str) -> Task:
    """Return ViT-B/16 (86 million parameters), and noisy images of a pattern for each class."""
    import torch
    from transformers import ViTConfig, ViTForImageClassification

    small = {
        **{"num_hidden_layers": 2, "hidden_size": 32, "num_attention_heads": 2},
        **{"intermediate_size": 64, "image_size": 32, "patch_size": 8},
    }
    classes = 10
    config = ViTConfig(
        **(small if is_tiny else {}),
        **{"num_labels": classes, "hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0},
    )
    samples, size = 4 if is_tiny else 32, config.image_size
    patterns = torch.randn(classes, 3, size, size, device=device)
    batches = []
    for _ in range(BATCHES):
        labels = torch.randint(classes, (samples,), device=device)
        noise = torch.randn(samples, 3, size, size, device=device)
        batches.append((patterns[labels] + noise, labels))
    loss = lambda model, batch: model(batch[0], labels=batch[1]).loss  # noqa: E731
    return Task("ViT-B/16, transformers", ViTForImageClassification(config), loss, batches)


def schnet(is_tiny: bool, device: str) -> Task:
    """Return SchNet, and molecules with energies and forces of a pair potential."""
    import torch
    from torch_geometric.nn.models import SchNet

    molecules, atoms = (4, 6) if is_tiny else (64, 32)
    first, second = (~torch.eye(atoms, dtype=torch.bool)).nonzero().T.to(device)

    def graph(places: Any, molecule: Any) -> Tensors:
        """Return all pairs of atoms of a molecule, and their distances."""
        starts = torch.arange(0, len(places), atoms, device=places.device)[:, None]
        edges = torch.stack([(starts + first).flatten(), (starts + second).flatten()])
        return edges, (places[edges[0]] - places[edges[1]]).norm(dim=-1)

    def energies_of(kinds: Any, places: Any) -> Any:
        between = (places[:, first] - places[:, second]).norm(dim=-1)
        weights = kinds[:, first] * kinds[:, second] / 64
        return (weights * torch.exp(-between / 2)).sum(1) / atoms

    batches = []
    for _ in range(BATCHES):
        kinds = torch.randint(1, 9, (molecules, atoms), device=device)
        places = (6 * torch.rand(molecules, atoms, 3, device=device)).requires_grad_()
        energies = energies_of(kinds, places)
        (forces,) = torch.autograd.grad(energies.sum(), places)
        batches.append((kinds, places.detach(), energies.detach(), forces))

    def loss(model: Any, batch: Tensors) -> Any:
        kinds, places, energies, forces = batch
        places = places.detach().requires_grad_()
        molecule = torch.arange(len(kinds), device=kinds.device).repeat_interleave(atoms)
        found = model(kinds.flatten(), places.flatten(0, 1), molecule).squeeze(1) / atoms
        (slopes,) = torch.autograd.grad(found.sum(), places, create_graph=True)
        of_forces = (slopes - forces).square().mean() * atoms
        return (found - energies).square().mean() + of_forces

    sizes = {"hidden_channels": 16, "num_filters": 16, "num_interactions": 2} if is_tiny else {}
    return Task("SchNet, torch_geometric", SchNet(**sizes, interaction_graph=graph), loss, batches)


TASKS = {"gpt": gpt, "vit": vit, "schnet": schnet}


class Run:
    """One training of a model."""

    def __init__(self, name: str, task: Task, model: Any) -> None:
        import torch

        self.name, self.task = name, task
        self.model = copy.deepcopy(model)
        if name == EXACT:
            self.model = self.model.double()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=task.rate)
        self.losses: list[float] = []
        self.seconds: list[float] = []

    def step(self, batch: Tensors, device: str) -> None:
        """Train on a batch, with what the name of the run says around it."""
        import torch

        if self.name == EXACT:
            batch = tuple(each.double() if each.is_floating_point() else each for each in batch)
        parts = [each.chunk(2 if self.name == HALVES else 1) for each in batch]
        wait = torch.cuda.synchronize if device == "cuda" else lambda: None
        with around(self.name, device):
            wait()
            start = time.perf_counter()
            self.optimizer.zero_grad()
            total = 0.0
            for part in zip(*parts, strict=True):
                loss = self.task.loss(self.model, part) / len(parts[0])
                loss.backward()
                total = total + loss.detach()
            self.optimizer.step()
            wait()
            self.seconds.append(time.perf_counter() - start)
        self.losses.append(float(total))

    def weights(self) -> list[Any]:
        """Return all weights in double precision."""
        return [each.detach().double() for each in self.model.parameters()]


@contextlib.contextmanager
def around(name: str, device: str) -> Iterator[None]:
    """Have PyTorch compute as the name of a run says, and nothing of the library left elsewhere."""
    import torch

    import sgemm

    precision = torch.get_float32_matmul_precision()
    if name == SGEMM:
        sgemm.torch.enable(devices=(device,))
    torch.set_float32_matmul_precision("high" if name == TF32 else "highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(precision)
        sgemm.torch.disable()


def trained(make: Callable[[bool, str], Task], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Train one model in all ways, and return a line for each."""
    import torch

    import sgemm

    torch.manual_seed(1)
    task = make(options.tiny, options.device)
    model = task.model.to(options.device).train()
    names = [EXACT, PYTORCH, HALVES, SGEMM] + ([TF32] if options.device == "cuda" else [])
    runs = [Run(name, task, model) for name in names]
    start = [each.detach().double().clone() for each in model.parameters()]
    sgemm.torch.stats(reset=True)
    for number in range(options.steps):
        for turn in range(len(runs)):
            run = runs[(number + turn) % len(runs)]
            run.step(task.batches[number % BATCHES], options.device)
    end = runs[0].weights()
    moved = distance(end, start)
    return [
        {
            "model": task.name,
            "run": run.name,
            "parameters": sum(each.numel() for each in model.parameters()),
            "losses": run.losses,
            "step_s": run.seconds,
            "losses_distance": distance_of_losses(run.losses, runs[0].losses),
            "weights_distance": distance(run.weights(), end) / moved,
            "products": sgemm.torch.stats() if run.name == SGEMM else {},
        }
        for run in runs
    ]


def distance(first: Sequence[Any], second: Sequence[Any]) -> float:
    """Return the Euclidean distance of all weights."""
    pairs = zip(first, second, strict=True)
    return math.sqrt(sum(float((one - other).square().sum()) for one, other in pairs))


def distance_of_losses(losses: Sequence[float], exact: Sequence[float]) -> float:
    """Return the root mean square of the relative differences; NaN where a loss is."""
    pairs = zip(losses, exact, strict=True)
    return math.sqrt(statistics.fmean(((loss - right) / right) ** 2 for loss, right in pairs))


def faults(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Return what is not as it should be in the lines of one model."""
    of = {line["run"]: line for line in lines}
    found = []
    is_noticed = False
    for name in ("losses_distance", "weights_distance"):
        limit = MOST_TIMES * max(of[PYTORCH][name], of[HALVES][name])
        if not of[SGEMM][name] <= limit:  # NaN is not
            found.append(f"{name}: {of[SGEMM][name]:.3g} is beyond the noise, {limit:.3g}")
        is_noticed = is_noticed or (TF32 in of and not of[TF32][name] <= limit)
    if TF32 in of and not is_noticed:
        found.append("TF32 lies within the noise: this model shows nothing")
    if not taken(of[SGEMM])[0]:
        found.append("sgemm computed no product")
    reasons = {reason for calls in of[SGEMM]["products"].values() for reason in calls}
    found += [f"a product met {reason}" for reason in sorted(reasons) if reason.endswith("Error")]
    return [f"{lines[0]['model']}: {words}" for words in found]


def train(options: argparse.Namespace, target: Output) -> int:
    """Train all models that were asked for, write the lines, and judge them."""
    import torch
    import torch_geometric
    import transformers

    versions = {each.__name__: each.__version__ for each in (torch, transformers, torch_geometric)}
    lines, found = [environment(steps=options.steps, **versions)], []
    for name in options.models.split(","):
        of_model = trained(TASKS[name], options)
        found += faults(of_model)
        lines += of_model
    write(lines, target)
    print(table(lines), *(found or ["losses are equal within the noise of FP32"]), sep="\n")
    return 1 if found else 0


def main() -> int:
    """Train, or print a table."""
    parser = argparse.ArgumentParser(description="Train models with the library and without.")
    parser.add_argument("--out")
    parser.add_argument("--force", action="store_true", help="replace measurements")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--models", default=",".join(TASKS))
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--tiny", action="store_true", help="small models, to try the script")
    options = parser.parse_args()
    if options.table is not None:
        print(table(read_lines(options.table)), end="")
        return 0
    names = options.models.split(",")
    if options.out is None or not set(names) <= set(TASKS) or options.steps < 3:
        parser.error(f"--out FILE or --table FILE, models of {', '.join(TASKS)}, 3 steps or more")
    return run(train, options)


if __name__ == "__main__":
    sys.exit(main())
