"""Which rates a GPU plans with: tuned, shipped or scaled; and what of the folder is not used."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_automatic import problems

from planning_target import Target
from sgemm.bench.files import find_output, write_outputs
from sgemm.errors import ArgumentError
from sgemm.folders import tuned_folder
from sgemm.kernels.catalogue import find
from sgemm.kernels.gpus import ARCHITECTURES, H100, H200, Figures
from sgemm.planning import known, plan, tuned
from sgemm.planning.rates import SHIPPED, SPEEDS, Rates, rates_key
from sgemm.planning.scaling import scaled
from sgemm.problem import Problem
from sgemm.version import __version__
from tuned_rates import A10, HERE, RATES, target_with, tuned_for

LARGE = Problem(4096, 4096, 1024)
SLOW = {
    name: rates._replace(step=50.0 * rates.step, busy=50.0 * rates.busy)
    for name, rates in RATES.items()
    if not name.startswith("any_layout ")
}
OTHERS_SLOW = RATES | SLOW
"""Rates by which any_layout is the fastest kernel of all, whatever is true."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("SGEMM_DATA_DIR", str(folder))
    known.forget()
    yield folder
    known.forget()


def keep(found, figures=None):
    """Write tuned rates as sgemm tune does, and let this process look again."""
    place = tuned.place_of(figures or found.figures)
    write_outputs({find_output(place): tuned.content_of(found)})
    known.forget()
    return place


def test_an_h200_has_the_rates_that_ship_and_another_gpu_has_them_scaled():
    assert known.rates_for(target_with()).source == "shipped, fitted on an NVIDIA H200"
    assert known.rates_for(target_with()).find is SHIPPED.find
    source = plan(LARGE, target_with(A10)).rates
    assert source.startswith("scaled from those of an NVIDIA H200 to this NVIDIA A10 (72 ")
    assert "\n" not in source and "sgemm tune measures this GPU" in source


def test_an_h100_has_rates_of_its_own_but_for_tensor_cores():
    table, from_h200 = known.base_for(H100), scaled(SHIPPED, H200, H100)
    assert plan(LARGE, target_with(H100)).rates == "shipped, fitted on an NVIDIA H100 80GB HBM3"
    assert table.find(find("skinny")) != from_h200.find(find("skinny"))
    assert table.find(find("fp16x3")) == from_h200.find(find("fp16x3"))
    assert table.speeds == from_h200.speeds
    # A driver is no part of a model; fewer multiprocessors are another one.
    assert known.base_for(H100._replace(driver="1.0")) is table
    assert known.base_for(H100._replace(multiprocessors=114)).source.startswith("scaled from ")


gpus = st.builds(
    Figures,
    name=st.just("GPU"),
    architecture=st.sampled_from(sorted(ARCHITECTURES)),
    multiprocessors=st.integers(1, 300),
    clock_mhz=st.one_of(st.just(0.0), st.floats(300.0, 4000.0)),
    memory_gbytes=st.one_of(st.just(0.0), st.floats(50.0, 2e4)),
    l2_bytes=st.one_of(st.just(0), st.integers(2**18, 2**28)),
    driver=st.just("1.0"),
)


@given(gpus, problems())
def test_any_gpu_has_a_plan_of_what_it_can_run_and_always_the_same(figures, problem):
    target = target_with(figures)
    chosen = plan(problem, target)
    assert chosen.kernel.runs_on(figures.architecture)
    assert chosen == plan(problem, target, table=scaled(SHIPPED, H200, figures))


@given(gpus)
def test_a_slower_gpu_has_no_rate_that_is_lower(figures):
    """Figures below those of an H200 make work longer, memory slower and blocks fewer."""
    clock, memory = min(figures.clock_mhz, 1980.0), min(figures.memory_gbytes, H200.memory_gbytes)
    below = figures._replace(clock_mhz=clock, memory_gbytes=memory)
    table = scaled(SHIPPED, H200, below)
    assert memory == 0.0 or table.speeds.bytes_a_microsecond <= SPEEDS.bytes_a_microsecond
    for name in ("split_k", "any_layout", "stream_k_tma"):
        kernel = find(name)
        then, now = RATES[rates_key(kernel)], table.find(kernel)
        assert all(a >= b * (1 - 1e-12) for a, b in zip(now[:-1], then[:-1], strict=True))
        assert 1 <= now.resident <= then.resident


def test_the_same_figures_scale_to_the_same_rates():
    for name in ("split_k", "fp16x3", "skinny"):
        kernel = find(name)
        assert scaled(SHIPPED, H200, H200).find(kernel) == pytest.approx(RATES[rates_key(kernel)])


def test_half_the_lanes_take_twice_the_arithmetic_longer():
    kernel = find("split_k")
    tile = kernel.tile
    figures = H200._replace(architecture=80)
    now, then = scaled(SHIPPED, H200, figures).find(kernel), RATES[rates_key(kernel)]
    arithmetic = tile.bm * tile.bn * tile.bk / 128 / 1980.0
    assert now.busy - then.busy == pytest.approx(arithmetic)


def test_tuned_rates_are_those_that_plans_are_made_with():
    before = plan(LARGE, target_with())
    keep(tuned_for(rates=OTHERS_SLOW, marks=("throttled in 9% of the readings: power limit",)))
    after = plan(LARGE, target_with())
    assert (before.kernel.name, after.kernel.name) != (after.kernel.name, before.kernel.name)
    assert after.kernel.name == "any_layout"
    words = "tuned here on 2026-11-24, NVIDIA H200; throttled in 9% of the readings: power limit"
    assert after.rates == words and str(after).endswith(f"; rates {words}")
    # A plan is a function of problem, GPU and rates: nothing else was asked.
    assert plan(LARGE, target_with(), table=known.rates_for(target_with())) == after
    assert plan(LARGE, target_with(), table=SHIPPED) == before
    # What the file does not have keeps the rates that ship.
    keep(tuned_for(rates={}))
    assert plan(LARGE, target_with()).kernel == before.kernel


@settings(max_examples=40)
@given(problems())
def test_tuning_changes_no_plan_that_bits_were_promised_of(problem):
    """Of "split" (docs/how_to/tensor_cores.md), and of kernels that are asked for by name."""
    names = ("split", "split_or_ieee", "any_layout")
    tuned.forget()
    known.forget()
    before = [plan(problem, target_with(), name) for name in names]
    keep(tuned_for(rates=OTHERS_SLOW))
    assert [plan(problem, target_with(), name) for name in names] == before


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (tuned_for(HERE._replace(driver="570.9")), "with driver 570.9 are not used, as this is dr"),
        (tuned_for(version="0.0.9"), "by sgemm 0.0.9 are not used, as this is sgemm 0.1.0"),
        (tuned_for(A10), "for an NVIDIA A10 with 72 multiprocessors are not used, as this is an N"),
        (tuned_for(HERE._replace(multiprocessors=60)), "for an NVIDIA H200 with 60 multi"),
    ],
)
def test_rates_of_another_gpu_driver_or_version_are_not_used_and_that_is_said(other, words):
    fields = other._replace(rates=OTHERS_SLOW)
    place = keep(fields)
    if other.version != tuned_for().version:
        place.rename(place.with_name(place.name.replace(__version__, other.version)))
        known.forget()
    chosen = plan(LARGE, target_with())
    assert chosen.kernel == plan(LARGE, target_with(), table=SHIPPED).kernel
    assert chosen.rates.startswith("shipped, ") and f"those tuned {words}" in chosen.rates
    # Under the name of those that hold, too.
    place = keep(fields, HERE)
    assert plan(LARGE, target_with()).kernel.name != "any_layout"
    place.with_name("A_9_9.0_0.1.json").write_bytes(tuned.content_of(fields))
    known.forget()
    assert known.rates_for(target_with()).source.count("those tuned") == 1
    for number in range(4):
        another = tuned_for(A10._replace(multiprocessors=number))
        place.with_name(f"A_9_9.0_0.{number}.json").write_bytes(tuned.content_of(another))
    known.forget()
    assert known.rates_for(target_with()).source.count("those tuned") == tuned.MOST_NOTES


def test_of_rates_that_are_not_used_those_of_this_model_come_first():
    """That its driver has changed is what a user has to know."""
    for number in range(3):
        keep(tuned_for(A10._replace(multiprocessors=number + 1)))
    keep(tuned_for(HERE._replace(driver="570.9")))
    words = known.rates_for(target_with()).source.split("; ")[1:]
    assert words[0].startswith("those tuned with driver 570.9 are not used")
    assert words[2:] == ["nor are 2 others"]
    tuned.forget(A10._replace(multiprocessors=3))
    known.forget()
    assert known.rates_for(target_with()).source.endswith("; nor is one other")


CONTENT = tuned.content_of(tuned_for(rates=dict(list(OTHERS_SLOW.items())[:5])))


@given(st.data())
def test_a_damaged_file_is_never_taken_for_rates(data):
    at = data.draw(st.integers(0, len(CONTENT) - 2))
    if data.draw(st.booleans()):
        damaged = CONTENT[:at]
    else:
        damaged = CONTENT[:at] + bytes([data.draw(st.integers(0, 255))]) + CONTENT[at + 1 :]
    try:
        found = tuned.parsed(damaged)
    except (ValueError, TypeError, KeyError):
        return
    assert found == tuned.parsed(CONTENT)


@pytest.mark.parametrize(
    "numbers",
    [
        *({"step": -1.0}, {"step": 1e9}, {"step": True}, {"tile": "a"}),
        *({"resident": 0}, {"resident": True}),
        dict.fromkeys(Rates._fields[:-1], 0.0),
    ],
)
def test_rates_that_nothing_could_take_are_damage(numbers):
    rates = RATES[rates_key(find("skinny"))]._replace(**numbers)
    with pytest.raises((ValueError, TypeError)):
        tuned.parsed(tuned.content_of(tuned_for(rates={"skinny": rates})))


@pytest.mark.parametrize("speed", [0.0, True, "1", 10**400, float("nan")])
def test_a_speed_that_no_memory_has_is_damage(speed):
    made = tuned_for()
    content = tuned.content_of(made._replace(speeds=made.speeds._replace(split=speed)))
    with pytest.raises((ValueError, TypeError, OverflowError)):
        tuned.parsed(content)


def test_rates_that_another_process_makes_meanwhile_are_not_set_aside(monkeypatch):
    made = tuned_for(rates=OTHERS_SLOW)
    place = keep(made)
    good = place.read_bytes()
    place.write_bytes(good[:40])
    replace = Path.replace

    def tuned_meanwhile(path: Path, target: Path) -> Path:
        place.write_bytes(good)
        monkeypatch.setattr(Path, "replace", replace)
        return path.replace(target)

    monkeypatch.setattr(Path, "replace", tuned_meanwhile)
    found = tuned.find(HERE)
    assert found.tuned is not None and found.tuned.rates == made.rates
    assert place.read_bytes() == good and not tuned.set_aside(place).exists()


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"\xff\xfe", CONTENT[:-40], CONTENT * 2, b"[" * 10**5]
)
def test_a_damaged_file_is_set_aside_and_said_in_a_line(content):
    place = keep(tuned_for(rates=OTHERS_SLOW))
    place.write_bytes(content)
    with pytest.warns(RuntimeWarning, match="tuned rates are damaged .*; sgemm tune makes") as said:
        chosen = plan(LARGE, target_with())
    assert len(said) == 1 and "\n" not in str(said[0].message)
    assert chosen.kernel.name != "any_layout"
    assert not place.exists() and tuned.set_aside(place).read_bytes() == content
    # Later processes need not say it again as a warning: the line about the rates does.
    known.forget()
    assert "those tuned here were damaged" in plan(LARGE, target_with()).rates


@pytest.mark.parametrize("content", [b'{"format": "sgemm tuned rates 2"}', b"", b"[]"])
def test_what_another_version_wrote_is_never_damaged(content):
    place = keep(tuned_for(rates=OTHERS_SLOW))
    newer = place.with_name(place.name.replace(__version__, "9.0"))
    place.rename(newer)
    newer.write_bytes(content)
    words = f"; those tuned by sgemm 9.0 are not used, as this is sgemm {__version__}"
    assert plan(LARGE, target_with()).rates.endswith(words)
    assert newer.read_bytes() == content


def test_files_that_are_a_users_own_are_neither_read_nor_removed():
    folder = keep(tuned_for(rates=OTHERS_SLOW)).parent
    own = ["model.json", "notes.txt", "runs_2.jsonl", "NVIDIA-H200_132_.json", "a.json.damaged"]
    own += ["my_1_x_2.json", "my_1_2_3.json", "my_1_580.1_x.jsonl", "my_1_580.1_2.json.damaged"]
    for name in own:
        (folder / name).write_text("mine")
    assert plan(LARGE, target_with()).kernel.name == "any_layout"
    assert len(tuned.forget()) == 1
    assert sorted(each.name for each in folder.iterdir()) == sorted(own)
    assert tuned.find(HERE) == tuned.Found(None)


def refused():
    raise PermissionError(13, "Permission denied")


def test_a_folder_that_cannot_be_read_is_none(data_folder, monkeypatch):
    (data_folder / "tuned").write_text("no folder")
    assert known.rates_for(target_with()).source.startswith("shipped")
    assert tuned.forget() == []
    monkeypatch.setattr(tuned, "files", refused)
    known.forget()
    assert known.rates_for(target_with()).source == "shipped, fitted on an NVIDIA H200"
    monkeypatch.delenv("SGEMM_DATA_DIR")
    monkeypatch.setenv("HOME", "nowhere")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert tuned_folder() is None and tuned.find(HERE) == tuned.Found(None)
    monkeypatch.setenv("XDG_DATA_HOME", str(data_folder / "xdg"))
    assert tuned_folder() == data_folder / "xdg/sgemm/tuned"


@pytest.mark.parametrize("target", [target_with(), Target()], ids=["gpu", "cpu"])
def test_a_folder_of_no_user_is_an_error_with_a_gpu_and_without_one(monkeypatch, target):
    monkeypatch.setenv("SGEMM_DATA_DIR", "~no-such-user/data")
    words = "^SGEMM_DATA_DIR = '~no-such-user/data': there is no user 'no-such-user'; name an abs"
    with pytest.raises(ArgumentError, match=words):
        plan(Problem(9, 9, 9), target)


def test_writers_at_the_same_time_leave_whole_files():
    """Each writes a file of its own and renames it: a reader has one of them, never a mixture."""
    versions = [tuned_for(rates=OTHERS_SLOW, times=times) for times in range(1, 5)]
    place = keep(versions[0])
    output = find_output(place)

    def write(version):
        for _ in range(10):
            write_outputs({output: tuned.content_of(version)})

    seen = set()
    with ThreadPoolExecutor(len(versions)) as pool:
        written = [pool.submit(write, each) for each in versions]
        while not all(each.done() for each in written):
            seen.add(tuned.find(HERE).tuned.times)
    assert all(each.result() is None for each in written)
    assert seen <= {1, 2, 3, 4}
    assert [path.name for path in place.parent.iterdir()] == [place.name]
