"""What ``sgemm tune`` keeps: shown, deleted, damaged, and not to be written."""

import pytest

from sgemm.folders import tuned_folder
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import tuned
from sgemm.report.tables import significant
from tuned_rates import A10, HERE, RATES, tuned_for
from tuning_fakes import FASTER, results_file

pytestmark = pytest.mark.usefixtures("gpu")


def test_show_says_that_rates_were_damaged(call, said, document):
    call("tune")
    place = tuned.place_of(HERE)
    place.write_bytes(b"{}")
    call("explain", 9, 9, 9)
    for _ in range(2):
        words = said("tune", "--show")
        assert "were damaged and set aside, as" in words and "makes them again" in words
        assert "no rates were tuned" not in words
    assert document("tune", "--show")["damaged"] == [str(tuned.set_aside(place))]
    call("tune")
    assert document("tune", "--show")["damaged"] == []


def keep(found):
    place = tuned.place_of(found.figures)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(tuned.content_of(found))
    return place


DROPPED, OF = "files that were dropped, of an ", "multiprocessors"


def test_show_and_forget(call, said, document, gpu):
    assert "no rates were tuned for this GPU" in call("tune", "--show").stdout
    keep(tuned_for(rates=RATES | FASTER))
    other = keep(tuned_for(A10))
    older = keep(tuned_for(HERE._replace(driver="570.9")))
    newer = older.with_name("NVIDIA-H200_132_580.1_9.0.json")
    newer.write_text("another form")
    words = said("tune", "--show")
    own = RATES["any_layout nn 64x128x16:8x4"]
    launch = significant(own.launch)
    for part in (
        "tuned on 2026-11-24 for an NVIDIA H200 with 132 multiprocessors, driver 580.1",
        f"any_layout 64x128x16 {launch} ({launch}) {significant(own.step / 4)} "
        f"({significant(own.step)})",
        "before: shipped, fitted on an NVIDIA H200",
        "those tuned with driver 570.9 are not used, as this is driver 580.1",
        "those tuned for an NVIDIA A10 with 72 multiprocessors are not used",
        "those tuned by sgemm 9.0 are not used, as this is sgemm 0.1.0",
    ):
        assert part in words
    everything = document("tune", "--show")
    assert everything["command"] == "tune"
    names = [each["figures"]["name"] for each in everything["tuned"]]
    assert names == ["NVIDIA A10"] + 2 * ["NVIDIA H200"]
    assert not gpu.measured
    assert call("tune", "--forget").stdout == f"{DROPPED}NVIDIA-H200 with 132 {OF}: 3 of rates\n"
    assert list(tuned.files()) == [other] and not older.exists()
    assert call("tune", "--forget").stdout == "nothing was kept of an NVIDIA H200\n"
    # Without a GPU all are shown, and all are dropped.
    gpu.machine = CpuMachine(threads=1)
    words = said("tune", "--show")
    assert "NVIDIA A10" in words and "before: scaled from" in words
    found = document("tune", "--forget")
    assert (found["forgotten"], found["files"]) == (1, [str(other)])
    assert list(tuned_folder().iterdir()) == []


def test_forget_says_what_it_drops_of_each_model(call, gpu):
    gpu.stop_after = 4
    call("tune", status=130)
    damaged = keep(tuned_for(A10))
    damaged.replace(tuned.set_aside(damaged))
    keep(tuned_for(A10))
    gpu.machine = CpuMachine(threads=1)
    words = "no rates are kept, and there is no GPU here (sgemm doctor says why)"
    assert words not in call("tune", "--show").stdout
    assert call("tune", "--forget").stdout.splitlines() == [
        f"{DROPPED}NVIDIA-A10 with 72 {OF}: 1 of rates, 1 of damaged rates",
        f"{DROPPED}NVIDIA-H200 with 132 {OF}: 1 of measurements",
    ]
    assert call("tune", "--forget").stdout == "nothing was kept of any GPU\n"
    assert call("tune", "--show").stdout == f"{words}\n"


def test_refusals(refused, gpu, monkeypatch):
    assert "one prints what the other drops" in refused("tune", "--show", "--forget")
    for seconds in (15, 301):
        assert "--budget': " in (words := refused("tune", "--budget", seconds))
        assert "30.0<=x<=300.0" in words
    for options in (("--budget", 60), ("--seed", 1), ("--force",)):
        for asked in ("--show", "--forget"):
            assert f"{asked} and {options[0]}: {asked} measures" in refused("tune", asked, *options)
    monkeypatch.setenv("SGEMM_DATA_DIR", "here")
    # Whatever uses the folder says the same.
    for asked in (["tune"], ["tune", "--show"], ["tune", "--forget"], ["explain", 9, 9, 9]):
        assert "SGEMM_DATA_DIR = 'here': a process" in refused(*asked) and not gpu.measured
    monkeypatch.delenv("SGEMM_DATA_DIR")
    monkeypatch.setenv("HOME", "nowhere")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert "set SGEMM_DATA_DIR to one of yours" in refused("tune")
    gpu.machine = CpuMachine(threads=1)
    assert "measures a GPU, and there is none here" in refused("tune")


def a_file(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")


def a_folder(path):
    path.mkdir(parents=True)


def a_file_to_stay(path):
    a_file(path)
    path.chmod(0o444)


@pytest.mark.parametrize(
    ("place", "make", "words"),
    [
        (lambda: tuned_folder().parent, a_file, "data: Not a directory"),
        (tuned_folder, a_file, "tuned: Not a directory"),
        (lambda: tuned.place_of(HERE), a_folder, ".json is no file"),
        (results_file, a_folder, ".jsonl is no file"),
        (results_file, a_file_to_stay, ".jsonl is read-only"),
    ],
)
def test_that_nothing_can_be_kept_is_said_before_measuring(refused, gpu, place, make, words):
    make(place())
    said = refused("tune")
    assert f"nothing can be kept in {tuned_folder()}: " in said and words in said
    assert "or let SGEMM_DATA_DIR name a folder of yours" in said and not gpu.measured
