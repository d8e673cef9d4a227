"""The probe of tensor cores: it finds out a GPU that computes otherwise than the model says."""

import ctypes
import dataclasses
import json
import sys

import numpy as np
import probe_tensor_cores
import pytest
from tensor_cores import comparing, inputs
from tensor_cores.instructions import INSTRUCTIONS, Gpu, Simulated

import fake_libcuda
from sgemm.errors import MachineError
from sgemm.executor import tensor_core
from sgemm.executor.tensor_core import BF16, FP16, TF32
from sgemm.machines import cuda, cuda_context, cuda_driver, cuda_objects, probe
from sgemm.toolchain import sass

OF_MMA = {each.form: each for each in reversed(INSTRUCTIONS) if each.family == "mma"}
BY_CHAIN = next(each for each in INSTRUCTIONS if each.family == "wgmma" and each.chain > 1)
MNEMONIC = {
    (FP16, 16): "x16.F32",
    (FP16, 8): "x8.F32",
    (BF16, 16): "x16.F32.BF16",
    (BF16, 8): "x8.F32.BF16",
    (TF32, 8): "x8.F32.TF32",
    (TF32, 4): "x4.F32.TF32",
}


class OtherDevice(Simulated):
    """A GPU whose arithmetic is another one."""

    def __init__(self, at, changes):
        super().__init__(at)
        self.changes = changes

    def run(self, a, b, c):
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.changes.items():
                patch.setattr(tensor_core, name, value)
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


@pytest.mark.parametrize("at", INSTRUCTIONS, ids=lambda at: at.name)
def test_kernels_have_the_instruction_that_they_name(at):
    found = [line for line in sass.disassemble(at.build(90)).splitlines() if "MMA" in line]
    assert len(found) == at.chain
    kind = "HGMMA.64x8" if at.family == "wgmma" else "HMMA.168"
    mnemonic = kind + MNEMONIC[at.form, at.depth].removeprefix("" if at.family == "wgmma" else "x")
    assert all(mnemonic in line.split() for line in found)


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


def test_one_instruction_that_fails_does_not_stop_the_others(tmp_path, monkeypatch, capsys):
    chosen = ["--only", "mma_m16n8k8_f16", "--only", "mma_m16n8k4_tf32"]
    arguments = ["probe", "--out", str(tmp_path), "--rounds", "1", "--simulated", *chosen]
    monkeypatch.setattr(sys, "argv", arguments)
    first = next(each for each in INSTRUCTIONS if each.name == "mma_m16n8k8_f16")
    # An instruction with a chain of no length has nothing to run.
    broken = dataclasses.replace(first, chain=0)
    others = tuple(broken if each is first else each for each in INSTRUCTIONS)
    monkeypatch.setattr(probe_tensor_cores, "INSTRUCTIONS", others)
    assert probe_tensor_cores.main() == 0
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    failed = [line for line in lines if line.get("status") == "failed"]
    assert [line["instruction"] for line in failed] == ["mma_m16n8k8_f16"]
    counted = [line["tiles"] for line in lines if line["record"] == "tiles"]
    assert len(counted) == len(inputs.CLASSES)
    assert "19456 of 19456 tiles equal to the model" in capsys.readouterr().out
    with np.load(tmp_path / "sample.npz") as sample:
        assert sample["mma_m16n8k4_tf32/wide/d"].dtype == np.uint32
    assert (tmp_path / "sample.npz").stat().st_size < probe_tensor_cores.MOST_SAMPLE_BYTES


class Library(fake_libcuda.Library):
    """The driver's library, whose launches compute tiles by the model as the kernel's text says."""

    def __init__(self, at, right_if_swapped):
        super().__init__()
        self.at, self.right_if_swapped = at, right_if_swapped

    def do_cuLaunchKernelEx(self, at, function, parameters, extra):  # noqa: N802
        super().do_cuLaunchKernelEx(at, function, parameters, extra)
        addresses = (ctypes.c_void_p * 6).from_address(parameters)
        a, b, c, d = (ctypes.c_uint64.from_address(each).value for each in addresses[:4])
        tiles, swapped = (ctypes.c_int.from_address(each).value for each in addresses[4:])
        m, n, k, word = self.at.m, self.at.n, self.at.k, self.at.form.word

        def matrix(address, *shape, of=np.uint32):
            nbytes = int(np.prod(shape)) * np.dtype(of).itemsize
            return np.frombuffer(self.memory[address], of, nbytes // np.dtype(of).itemsize).reshape(
                shape
            )

        assert len(self.memory[d]) == tiles * m * n * 4
        given = matrix(a, tiles, m, k, of=word), matrix(b, tiles, n, k, of=word).swapaxes(1, 2)
        result = Simulated(self.at).run(*given, matrix(c, tiles, m, n))
        if swapped != self.right_if_swapped:
            result = result[:, ::-1]
        ctypes.memmove(d, np.ascontiguousarray(result).ctypes.data, result.nbytes)


@pytest.fixture
def library_of(monkeypatch):
    def make(at, right_if_swapped):
        made = Library(at, right_if_swapped)
        with monkeypatch.context() as patch:
            patch.setattr(ctypes, "CDLL", lambda name: made)
            driver = cuda_driver.RawDriver()
        for module in (cuda, cuda_context, cuda_objects):
            monkeypatch.setattr(module, "raw_driver", lambda: driver)
        gpu = probe.Gpu(ordinal=0, name="a GPU", architecture=90, memory_bytes=2**37, uuid="GPU-0")
        status = probe.DriverStatus((gpu,), (13, 0), None)
        monkeypatch.setattr(cuda, "driver_status", lambda: status)
        monkeypatch.setitem(fake_libcuda.PARAMETERS, at.name, "PPPPii")
        return made

    return make


@pytest.mark.parametrize("at", INSTRUCTIONS, ids=lambda at: at.name)
def test_tiles_come_back_from_the_gpu(at, library_of):
    library = library_of(at, right_if_swapped=0)
    device = Gpu(at)
    a, b, c = inputs.make(inputs.wide, at.form, (at.m, at.n, at.k), 5, 3)
    np.testing.assert_array_equal(device.run(a, b, c), Simulated(at).run(a, b, c))
    assert [each[0] for each in library.launched] == [at.name] * 2
    assert library.launched[-1][1:3] == ((5, 1, 1), (128, 1, 1))


def test_the_other_reading_of_a_descriptor_is_tried(library_of):
    at = next(each for each in INSTRUCTIONS if each.family == "wgmma")
    library_of(at, right_if_swapped=1)
    assert Gpu(at).description.endswith("swapped: 1")


def test_a_wrong_product_of_whole_numbers_is_an_error(library_of):
    at = INSTRUCTIONS[0]
    library_of(at, right_if_swapped=None)
    with pytest.raises(MachineError, match="mma_m16n8k16_f16: small whole numbers"):
        Gpu(at)
