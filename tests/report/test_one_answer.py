"""Reports, comparisons and pages of a folder have the same numbers of a set."""

import json

import pytest
from click.testing import CliRunner
from publish.places import read_places

from results_maker import ENVIRONMENT, measured, write
from sgemm.cli.main import main
from sgemm.report.places import gather

PART = "h200/tensor_cores.jsonl"


@pytest.fixture
def folder(tmp_path):
    """Results of a GPU, with a kernel on tensor cores, whose part is no part of the sets."""
    rows = [measured("auto", size, 1.25, seconds=size**3 * 1e-13) for size in (1024, 2048)]
    write(tmp_path / "h200/squares_nn.jsonl", ENVIRONMENT, rows)
    part = [measured("cublas fp32", 1024, 1.0, baseline=None), measured("fp16x3", 1024, 2.0)]
    write(tmp_path / PART, ENVIRONMENT, part)
    return tmp_path


def test_reports_and_comparisons_of_a_folder_have_the_published_numbers(folder):
    def call(*arguments):
        return CliRunner().invoke(main, list(map(str, arguments)))

    (published,) = read_places(folder)
    (reported,) = gather([folder])
    assert reported.leaders == published.leaders
    found = json.loads(call("compare", folder, "--json").stdout)["sets"]
    assert [(each["name"], each["contender"], each["geometric_mean"]) for each in found] == [
        (each.name, each.contender, each.mean.value) for each in published.leaders
    ]
    named = json.loads(call("compare", folder / PART, "--json").stdout)["contenders"]
    assert "fp16x3" in {each["contender"] for each in named}, "a part is read where it is named"
    (part,) = gather([folder / PART])
    assert "fp16x3" in {each.kernel for each in part.measurements}
    (folder / "h200/squares_nn.jsonl").unlink()
    for command in (("compare", folder), ("report", folder, "-o", folder / "a.html")):
        result = call(*command)
        assert result.exit_code == 2
        assert (
            "of a folder, or a Parquet of several files, tensor_cores, split_sets, few_rows, "
            "few_columns, sustained_split are left out" in result.stderr
        )
