"""The benchmark on a GPU: references, clocks, layouts, and cheats that need one."""

import contextlib
import re

import numpy as np
import pytest

from inputs_of_gpu import uniform_signed
from sgemm.bench import campaign, results
from sgemm.bench.campaign import SetRun
from sgemm.bench.contenders import KernelContender, LibraryContender, Ready
from sgemm.bench.cublas import CublasBaseline, MathMode
from sgemm.bench.gpu import fixture as gpu_fixture
from sgemm.bench.gpu.fixture import check_double_product, open_gpu_fixture
from sgemm.bench.gpu.tools import Tools
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.ladder import ladder_settings, measure_ladder
from sgemm.bench.rounds import Status, measure_problem
from sgemm.bench.sizes import make_problem, stacked
from sgemm.bench.stopping import Precision, ReplaysBySize, Settings
from sgemm.bench.testbed import COLD_L2, HOT
from sgemm.bench.tile_survey import survey_jobs, survey_kernels, survey_settings
from sgemm.errors import MissingToolError
from sgemm.kernels.catalogue import find
from sgemm.machines.cuda import CudaMachine

QUICK = Precision(samples=6, seconds=0.0, relative_error=1e9, rounds=2)
SIZE = 1024


@pytest.fixture(scope="module")
def fixture(gpu):
    with open_gpu_fixture(gpu, COLD_L2) as opened:
        yield opened


@pytest.fixture(scope="module")
def cublas(gpu):
    with CublasBaseline(gpu) as library:
        yield library


def measure(fixture, contenders, problem=None, rule=QUICK, **options):
    with fixture.open(problem or make_problem((SIZE, SIZE, SIZE)), 0) as (testbed, sampler):
        settings = Settings(rule, warm_up_seconds=0.0, **options)
        return measure_problem(testbed, sampler, contenders, settings, fixture.peak).series


def test_double_precision_can_be_a_reference(gpu, cublas):
    check_double_product(gpu, cublas)


def test_inputs_are_those_of_the_host_bit_by_bit(gpu, fixture):
    problem = make_problem((300, 200, 100), "nn", beta=1.0, padding=(4, 8, 12))
    with fixture.open(problem, 7) as (testbed, _):
        a, b, c = testbed.addresses
        tools = Tools(KernelPool(gpu))
        for index, (address, (rows, columns, row)) in enumerate(
            zip((a, b, c), stacked(problem), strict=True)
        ):
            count = (rows - 1) * row + columns
            storage = np.empty(-(-count // 4) * 4, dtype=np.float32)
            with gpu.allocate(storage.nbytes) as memory:
                chunks = storage.nbytes // 16
                tools.over("bench_copy", chunks, memory.address, address, chunks)
                gpu.copy_out(storage, memory)
            found = np.lib.stride_tricks.as_strided(storage, (rows, columns), (4 * row, 4))
            expected = uniform_signed(7, index, rows, columns)
            assert np.array_equal(
                np.ascontiguousarray(found).view(np.uint32), expected.view(np.uint32)
            )


@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
@pytest.mark.parametrize("shape", [(256, 256, 256), (129, 65, 33), (16, 1000, 7)])
@pytest.mark.parametrize("batch", [1, 3])
def test_cublas_in_every_layout(fixture, layout, shape, batch):
    problem = make_problem(shape, layout, -1.5, 0.5, (3, 1, 2), batch)
    names = ["cublas", "cublas-pedantic", "cublas-tf32"]
    for series in measure(fixture, fixture.contenders(names), problem):
        assert series.status is Status.MEASURED, (series.contender.name, series.reason)


def test_rungs_and_plans_are_measured_with_their_clock(gpu, fixture):
    contenders = fixture.contenders(["cublas", "texture_loads", "double_buffer", "two_kernel_rule"])
    found = measure(fixture, contenders)
    for series in found:
        assert series.status is Status.MEASURED, (series.contender.name, series.reason)
        clocks = [sample.clock_mhz for sample in series.samples]
        assert all(100.0 < clock <= 1.03 * gpu.clock_hz / 1e6 for clock in clocks), clocks
        assert not any(sample.late for sample in series.samples)


def test_hot_and_cold(gpu):
    medians = {}
    for protocol in (HOT, COLD_L2):
        with open_gpu_fixture(gpu, protocol) as fixture:
            (series,) = measure(
                fixture, fixture.contenders(["cublas"]), make_problem((512, 512, 512))
            )
            assert series.status is Status.MEASURED, series.reason
            medians[protocol] = sorted(series.seconds)[len(series.seconds) // 2]
    assert all(0.0 < seconds < 1e-3 for seconds in medians.values())


class Cheat(LibraryContender):
    """Made of a function of the testbed, which returns its run."""

    def __init__(self, name, make_run):
        super().__init__(name, lambda problem, a, b, c: None)
        self._make_run = make_run

    @contextlib.contextmanager
    def bind(self, testbed):
        with contextlib.ExitStack() as stack:
            yield Ready(self._make_run(testbed, stack))


def honest(cublas):
    def make(testbed, stack):
        problem, addresses = testbed.problem, testbed.addresses
        return lambda: cublas.multiply(problem, *addresses)

    return make


CAUGHT = {
    "writes its output before the timer": "still hold",
    "leaves stale output": "wrong after that: the error of C",
    "computes in TF32": "units of 2.-24",
    "runs on another stream": "still hold|units of|not finite",
}
"""What cheats do, and how the benchmark calls that; tests/bench has those that need no GPU."""


@pytest.fixture(scope="module")
def cheats(gpu, cublas):
    tools = Tools(KernelPool(gpu))
    with contextlib.ExitStack() as kept:
        tf32 = kept.enter_context(CublasBaseline(gpu, MathMode.TF32))
        # A machine has a stream of its own in the same context.
        elsewhere = kept.enter_context(CublasBaseline(CudaMachine()))

        def before_the_timer(testbed, stack):
            honest(cublas)(testbed, stack)()
            return lambda: None

        def stale(testbed, stack):
            run, c = honest(cublas)(testbed, stack), testbed.addresses[2]
            chunks = testbed.problem.elements[2] * 4 // 16
            memory = stack.enter_context(gpu.allocate(16 * chunks))
            first = []

            def copy(target, source):
                tools.over("bench_copy", chunks, target, source, chunks)

            def cheat():
                if first:
                    copy(c, memory.address)
                else:
                    run()
                    copy(memory.address, c)
                    first.append(1)

            return cheat

        runs = (before_the_timer, stale, honest(tf32), honest(elsewhere))
        yield dict(zip(CAUGHT, runs, strict=True))


@pytest.mark.parametrize(("name", "words"), CAUGHT.items())
def test_every_cheat_is_caught(gpu, fixture, cheats, name, words):
    if name == "computes in TF32" and gpu.architecture < 80:
        pytest.skip("this GPU has no TF32")
    (series,) = measure(fixture, [Cheat(name, cheats[name])])
    gpu.synchronize()
    assert series.status is Status.WRONG, series.status
    assert re.search(words, series.reason), series.reason


def test_the_honest_pass_where_cheats_do_not(fixture, cublas):
    (series,) = measure(fixture, [Cheat("honest", honest(cublas))])
    assert series.status is Status.MEASURED, series.reason


def test_a_file_of_results(gpu, fixture, tmp_path):
    path = tmp_path / "bench.jsonl"
    environment = fixture.environment()
    assert environment.device.name == gpu.gpu.name
    assert environment.device.peak_tflops is None or environment.device.peak_tflops > 1.0
    assert re.fullmatch(r"\d+\.\d+\.\d+", environment.cublas)
    problems = (make_problem((512, 512, 512)),)
    for settings in (
        Settings(QUICK, warm_up_seconds=0.0),
        Settings(ReplaysBySize(time_limit=0.2), warm_up_seconds=0.0),
        Settings(QUICK, sustain_seconds=0.3),
    ):
        with results.open_to_add(path, environment, "add") as file:
            contenders = fixture.contenders(["cublas", "double_buffer"])
            run = SetRun("", problems, settings)
            plans = campaign.jobs_of(run, contenders, file.measured(), fixture)
            (outcome,) = campaign.run(fixture, plans, settings, file)
        assert not outcome.refused, outcome
        assert all(one.failure is None for one in outcome.measurements), outcome
    found = results.read(path).measurements
    protocols = [one.protocol for one in found]
    assert protocols == [
        *["cold L2"] * 2,
        *["replays-by-size, cold L2"] * 2,
        *["sustained"] * 2,
    ]
    assert all("every element" in one.verification.reference for one in found)


def test_padded_operands_and_textures(fixture):
    problem = make_problem((256, 256, 256), padding=(4, 4, 4))
    (series,) = measure(fixture, fixture.contenders(["texture_loads"]), problem)
    assert series.status is Status.MEASURED, series.reason


@pytest.mark.parametrize("input_class", ["uniform_signed", "subnormal"])
def test_without_cublas_the_host_makes_inputs_and_judges(gpu, monkeypatch, input_class):
    def absent(machine, mode):
        raise MissingToolError("cuBLAS is hidden")

    monkeypatch.setattr(gpu_fixture, "CublasBaseline", absent)
    with open_gpu_fixture(gpu, COLD_L2, needs_cublas=False) as fixture:
        rung = KernelContender(fixture.kernel_pool, find("double_buffer"))
        problem, settings = make_problem((300, 200, 100), beta=0.5), ladder_settings(seconds=0.01)
        found = measure_ladder(fixture, problem, [rung], settings, input_class=input_class)
    assert found.holds and found.baseline is None, found.rungs[0].reason
    (line,) = found.measurements
    assert line.verification.reference == "float64 on the CPU"
    assert not line.warnings


def test_a_survey(fixture, tmp_path):
    kernels = survey_kernels([find("any_layout")])
    settings = survey_settings(rounds=3)
    problems = [make_problem((128, 128, 128), layout) for layout in ("nn", "tt")]
    jobs = survey_jobs(fixture, problems, kernels, (), settings)
    with results.open_to_add(tmp_path / "survey.jsonl", fixture.environment()) as file:
        outcomes = list(campaign.run(fixture, jobs, settings, file))
    assert len(outcomes) == 2
    for outcome in outcomes:
        assert all(one.failure is None for one in outcome.measurements)
        assert outcome.measurements[0].kernel == "cublas fp32"
        assert {one.samples.count for one in outcome.measurements} == {3}
