"""Bound launches of the cuda machine, against a driver that records what it was given."""

import concurrent.futures

import pytest

from recording_driver import BASIC, LIBRARY, MAP, made
from sgemm.errors import ArgumentError, MachineError, RequirementError
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.problem import Problem


def test_parameters_lie_as_the_kernel_reads_them(monkeypatch):
    problem = Problem(33, 65, 17, 2.0, -1.0, 20, 70, 80)
    run, _, driver = made(monkeypatch, "naive", problem, BASIC)
    for a, b, c, stream in ((256, 512, 768, 5), (1024, 2048, 4096, None), (256, 512, 768, 0)):
        run.direct(a, b, c, stream)
        values, on, geometry, function = driver.seen[-1]
        assert values == [33, 65, 17, 2.0, a, 20, b, 70, -1.0, c, 80]
        assert on == (555 if stream is None else stream)
        assert function == 777
        launch = find("naive").launch(problem)
        assert geometry == (launch.grid, launch.block, launch.shared_bytes)


def test_extended_parameters_and_workspaces(monkeypatch):
    problem = Problem(33, 65, 170, batch=3, stride_b=0)
    run, _, driver = made(monkeypatch, "split_k", problem, LIBRARY, Schedule(0, 2, 0))
    for floats, counters in ((4096, 8192), (12288, 16384)):
        run.direct(256, 512, 768, 5, floats, counters)
        values = driver.seen[-1][0]
        of_c = (65, 0, 33 * 65)
        assert values[11:] == [33 * 170, 0, 33 * 65, 3, *of_c, floats, counters, 2, 0]


def test_what_is_added_is_another_matrix_or_c_itself(monkeypatch):
    for problem, of_addend in (
        (Problem(33, 65, 17, beta=2.0), (65, 768, 33 * 65)),
        (Problem(33, 65, 17, beta=2.0, ld_addend=0), (0, 1024, 65)),
        (Problem(33, 65, 17, beta=2.0, ld_addend=70), (70, 1024, 33 * 70)),
    ):
        run, _, driver = made(monkeypatch, "any_layout", problem, LIBRARY)
        has_addend = problem.ld_addend is not None
        for moved in (0, 4096):
            addend = moved + 1024 if has_addend else 0
            run.direct(256, 512, moved + 768, 5, addend=addend)
            leading, at, stride = of_addend
            assert driver.seen[-1][0][15:18] == [leading, moved + at, stride]
        if has_addend:
            with pytest.raises(ArgumentError, match=r"^addend = 0"):
                made(monkeypatch, "any_layout", problem, LIBRARY)[0].direct(256, 512, 768, 5)


def test_tensor_maps_are_made_once_and_follow_the_addresses(monkeypatch):
    run, machine, driver = made(
        monkeypatch, "stream_k_tma", Problem(64, 64, 64), LIBRARY + "MM", Schedule(4)
    )
    for a, b in [(256, 512), (1024, 512), (1024, 768), (256, 512), (256, 512)]:
        run.direct(a, b, 768, 5)
        first, second = driver.seen[-1][0][-2:]
        assert not any(first)  # nobody reads A by a map
        assert second == b.to_bytes(8, "little") + bytes(MAP[8:])
    assert len(machine.maps) == 1
    assert driver.replaced == 3  # where B stays, nothing is replaced
    driver.refuses_addresses = True
    with pytest.raises(MachineError, match="launching stream_k_tma: error 1"):
        run.direct(256, 1024, 768, 5)
    driver.refuses_addresses = False
    run.direct(256, 1024, 768, 5)
    assert driver.seen[-1][0][-1][:2] == b"\x00\x04"


def test_launches_before_and_after(monkeypatch):
    problem = Problem(65, 129, 3000, ldb=130)
    schedule = Schedule(blocks=40, stream_k_tiles=1)
    run, machine, driver = made(monkeypatch, "stream_k_packed", problem, LIBRARY + "MM", schedule)
    launch = find("stream_k_packed").launch(problem, schedule=schedule)
    assert len(launch.in_order) == 3
    for stream, floats in ((5, 4096), (6, 4096), (6, 8192)):
        driver.seen.clear()
        driver.begins_early.clear()
        run.direct(256, 512, 768, stream, floats, 64)
        values, streams, geometry, functions = zip(*driver.seen, strict=True)
        assert functions == (778, 777, 779)
        assert driver.begins_early == [False, True, True]
        assert streams == (stream,) * 3
        assert [each[:2] for each in geometry] == [
            (each.grid, each.block) for each in launch.in_order
        ]
        assert [each[2] for each in geometry] == [0, launch.shared_bytes, 0]
        assert values[0] == values[1] == values[2]
        assert values[0][4] == 256
        assert values[0][18:21] == [floats, 64, 40]
        assert values[0][-2] == floats.to_bytes(8, "little") + MAP[8:]  # A is packed there
    assert len(machine.maps) == 2  # once, to lay out the parameters


def test_no_launch_begins_early_where_no_code_waits(monkeypatch):
    problem, schedule = Problem(65, 129, 3000), Schedule(blocks=40)
    run, _, driver = made(monkeypatch, "stream_k_packed", problem, LIBRARY + "MM", schedule, 89)
    run.direct(256, 512, 768, 5, 4096, 64)
    assert len(driver.seen) > 1 and not any(driver.begins_early)


@pytest.mark.parametrize("codes", [[700], [0, 700], [0, 0, 700]])
def test_what_one_of_several_launches_reports_is_an_error(monkeypatch, codes):
    problem, schedule = Problem(65, 129, 3000), Schedule(blocks=40, stream_k_tiles=1)
    run, machine, driver = made(monkeypatch, "stream_k_packed", problem, LIBRARY + "MM", schedule)
    driver.codes = list(codes)
    with pytest.raises(MachineError, match="launching stream_k_packed: error 700"):
        run.direct(256, 512, 768, 5, 4096, 64)
    assert (len(driver.seen), machine.binds) == (len(codes), 0)
    run.direct(256, 512, 768, 5, 4096, 64)  # it is still usable


def test_threads_have_buffers_of_their_own(monkeypatch):
    run, _, driver = made(monkeypatch, "naive", Problem(3, 4, 5), BASIC)
    driver.pause = 0.0005

    def work(number):
        for i in range(20):
            address = 4096 * (100 * number + i + 1)
            run.direct(address, address + 16, address + 32, number)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(1, 5)))
    assert len(driver.seen) == 80
    for values, stream, *_ in driver.seen:
        a, b, c = values[4], values[6], values[9]
        assert (b, c) == (a + 16, a + 32)
        assert (a // 4096 - 1) // 100 == stream
    assert 1 <= len(run._free) <= 4


def test_a_thread_bound_elsewhere_is_bound_for_the_launch(monkeypatch):
    run, machine, driver = made(monkeypatch, "naive", Problem(3, 4, 5), BASIC)
    machine.bound = False
    driver.codes = [400, 0]
    run.direct(256, 512, 768, 5)
    assert machine.binds == 1
    driver.codes = [400, 400]
    with pytest.raises(MachineError, match="error 400"):
        run.direct(256, 512, 768, 5)


def test_addresses_that_are_not_legal_are_refused(monkeypatch):
    problem, letters = Problem(64, 64, 64), LIBRARY + "MM"
    run, _, driver = made(monkeypatch, "stream_k_tma", problem, letters, Schedule(4))
    with pytest.raises(RequirementError, match="B starts at"):
        run.direct(256, 516, 768, 5)
    assert driver.seen == []
    run.direct(256, 512, 768, 5)
