"""The GPU round's own machinery, as far as it needs no GPU."""

import dataclasses
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from gpu_checks import bits, cases, lanes, sanitizer, workers

from sgemm.kernels.catalogue import LIBRARY, NAMES, find
from sgemm.problem import Problem
from sgemm.toolchain import source

FRAME = "========= "
CLEAN = f"{FRAME}COMPUTE-SANITIZER\n{FRAME}ERROR SUMMARY: 0 errors\n"
STRAY_WRITE = """========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 4 bytes
=========     at out_of_bounds+0x130 in out_of_bounds.cu:5
========= ERROR SUMMARY: 2 errors
"""
NO_RACE = f"{FRAME}RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"
RACE = """========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at shared_race+0x90
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""
WARNED = f"{FRAME}RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)\n"


def python_task(code: str, seconds: float = 60.0, subject: str = "x") -> workers.Task:
    return workers.Task(subject, (sys.executable, "-c", code), seconds, workers.judge_exit(subject))


def run(*tasks: workers.Task, seconds: float = 60.0) -> list[list[workers.Record]]:
    return list(workers.run_tasks(tasks, 2, time.monotonic() + seconds))


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ValueError('no good')", "status 1: ValueError: no good"),
        ("import os; os.abort()", "status -6"),
        ("pass", "checked nothing"),
        ("print('{half a line')", "damaged line"),
    ],
)
def test_what_befalls_a_worker_is_a_failure(code: str, reason: str) -> None:
    (records,) = run(python_task(code))
    assert not records[-1]["passed"] and reason in records[-1]["reason"]


def test_a_worker_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    code = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(mark)!r}, 'w').write(str(child.pid))\n"
        'print(\'{"subject": "x", "passed": true, "reason": "first"}\', flush=True)\n'
        "child.wait()"
    )
    ((first, stopped),) = run(python_task(code, seconds=3.0))
    assert first["passed"], "what it had checked before is kept"
    assert not stopped["passed"] and "stopped after 3 s" in stopped["reason"]
    stat = Path(f"/proc/{mark.read_text()}/stat")
    for _ in range(100):  # its parent is gone, so that init collects it at leisure
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    os.kill(int(mark.read_text()), 9)
    pytest.fail("the worker's child is still running")


def test_nothing_starts_after_the_deadline() -> None:
    ((entry,),) = run(python_task("print(1)"), seconds=-1.0)
    assert not entry["passed"] and "no time was left" in entry["reason"]


GOOD = [workers.record("x", True, "ran", tile=tile) for tile in ("8x8", "8x8", "16x8")]


@pytest.mark.parametrize(
    ("text", "records", "status", "expected", "passed", "reason"),
    [
        (CLEAN, GOOD, 0, "", True, "clean"),
        (NO_RACE, GOOD, 0, "", True, "clean"),
        (RACE, GOOD, 86, "", False, "Race reported"),
        (WARNED, GOOD, 86, "", False, "1 warning"),
        (STRAY_WRITE, GOOD, 86, "", False, "Invalid __global__ write"),
        (CLEAN, [], 0, "", False, "status 0"),
        (CLEAN, GOOD, 1, "", False, "status 1"),
        (CLEAN, [workers.record("x", False, "lost")], 0, "", False, "lost"),
        ("", GOOD, 0, "", False, "no summary"),
        (RACE, GOOD, 86, "the fault", True, "reported the fault 2 times"),
        (NO_RACE, GOOD, 0, "the fault", False, "reported the fault 0 times"),
        ("", GOOD, 0, "the fault", False, "no summary"),
    ],
)
def test_verdict_of_the_sanitizer(text, records, status, expected, passed, reason, tmp_path):
    report = tmp_path / "report"
    report.write_text(text)
    (entry,) = sanitizer._judge("x", "memcheck", report, expected)(records, status, "")
    assert entry["passed"] is passed and reason in entry["reason"]
    if reason == "clean":
        assert (entry["problems"], entry["tiles"]) == (3, 2)


def test_each_tool_has_its_controls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanitizer, "_find_program", lambda: "sanitizer")
    made = sanitizer.tasks(["naive:nn", "stream_k_tma:tt"], tmp_path)
    forms = [task.command[-1].removeprefix("--option=form=") for task in made]
    shipped, followed = "as shipped", "each lane releases"
    found = zip((task.subject for task in made), (t.command[2] for t in made), forms, strict=True)
    assert sorted(found) == [
        ("naive:nn", "memcheck", shipped),
        ("naive:nn", "racecheck", shipped),
        ("out_of_bounds", "memcheck", shipped),
        ("ring_of_copies", "racecheck", shipped),
        ("ring_released_by_one", "racecheck", shipped),
        ("ring_released_early", "racecheck", shipped),
        ("shared_race", "racecheck", shipped),
        ("stream_k_cp_async", "racecheck", "each lane releases, not listed"),
        ("stream_k_tma:tt", "memcheck", shipped),
        ("stream_k_tma:tt", "racecheck", followed),
    ]


RINGS = [name for name in LIBRARY if lanes.has_ring(find(name))]


@pytest.mark.parametrize("name", RINGS)
def test_each_lane_releases_and_all_else_stays(name: str, tmp_path: Path) -> None:
    kernel = find(name)
    changed = lanes.released_by_each_lane(kernel, tmp_path)
    assert dataclasses.replace(changed, source=kernel.source) == kernel
    old, new = source.read(kernel), source.read(changed)
    assert new.text == old.text
    assert {name for name in old.headers if old.headers[name] != new.headers[name]} == {
        "ring.cuh",
        "stream_k_gemm.cuh",
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_case_is_legal_for_every_rung(name: str) -> None:
    for kernel in find(name).specialisations():
        problems = [
            *(check.problem for check in cases.bit_checks(kernel, quick=False)),
            *cases.sanitizer_problems(kernel),
        ]
        for problem in problems:
            assert not kernel.violations(cases.legal(kernel, problem))
        assert (max(p.batch for p in problems) > 1) == (kernel.parameters.has_batches)


def test_bits_are_compared_exactly() -> None:
    problem = Problem(2, 3, 1, ldc=4)
    expected = np.array([1, 2, 3, np.nan, 4, 5, np.nan], np.float32)
    same = expected.copy()
    same.view(np.uint32)[6] ^= 1 << 31  # the sign of a NaN is left open
    assert bits._compare("x", problem, expected, same)["passed"]
    other = expected.copy()
    other[5] = np.nextafter(np.float32(5), np.float32(6))
    verdict = bits._compare("x", problem, expected, other)
    assert not verdict["passed"] and "1 of 7 elements differ, first C[1, 1]" in verdict["reason"]
    assert not bits._compare("x", problem, np.float32([0.0]), np.float32([-0.0]))["passed"]
