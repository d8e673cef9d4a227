"""The fixture of a GPU, on a stand-in for one: the cpu machine with a GPU's interface."""

import functools

import pytest
from stand_in_gpu import CountedTools, FakeCublas, StandIn
from test_bench_nvml import FakeNvml

from sgemm.bench import campaign, nvml, results
from sgemm.bench.campaign import SetRun
from sgemm.bench.contenders import KernelContender
from sgemm.bench.cublas import MathMode
from sgemm.bench.gpu import fixture as gpu_fixture
from sgemm.bench.gpu.fixture import check_double_product, open_gpu_fixture
from sgemm.bench.ladder import ladder_settings, measure_ladder
from sgemm.bench.rounds import Status, measure_problem
from sgemm.bench.sizes import make_problem
from sgemm.bench.stopping import Precision, Settings
from sgemm.bench.testbed import COLD_L2, HOT
from sgemm.errors import MachineError, MissingToolError
from sgemm.kernels.catalogue import find

QUICK = Precision(samples=4, seconds=0.0, relative_error=1e9, rounds=2)


@pytest.fixture
def machine(monkeypatch):
    monkeypatch.setattr(gpu_fixture, "CublasBaseline", FakeCublas)
    fake = FakeNvml()
    monkeypatch.setattr(gpu_fixture, "open_nvml", lambda uuid: nvml.open_nvml(uuid, fake))
    often = functools.partial(nvml.monitoring, period=1e-4)
    monkeypatch.setattr(gpu_fixture, "monitoring", often)
    monkeypatch.setattr(gpu_fixture, "Tools", CountedTools)
    made = StandIn()
    made.nvml = fake
    return made


def measure(fixture, contenders, problem):
    with fixture.open(problem, 0) as (testbed, sampler):
        settings = Settings(QUICK, warm_up_seconds=0.0)
        return measure_problem(testbed, sampler, contenders, settings, fixture.peak).series


@pytest.mark.parametrize("layout", ["nn", "tn"])
def test_libraries_and_rungs(machine, layout):
    names = ["cublas-tf32", "cublas-pedantic", "cublas"]
    names += ["8", "two_kernel_rule"] if layout == "nn" else []
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        contenders = fixture.contenders(names)
        assert contenders[0].name == "cublas fp32"
        assert [one.name for one in contenders if one.is_baseline] == ["cublas fp32"]
        for series in measure(fixture, contenders, make_problem((40, 44, 36), layout, -1.5, 0.5)):
            assert series.status is Status.MEASURED, (series.contender.name, series.reason)
            clocks = [sample.clock_mhz for sample in series.samples]
            assert clocks == pytest.approx([1500.0] * len(clocks), rel=0.01)
    assert set(machine.filled) == {2 * machine.l2_bytes, 3 * 3 * 3 * 8}


def test_tf32_is_no_single_precision(machine):
    with open_gpu_fixture(machine, HOT) as fixture:
        assert fixture.protocol == HOT
        (tf32,) = fixture.contenders(["cublas-tf32"])
        tf32.tolerance = lambda problem: None
        (series,) = measure(fixture, [tf32], make_problem((64, 64, 64)))
    assert series.status is Status.WRONG
    assert "units of 2^-24" in series.reason
    # Samples with a hot cache do not empty it: only the notes of clocks were filled.
    assert set(machine.filled) == {3 * 3 * 3 * 8}


def test_a_file_with_clocks_and_power(machine, tmp_path):
    path = tmp_path / "x.jsonl"
    settings = Settings(QUICK, warm_up_seconds=0.0)
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        contenders = fixture.contenders(["cublas", "cublas-pedantic"])
        problems = SetRun("", (make_problem((16, 16, 16)),), settings)
        plans = campaign.jobs_of(problems, contenders, (), fixture)
        with results.open_to_add(path, fixture.environment()) as file:
            (outcome,) = campaign.run(fixture, plans, settings, file)
    assert all(one.failure is None for one in outcome.measurements)
    found = results.read(path)
    assert (found.environment.cublas, found.environment.clock_regime) == ("13.1.0", "not locked")
    device = found.environment.device
    assert (device.name, device.power_limit_watts) == ("a stand-in", 700.0)
    assert device.peak_tflops == pytest.approx(3 * 128 * 2 * 1.98e-3)
    one = found.measurements[1]
    assert one.kernel == "cublas fp32 pedantic" and one.baseline.name == "cublas fp32"
    assert (found.measurements[0].number, one.number) == (0, None)
    assert one.protocol == "cold L2"
    assert one.verification.reference == "float64 by cuBLAS on the GPU, every element"
    assert set(one.details.power_watts) == {612.5}
    assert one.conditions.clock_mhz == pytest.approx(1500.0, rel=0.01)
    assert one.conditions.throttling == ("power limit", "temperature (software)")
    assert found.traces and set(found.traces[0].clock_mhz) == {1755.0}


def test_clocks_are_locked_only_when_asked_and_while_it_lasts(machine):
    with open_gpu_fixture(machine, COLD_L2):
        assert machine.nvml.locked is None
    with open_gpu_fixture(machine, COLD_L2, lock_mhz=1395) as fixture:
        assert machine.nvml.locked == (1395, 1395)
        assert fixture.environment().clock_regime == "locked at 1395 MHz"
    assert machine.nvml.locked is None
    with pytest.raises(KeyboardInterrupt), open_gpu_fixture(machine, COLD_L2, lock_mhz=1395):
        assert machine.nvml.locked == (1395, 1395)
        raise KeyboardInterrupt
    assert machine.nvml.locked is None
    machine.nvml.permitted = False
    words = r"cannot be locked at 1395 MHz: Insufficient Permissions.*--lock-clocks"
    with (
        pytest.raises(MachineError, match=words),
        open_gpu_fixture(machine, COLD_L2, lock_mhz=1395),
    ):
        pass


def test_without_nvml(machine, monkeypatch):
    def absent(uuid):
        raise MissingToolError("power and clocks need nvidia-ml-py")

    monkeypatch.setattr(gpu_fixture, "open_nvml", absent)
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        assert fixture.recorded is None
        assert fixture.environment().device.power_limit_watts is None
    with (
        pytest.raises(MissingToolError, match="nvidia-ml-py"),
        open_gpu_fixture(machine, COLD_L2, lock_mhz=1395),
    ):
        pass


@pytest.mark.parametrize("input_class", ["uniform_signed", "subnormal"])
def test_without_cublas_inputs_and_reference_come_from_the_host(machine, monkeypatch, input_class):
    def absent(machine, mode):
        raise MissingToolError("cuBLAS cannot be loaded")

    monkeypatch.setattr(gpu_fixture, "CublasBaseline", absent)
    with pytest.raises(MissingToolError, match="cuBLAS"), open_gpu_fixture(machine, COLD_L2):
        pass
    with open_gpu_fixture(machine, COLD_L2, needs_cublas=False) as fixture:
        rung = KernelContender(fixture.kernel_pool, find("ptx_naive"))
        problem = make_problem((9, 8, 7), beta=0.5)
        found = measure_ladder(
            fixture, problem, [rung], ladder_settings(seconds=0.0), input_class=input_class
        )
    assert found.holds and found.baseline is None
    assert "none (cuBLAS cannot be loaded); samples: cold L2" in found.heading
    (line,) = found.measurements
    assert line.verification.reference == "float64 on the CPU"
    assert (line.verification.input_class, line.baseline) == (input_class, None)
    assert set(line.details.power_watts) == {612.5}


@pytest.mark.parametrize(
    "problem",
    [
        make_problem((0, 5, 3)),
        make_problem((5, 6, 7), alpha=float("inf")),
        make_problem((5, 6, 7), beta=1e38),
    ],
    ids=str,
)
def test_what_the_gpu_cannot_judge_is_judged_by_the_host(machine, problem):
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        with fixture.open(problem, 0) as (testbed, _):
            assert testbed.reference_name == "float64 on the CPU"
        (series,) = measure(fixture, fixture.contenders(["ptx_naive"]), problem)
    assert series.status is Status.MEASURED


def test_the_ladder_and_its_baseline(machine):
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        rung = KernelContender(fixture.kernel_pool, find("ptx_naive"))
        settings = ladder_settings(seconds=0.0)
        found = measure_ladder(fixture, make_problem((9, 8, 7)), [rung], settings)
    assert found.holds and found.traces
    assert "cuBLAS 13.1.0, FP32 without TF32" in found.heading
    assert found.measurements[1].baseline.name == found.baseline.name == "cublas fp32"
    assert "on the GPU, every element" in found.measurements[0].verification.reference


def test_a_reference_that_is_wrong_is_refused(machine, monkeypatch):
    check_double_product(machine, FakeCublas(machine, MathMode.DEFAULT))
    for error in (1e-9, float("nan")):
        monkeypatch.setattr(FakeCublas, "error", error)
        with pytest.raises(MachineError, match="cannot be a reference"):
            check_double_product(machine, FakeCublas(machine, MathMode.DEFAULT))


def test_what_is_impossible_at_the_measured_clock_fails(machine):
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        (contender,) = fixture.contenders(["cublas"])
        contender.rates = {90: 1e-12}  # so few that every machine is faster
        (series,) = measure(fixture, [contender], make_problem((256, 256, 256)))
    assert series.status is Status.WRONG
    assert series.reason.startswith("peak check: ")


@pytest.mark.parametrize(
    ("name", "teraflops"), [("naive", 66.9), ("fp16x3", 989.4 / 3), ("bf16x6", 989.4 / 6)]
)
def test_kernels_have_the_peak_of_the_units_that_they_use(machine, name, teraflops):
    """Of an H200: 132 multiprocessors at 1.98 GHz, or, for half precision, 1.83."""
    with open_gpu_fixture(machine, COLD_L2) as fixture:
        contender = KernelContender(fixture.kernel_pool, find(name))
        clock = 1.98e9 if name == "naive" else 1.83e9
        rate = contender.rates[90]
    assert 2 * 132 * rate * clock / 1e12 == pytest.approx(teraflops, rel=5e-3)
