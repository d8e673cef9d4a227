"""The script prints what the page says, and refuses numbers that no GPU has."""

import re
from pathlib import Path

import predict_ladder
import pytest

ROOT = Path(__file__).parents[2]

RTX_4070 = {"architecture": 89, "multiprocessors": 46, "clock": 2475, "bandwidth": 504, "l2": 36}


def options(**changes):
    return [
        word for name, each in (RTX_4070 | changes).items() for word in (f"--{name}", str(each))
    ]


def test_it_says_what_the_page_says(capsys):
    assert predict_ladder.main(options()) == 0
    printed = capsys.readouterr().out
    page = (ROOT / "docs" / "other_gpus.md").read_text()
    at_4096 = re.search(r"^\| `double_buffer` .* (\S+) \(\d+%\) \|$", page, re.MULTILINE)[1]
    assert re.search(r"^double_buffer( +\S+){3} +(\S+)", printed, re.MULTILINE)[2] == at_4096


@pytest.mark.parametrize(
    "wrong", [{"clock": 0}, {"clock": "nan"}, {"multiprocessors": 1.5}, {"architecture": 70}]
)
def test_numbers_that_no_gpu_has_are_refused(wrong, capsys):
    with pytest.raises(SystemExit):
        predict_ladder.main(options(**wrong))
    assert f"argument --{next(iter(wrong))}" in capsys.readouterr().err


def test_a_folder_without_results_is_named(tmp_path, capsys):
    assert predict_ladder.main([*options(), "--results", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
