"""What is published of kernels on tensor cores: their own tables, and nothing in the others."""

import dataclasses
import json

import pytest
from click.testing import CliRunner

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.bench.measurement import Conditions
from sgemm.cli.main import main
from sgemm.kernels.catalogue import find
from sgemm.problem import Problem
from sgemm.report.places import gather, read_places
from sgemm.report.publish.blocks import TABLES
from sgemm.report.publish.pictures import pictures
from sgemm.report.publish.script_tables import (
    CONTENDERS,
    OPERANDS,
    PEERS,
    PUBLISHED,
    script_tables,
)
from sgemm.report.publish.split_sets import split_sets
from sgemm.report.publish.split_speeds import (
    SPEED_TABLES,
    split_places,
    split_speed_plots,
    split_speed_tables,
)

PART = "h200/tensor_cores.jsonl"
WIDE, NARROW = "fp16x3", "fp16x3:bn=64:bk=16"


def on_tensor_cores(name, size, ratio, *, rms=0.1, unit=1e-14, complete=True):
    kernel = name.partition(":")[0]
    tile = find(kernel).tiles[0 if name == kernel else -1] if kernel != "auto" else None
    made = measured(
        name,
        size,
        ratio,
        seconds=size**3 * unit,
        tile=tile,
        conditions=Conditions(clock_mhz=1500.0),
        verification=dataclasses.replace(judged(True), rms=rms),
    )
    return dataclasses.replace(made, samples=dataclasses.replace(made.samples, complete=complete))


@pytest.fixture
def folder(tmp_path):
    """Results of a GPU, with kernels on tensor cores at two sizes."""
    rows = [measured("auto", size, 1.25, seconds=size**3 * 1e-13) for size in (1024, 2048)]
    write(tmp_path / "h200/squares_nn.jsonl", ENVIRONMENT, rows)
    part = [
        measured("cublas fp32", size, 1.0, baseline=None, conditions=Conditions(clock_mhz=1900.0))
        for size in (1024, 2048)
    ]
    part += [
        on_tensor_cores(WIDE, 1024, 2.0),
        on_tensor_cores(NARROW, 1024, 3.0, unit=5e-15, rms=0.2),
        on_tensor_cores(WIDE, 2048, 4.0, complete=False),
        on_tensor_cores("auto", 2048, 9.0),
    ]
    write(tmp_path / PART, ENVIRONMENT, part)
    return tmp_path


def test_they_are_no_part_of_other_tables_and_plots(folder):
    with_them = read_places(folder)
    found = {name: table(with_them) for name, table in TABLES.items()}, pictures(with_them)
    (folder / PART).unlink()
    without = read_places(folder)
    assert found == (
        {name: table(without) for name, table in TABLES.items()},
        pictures(without),
    )
    assert with_them and "fp16x3" not in "".join(found[0].values())


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
    assert WIDE in {each["contender"] for each in named}, "a part is read where it is named"
    (part,) = gather([folder / PART])
    assert WIDE in part.contenders()
    (folder / "h200/squares_nn.jsonl").unlink()
    for command in (("compare", folder), ("report", folder, "-o", folder / "a.html")):
        result = call(*command)
        assert result.exit_code == 2
        assert "of a folder, tensor_cores, split_sets, few_rows are left out" in result.stderr


def test_there_may_be_nothing_else_or_nothing_at_all(folder):
    (folder / "h200/squares_nn.jsonl").unlink()
    assert read_places(folder) == ()
    assert len(split_places(folder)) == 1
    (folder / PART).unlink()
    assert split_places(folder) == ()
    assert split_speed_tables(()) == dict.fromkeys(SPEED_TABLES, "")
    assert split_speed_plots(()) == ()


def test_each_size_has_its_fastest_tile(folder):
    tables = split_speed_tables(split_places(folder))
    lines = tables["split-speeds"].splitlines()
    # 2 n^3 operations in n^3 * 1e-14 s, and in half of that.
    small, large = (next(x for x in lines if x.startswith(f"| {n} |")) for n in (1024, 2048))
    assert "| 400.0 (3.00" in small and "| 64x64x16 | 1900, 1500 |" in small
    assert "| 200.0\\* (4.00" in large and "| 128x192x64 | 1900, 1500 |" in large
    assert "| 200.0 (9.00" in large
    assert "fewer samples" in lines[0]
    short = tables["split-short"]
    assert "| - | 400.0 (3.00) | - |" in short and "| 200.0 (9.00) | 200.0\\* (4.00) | - |" in short


def test_errors_are_those_of_the_worst_tile_of_an_interval(folder):
    again = on_tensor_cores("fp16x3:bm=128:bn=128:bk=32", 1024, 1.0, rms=0.3)
    tile = next(t for t in find("fp16x3").tiles if (t.bm, t.bn, t.bk) == (128, 128, 32))
    write(folder / PART, ENVIRONMENT, [dataclasses.replace(again, tile=tile)])
    table = split_speed_tables(split_places(folder))["split-checked"]
    assert "| >" not in table and "`fp16x3` every 64 | `fp16x3` every 32 |" in table
    assert "| 1024 | 0.400 / 3.00 / 0 | - | 0.100 / 3.00 / 0 | 0.300 / 3.00 / 0 |" in table


def test_results_before_a_change_of_their_kernels_say_so(folder):
    tables = split_speed_tables(split_places(folder))
    assert "these commits" not in "".join(tables.values())
    line = "2027-01-01T00:00:00+00:00 0123abc fp16x3 faster\n"
    (folder / "changes.txt").write_text(line)
    for text in filter(None, split_speed_tables(split_places(folder)).values()):
        assert "before these commits changed some of the kernels: 0123abc." in text


def test_prepared_operands_and_peers_are_read_as_the_script_wrote_them(tmp_path):
    (tmp_path / "h200").mkdir()
    line = "H200,2026-01-02T03:04:05,abcdef0,{m},{n},64,{name},fp16x3,30,{us},1,2,{t},{s},0.1,1,4"
    names = ["cublas", *PEERS, *CONTENDERS]
    columns = "gpu,measured_at,commit,m,n,k,contender,plan,samples,median_us,low_us,high_us,tflops"
    lines = [f"{columns},speed,rms,maximum,bound_us"]
    lines += [
        line.format(m=m, n=64, name=f'"{name}"', us=8.0, t=10.0 + place, s=1 + place)
        for m in (64, 32)
        for place, name in enumerate(dict.fromkeys(names))
        if m == 64 or name not in PEERS[1:]
    ]
    (tmp_path / OPERANDS).write_text("\n".join(lines))
    (tmp_path / PUBLISHED).write_text("what,gpu,source,64\nX,GB200,a page,7\n")
    tables = script_tables(tmp_path)
    table, peers = tables["split-operands"], tables["split-peers"]
    assert "| 32x64x64 | 10.0 | 14.0 (5.00) 0.100 | 11.0 (2.00) 0.100 |" in table
    assert table.splitlines()[-1].endswith("| 2.00 |")
    assert "| Triton tf32x3 | 13.0 (4.00) 0.100 |" in peers
    assert "| X, GB200, published | 7 |" in peers
    assert "a page" in peers
    assert script_tables(tmp_path / "none") == dict.fromkeys(tables, "")


def test_whole_sets_with_split(tmp_path):
    """A set's problems, those that FP32 units would bound, and those on tensor cores."""
    shapes = {(8192, 8192, 256): ("fp16x3", 3.0), (64, 8192, 8192): ("auto", 1.0)}
    rows = []
    for (m, n, k), (chosen, ratio) in shapes.items():
        problem = Problem(m, n, k)
        base = measured("cublas fp32", 64, 1.0, baseline=None)
        rows.append(dataclasses.replace(base, problem=problem))
        one = measured("split", 64, ratio)
        rows.append(dataclasses.replace(one, problem=problem, chosen=chosen))
    write(tmp_path / "h200/split_sets.jsonl", ENVIRONMENT, rows)
    line = "| `irregular` | 2 | 1.73 | 1.00 | 2 | 1.73 | 1.00 | 1 | 3.00 | 3.00 |"
    assert line in split_sets(tmp_path)
    assert split_sets(tmp_path / "h200/none") == ""
