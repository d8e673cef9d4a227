"""``sgemm tune``: measured once, kept for this GPU, and gone on with after an interruption.

The GPU is one that only tells figures; what it would have measured comes from rates that the
command does not know.
"""

import contextlib
import dataclasses
import fcntl
import json
import math
import time

import pytest

from sgemm.bench import campaign, results, tuning
from sgemm.planning import known, model, plan, tuned
from sgemm.problem import Problem
from tuned_rates import HERE
from tuning_fakes import TRUE, results_file

SMALL = Problem(300, 300, 300)

pytestmark = pytest.mark.usefixtures("gpu")


def test_what_was_measured_is_what_later_processes_plan_with(said, document, gpu):
    before = plan(SMALL, gpu.machine)
    assert before.kernel.name != "any_layout"
    words = said("tune")
    assert "tuned on 20" in words and "round 1 of 2: 10 tasks, 10 of them to do" in words
    assert len(gpu.measured) == 20 and "marked" not in words
    # This process keeps the rates that it found first; a later one looks again.
    assert plan(SMALL, gpu.machine) == before
    known.forget()
    after = plan(SMALL, gpu.machine)
    assert after.kernel.name == "any_layout" and after.rates.startswith("tuned here on 20")
    table = known.rates_for(gpu.machine)
    for kernel in (after.kernel, before.kernel):
        at = SMALL, kernel, kernel.schedule(SMALL, 132), 132
        truth = model.predict(*at, table=TRUE).total
        assert model.predict(*at, table=table).total == pytest.approx(truth, rel=0.25)
    explained = document("explain", 300, 300, 300)
    assert explained["rates"] == after.rates
    assert explained["chosen"]["kernel"] == "any_layout"
    text = said("explain", 300, 300, 300)
    assert f"rates: {after.rates}" in text


def test_an_interrupted_tuning_goes_on_and_ends_with_the_same_rates(call, said, document, gpu):
    whole = document("tune")["tuned"]["rates"]
    call("tune", "--forget")
    first, gpu.measured, gpu.stop_after = gpu.measured, [], 4
    result = call("tune", status=130)
    assert "sgemm tune goes on from there" in result.stdout
    assert list(tuned.files()) == [] and len(gpu.measured) == 4
    words = said("tune", "--show")
    assert "measurements are kept, of 4 problems: sgemm tune goes on with them" in words
    with results_file().open("a") as file:
        file.write('{"cut off')
    assert document("tune", "--show")["measured"] == 4
    gpu.stop_after = math.inf
    found = document("tune")
    assert gpu.measured == first and found["left"] == 0
    assert found["tuned"]["times"] > 20
    # After the first round the same is known, and the second asks the same.
    assert found["tuned"]["rates"] == whole
    call("tune")
    assert gpu.measured == first, "nothing is measured twice"
    call("tune", "--force")
    assert gpu.measured == first * 2


@contextlib.contextmanager
def no_time(monkeypatch):
    """Leave no time to measure."""
    with monkeypatch.context() as patched:
        patched.setattr("sgemm.cli.tune.FITTING_SECONDS", tuning.SECONDS)
        yield


def test_a_budget_that_is_spent_is_gone_on_with(call, said, document, gpu, monkeypatch):
    gpu.stop_after = 9
    with no_time(monkeypatch):
        found = document("tune", "--budget", 30, status=1)
        assert (found["left"], found["tuned"], gpu.measured) == (20, None, [])
        assert "too little was measured" in said("tune", "--budget", 30, status=1)
    call("tune", status=130)
    monkeypatch.setattr(tuning, "LEAST_PROBLEMS", 5)
    with no_time(monkeypatch):
        found = document("tune", "--budget", 30)
        assert found["left"] == 11 and found["tuned"]["problems"] == 9
        assert "11 problems are left" in said("tune", "--budget", 30)


def test_damaged_rates_are_made_again_without_measuring(call, gpu, document):
    before = document("tune")["tuned"]
    place, count = tuned.place_of(HERE), len(gpu.measured)
    place.write_bytes(place.read_bytes()[:-100])
    result = call("explain", 9, 9, 9)
    assert "those tuned here were damaged" in " ".join(result.stdout.split())
    assert result.stderr.count("\n") == 1 and "sgemm tune makes them again" in result.stderr
    after = document("tune")["tuned"]
    assert after == before and len(gpu.measured) == count
    assert not tuned.set_aside(place).exists()


@pytest.mark.parametrize(
    ("damage", "again", "words"),
    [
        (lambda text: text[:-30], 0, "damaged lines of what was measured before are left out: 1"),
        (lambda text: text[:40], 20, "cannot be read, and is measured again"),
        (
            lambda text: text.replace('"logical_cores":', '"logical_cores":9', 1),
            20,
            "was measured with other software, and is measured again",
        ),
    ],
)
def test_damaged_measurements_are_left_out(call, said, gpu, damage, again, words):
    call("tune")
    path = results_file()
    path.write_text(damage(path.read_text()))
    gpu.measured.clear()
    assert words in said("tune") and len(gpu.measured) == again
    assert len({str(one.problem) for one in results.read(path).measurements}) == 20


class Monitor:
    """The monitor of a GPU; ``others`` says by the number of looks at it how many others use it."""

    def __init__(self, others, busy=0.0):
        self.others, self.share, self.looked = others, busy, 0

    def other_processes(self):
        self.looked += 1
        return self.others(self.looked)

    def busy(self):
        return self.share


def test_two_at_the_same_time_do_not_mix(call, refused, gpu, monkeypatch):
    call("tune")
    with results_file().open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        result = call("tune", status=2)
        words = refused("tune", "--forget")
    assert "another sgemm tune measures this model of GPU now" in words
    assert result.stderr == words and "name another file" not in words
    assert results_file().exists() and tuned.place_of(HERE).exists()
    # Nor does it forget before it measures, between rounds, after that or while rates are fitted.
    said, fit = [], tuning.Tuning.tuned
    gpu.nvml = Monitor(lambda _: said.append(refused("tune", "--forget")))

    def fitted(*arguments):
        gpu.nvml.other_processes()
        return fit(*arguments)

    monkeypatch.setattr(tuning.Tuning, "tuned", fitted)
    call("tune", "--force")
    assert results_file().exists()
    assert said == [words] * 4


def test_a_gpu_that_throttles_or_is_shared_marks_its_rates(said, gpu, document):
    gpu.throttling, gpu.nvml, gpu.stop_after = "power limit", Monitor(lambda _: 2, 0.4), 15
    assert "the GPU is not ours alone" in said("tune", status=130)
    # Once it was noticed it stays, though nobody is there any more when the rest is measured.
    gpu.throttling, gpu.nvml, gpu.stop_after = "", None, math.inf
    marks = document("tune")["tuned"]["marks"]
    assert marks == [
        "shared: 2 other processes on the GPU, busy for 40% of the time before anything was "
        "measured",
        "shared: 2 other processes on the GPU, busy for 40% of the time after the last measurement",
        "throttled in 75% of the readings: power limit",
    ]
    assert "marked: throttled in 75%" in said("tune", "--show")
    known.forget()
    assert marks[2] in document("explain", 9, 9, 9)["rates"]


@pytest.mark.parametrize("options", [(), ("--force",)])
def test_others_who_come_while_it_measures_mark_the_rates(call, said, gpu, document, options):
    call("tune")
    if not options:
        call("tune", "--forget")
    gpu.nvml = Monitor(lambda looked: 3 * (looked > 1))
    text = said("tune", *options)
    assert "the GPU is not ours alone: 3 other processes on the GPU; the rates" in text
    assert gpu.nvml.looked > 2
    (marks,) = (each["marks"] for each in document("tune", "--show")["tuned"])
    assert marks == ["shared: 3 other processes on the GPU"]
    # Who comes when there is nothing to measure disturbs nothing.
    call("tune", "--forget")
    gpu.nvml = None
    call("tune")
    gpu.nvml = Monitor(lambda looked: 3 * (looked > 1))
    assert document("tune")["tuned"]["marks"] == [] and gpu.nvml.looked == 1


def test_others_who_come_and_go_while_it_measures_mark_the_rates(said, gpu, document):
    gpu.nvml = Monitor(lambda looked: 3 * (looked == 2))
    text = said("tune")
    assert "the GPU was not ours alone: 3 other processes on the GPU; the rates" in text
    (marks,) = (each["marks"] for each in document("tune", "--show")["tuned"])
    assert marks == ["shared: 3 other processes on the GPU"] and gpu.nvml.looked == 3


def test_what_goes_wrong_is_said_with_json_too(call, gpu, monkeypatch):
    gpu.stop_after = 4
    result = call("tune", "--json", status=130)
    words = "interrupted: what was measured or compiled is kept, and sgemm tune goes on from there"
    assert result.stdout == ""
    assert " ".join(result.stderr.split()) == words
    gpu.stop_after, line = math.inf, gpu.line

    def wrong(*arguments):
        return dataclasses.replace(line(*arguments), samples=None, failure="C[0, 0] is 1")

    monkeypatch.setattr(gpu, "line", wrong)
    result = call("tune", "--json", status=1)
    assert json.loads(result.stdout)["tuned"] is None
    assert "FAILED: C[0, 0] is 1" in result.stderr and "round" not in result.stderr


def interrupted(*_):
    raise KeyboardInterrupt


def test_an_interrupt_while_compiling_or_fitting_says_what_is_kept(call, said, gpu, monkeypatch):
    words = "interrupted: what was measured or compiled is kept, and sgemm tune goes on from there"
    for place, name in ((tuning, "prepare_kernels"), (tuning.Tuning, "tuned")):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, interrupted)
            assert words in said("tune", status=130)
    assert len(gpu.measured) == 20
    call("tune")
    assert len(gpu.measured) == 20


def test_compiling_shows_how_far_it_is_and_ends_in_time(call, monkeypatch):
    asked = []

    def prepare(fixture, jobs, until, compiling):
        asked.append(until - time.monotonic())
        with compiling(7) as advance:
            advance("compiled skinny")

    monkeypatch.setattr(tuning, "prepare_kernels", prepare)
    text = call("tune", "--budget", 100).stdout
    assert text.count("compiling or loading 7 kernels") == 2
    assert all(70.0 < seconds <= 80.0 for seconds in asked) and len(asked) == 2


def test_no_round_begins_when_compiling_took_all_the_time(said, gpu, document, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])

    def prepare(*_):
        clock[0] = 290.0

    monkeypatch.setattr(tuning, "prepare_kernels", prepare)
    monkeypatch.setattr(campaign, "run", lambda *_, until, progress: iter(()))
    words = said("tune", status=1)
    assert "round 1 of 2" in words and "round 2 of 2" not in words and "interrupted" not in words
    assert "too little was measured to fit rates to; sgemm tune goes on, 20 left" in words


@pytest.mark.parametrize(
    ("fitting", "measured", "fits"), [(15.0, 20, 4), (40.0, 12, 2), (70.0, 9, 2)]
)
def test_rates_are_fitted_within_the_time(document, gpu, monkeypatch, fitting, measured, fits):
    """In the second case a round does not begin; in the third one ends early."""
    clock, fitted, fit = [0.0], [], tuning.refitted
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr(tuning, "ROUNDS", 4)
    monkeypatch.setattr(tuning, "LEAST_PROBLEMS", 5)

    def refitted_slowly(*arguments):
        clock[0] += fitting
        fitted.append(clock[0])
        return fit(*arguments)

    def run(fixture, jobs, settings, file, *, until, progress):
        for job in jobs:
            if clock[0] >= until:
                return
            clock[0] += 10.0
            yield from gpu.run(fixture, [job], settings, file, until=until)

    monkeypatch.setattr(tuning, "refitted", refitted_slowly)
    monkeypatch.setattr(campaign, "run", run)
    assert document("tune")["left"] == 20 - measured
    assert (len(gpu.measured), len(fitted)) == (measured, fits) and clock[0] <= tuning.SECONDS


def test_what_was_measured_stays_until_something_else_was(call, said, document, gpu, monkeypatch):
    before = document("tune")["tuned"]
    content, rates = results_file().read_bytes(), tuned.place_of(HERE).read_bytes()
    with no_time(monkeypatch):
        words = said("tune", "--force", status=1)
    assert "nothing was measured: what was measured before is kept" in words
    gpu.measured, gpu.stop_after = [], 0
    call("tune", "--force", status=130)
    assert results_file().read_bytes() == content
    assert tuned.place_of(HERE).read_bytes() == rates
    gpu.stop_after = math.inf
    assert document("tune")["tuned"] == before and gpu.measured == []
    gpu.stop_after = 4
    call("tune", "--force", status=130)
    assert len({str(one.problem) for one in results.read(results_file()).measurements}) == 4
    gpu.stop_after = math.inf
    assert document("tune")["tuned"] == before and len(gpu.measured) == 20
