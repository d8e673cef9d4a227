"""Files that commands read and write, as users name them."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from test_cli_bench import QUICK

import synthetic_results as synthetic
from full_disk import disk_with
from results_maker import ENVIRONMENT, measured, write
from sgemm.bench.results import open_to_add, read

PROGRAM = (sys.executable, "-m", "sgemm")
HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m=cmd\n"
BENCH = ("bench", "--sizes", "8", "--contenders", "numpy", *QUICK)


@pytest.fixture
def good(tmp_path):
    return synthetic.write_cpu_results(tmp_path / "good.jsonl")


writers = pytest.mark.parametrize("command", ["export", "report"])


@writers
@pytest.mark.parametrize("name", ["good.jsonl", "link", "hard", "folder", "all.parquet"])
def test_no_command_replaces_what_it_reads(call, refused, good, command, name):
    folder = good.parent
    call("export", good, "-o", folder / "all.parquet")
    (folder / "link").symlink_to(good)
    (folder / "hard").hardlink_to(good)
    source = {"folder": folder, "all.parquet": folder / "all.parquet" / good.name}.get(name, good)
    target = good if name == "folder" else folder / name
    content = target.read_bytes()
    for force in ((), ("--force",)):
        words = refused(command, source, "-o", target, *force)
        assert f"output = '{target}' is what is read: name another" in words
    assert target.read_bytes() == content


def test_what_is_read_is_not_added_to(good):
    content = good.read_bytes()
    with good.open("ab") as file:
        for target in ("-", f"/dev/fd/{file.fileno()}"):
            done = subprocess.run(
                [*PROGRAM, "export", str(good), "-o", target],
                stdout=file,
                stderr=subprocess.PIPE,
                pass_fds=[file.fileno()],
                check=False,
            )
            assert done.returncode == 2 and b"is what is read" in done.stderr
    assert good.read_bytes() == content


@writers
def test_measurements_are_replaced_only_by_force(call, refused, good, command):
    for name in ("other.jsonl", "other"):
        other = synthetic.write_gpu_results(good.with_name(name))
        before = other.read_bytes()
        line = refused(command, good, "-o", other)
        assert "holds measurements" in line and "--force" in line
        assert other.read_bytes() == before
        call(command, good, "-o", other, "--force")
        assert other.read_bytes() != before


@writers
def test_what_another_process_writes_is_left_alone(refused, good, command):
    path = good.with_name("other.jsonl")
    with open_to_add(path, ENVIRONMENT) as file:
        file.add([measured("naive", 8, 1.0)])
        assert "written by another" in refused(command, good, "-o", path, "--force")


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output(call, refused, good, name):
    call("export", good, "-o", "file")
    result = call("export", good, "-o", name)
    assert result.stderr == ""
    assert result.stdout_bytes == Path("file").read_bytes()
    page = call("report", good, "-o", name)
    assert page.stderr == ""
    assert page.stdout.startswith("<!doctype html>") and page.stdout.endswith("</html>\n")
    for command in ("export", "report"):
        line = refused(command, good, "-o", name, "--json")
        assert "--json has standard output for itself" in line
    assert [path.name for path in Path().iterdir()] == ["file"]


def test_a_file_that_is_called_as_standard_output_is(call, good):
    call("export", good, "-o", "./-")
    assert Path("-").read_bytes().startswith(b"file,gpu")


@writers
def test_what_cannot_be_written_is_found_before_anything_is_read(refused, tmp_path, command):
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("{\n")
    assert "no file can be written there" in refused(command, damaged, "-o", "/proc/x/y")


def test_a_full_disk(call, refused, good):
    with disk_with(100):
        assert "File too large" in refused("export", good, "-o", "new.csv")
        assert "File too large" in refused(*BENCH, "--output", "new/bench.jsonl")
    assert list(Path().iterdir()) == []
    call(*BENCH, "--output", "new/bench.jsonl")


def test_benchmarks_on_standard_output_and_into_pipes(call, refused, tmp_path):
    pipe, copy = tmp_path / "pipe", tmp_path / "copy.jsonl"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: copy.write_bytes(pipe.read_bytes()))
    reader.start()
    call(*BENCH, "--output", pipe)
    reader.join()
    assert [one.kernel for one in read(copy).measurements] == ["numpy"]
    copy.write_bytes(call(*BENCH, "--output", "-").stdout_bytes)
    assert [one.kernel for one in read(copy).measurements] == ["numpy"]
    assert "No space left" in refused(*BENCH, "--output", "/dev/full")


def test_benchmarks_are_replaced_by_force(call, refused):
    call(*BENCH, "--output", "x")
    before = Path("x").read_bytes()
    line = refused(*BENCH, "--output", "x")
    assert "--resume goes on" in line and "--force replaces" in line
    assert Path("x").read_bytes() == before
    call(*BENCH, "--output", "x", "--force")
    assert len(read("x").measurements) == 1 and Path("x").read_bytes() != before
    assert "--resume and --force" in refused(*BENCH, "--output", "x", "--force", "--resume")
    Path("shapes").write_text("8\n")
    arguments = ("--shapes", "shapes", "--output", "shapes", "--force")
    assert "is what is read" in refused("bench", *arguments)


@pytest.mark.parametrize("more", [(), ("--resume",), ("--force",)])
def test_one_benchmark_at_a_time_writes_a_file(refused, more):
    with open_to_add("x.jsonl", ENVIRONMENT):
        assert "written by another process" in refused(*BENCH, "--output", "x.jsonl", *more)


@pytest.mark.parametrize("command", ["compare", "export", "report"])
def test_pipes_and_devices_are_no_results(refused, tmp_path, good, command):
    os.mkfifo(tmp_path / "pipe.jsonl")
    output = () if command == "compare" else ("-o", "x")
    for source in (tmp_path / "pipe.jsonl", tmp_path, "/dev/zero", "/dev/null"):
        assert "is a pipe or a device" in refused(command, source, *output)
    assert "is a pipe or a device" in refused("bench", "--shapes", "/dev/zero")


def test_a_file_without_an_end_of_a_line_is_not_read_to_its_end(refused, tmp_path):
    sparse = tmp_path / "sparse.jsonl"
    with sparse.open("wb") as file:
        file.truncate(2**40)
    assert "has a line of more than 64 MiB" in refused("compare", sparse)


def test_results_may_come_through_a_pipe_that_was_handed_over(good):
    command = f"{' '.join(PROGRAM)} export <(cat {good}) -o >(cat) | cat"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("file,gpu,") and done.stderr == ""


def documents(text):
    return [json.loads(line) for line in text.splitlines()]


def test_results_become_parquet_and_come_back(call, refused, good):
    write(good.with_name("second.jsonl"), ENVIRONMENT, [measured("naive", 8, 1.0)])
    sources = sorted(good.parent.glob("*.jsonl"))
    before = {path.name: documents(path.read_text()) for path in sources}
    call("export", *sources, "--format", "parquet", "-o", "all.parquet")
    call("export", "all.parquet", "--format", "jsonl", "-o", "back")
    assert {path.name: documents(path.read_text()) for path in Path("back").iterdir()} == before
    whole = call("compare", "all.parquet", "--json").stdout
    assert '"all.parquet/good.jsonl"' in whole
    one = call("export", "all.parquet/second.jsonl", "--format", "jsonl", "-o", "-")
    assert documents(one.stdout) == before["second.jsonl"]
    # What is there is not replaced unasked, and nothing is written where one file is refused.
    (Path("back") / "good.jsonl").unlink()
    arguments = ("export", "all.parquet", "--format", "jsonl", "-o", "back")
    assert "second.jsonl' holds measurements" in refused(*arguments)
    assert not (Path("back") / "good.jsonl").exists()
    call(*arguments, "--force")
    for output in ("back/good.jsonl", "-"):
        assert "is one file, and there are 2" in refused(*arguments[:-1], output, "--force")
    assert "holds measurements" in refused("export", good, "-o", "all.parquet")


@pytest.mark.parametrize(
    ("output", "more", "form"),
    [
        ("x.parquet", (), "parquet"),
        ("x.jsonl", (), "jsonl"),
        ("x.json", (), "t4"),
        ("x.csv", (), "csv"),
        ("x", (), "csv"),
        ("x.parquet", ("--format", "csv"), "csv"),
    ],
)
def test_the_suffix_decides_where_no_format_is_asked_for(call, document, good, output, more, form):
    assert document("export", good, "-o", output, *more)["format"] == form
    call("export", good, "-o", "asked", "--format", form)
    assert Path(output).read_bytes() == Path("asked").read_bytes()


def test_other_lines_become_parquet_and_come_back(call, refused, tmp_path):
    survey = tmp_path / "survey.jsonl"
    survey.write_text('{"m": 1, "tile": {"bm": 64}}\n{"m": 2, "schedule": null}\n')
    result = call("export", tmp_path, "--format", "parquet", "-o", "survey.parquet")
    assert "2 lines as parquet" in result.stdout
    back = call("export", "survey.parquet", "--format", "jsonl", "-o", "-")
    assert back.stdout_bytes == survey.read_bytes()
    assert "has no results" in refused("export", tmp_path, "-o", "x.csv")


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_files_of_one_name_are_not_mixed(refused, good, form):
    other = synthetic.write_gpu_results(good.parent / "below" / good.name)
    line = refused("export", good, other, "--format", form, "-o", "x")
    assert f"{good}, {other}: two files would be named good.jsonl: convert each by itself" in line


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (("first.parquet", "second.parquet"), ["good-first.jsonl", "good-second.jsonl"]),
        (("a/b.parquet", "c/b.parquet"), ["good-a-b.jsonl", "good-c-b.jsonl"]),
    ],
)
def test_files_of_one_name_in_several_parquets_have_its_name_too(call, good, sources, names):
    """And where Parquets have one name, that of the folder."""
    for source in sources:
        call("export", good, "-o", source)
    call("export", *sources, "-o", "both.parquet")
    call("export", "both.parquet", "--format", "jsonl", "-o", "found")
    assert [path.name for path in sorted(Path("found").iterdir())] == names
    written = call("export", good, "--format", "jsonl", "-o", "-").stdout_bytes
    assert [(Path("found") / name).read_bytes() for name in names] == [written] * 2


def hostile_results(path):
    one = measured(HOSTILE, 64, 1.1, protocol=HOSTILE, warnings=(HOSTILE,))
    wrong = measured("=1+1", 64, None, protocol=HOSTILE, failure=f"because {HOSTILE}")
    write(path, ENVIRONMENT, [one, wrong])
    return path


def test_results_do_not_command_a_terminal_or_a_spreadsheet(call, tmp_path):
    path = hostile_results(tmp_path / "evil\x1b[31m.jsonl")
    for status, *command in (
        (0, "compare", path),
        (0, "compare", path, path),
        (2, "compare", path, "--baseline", "absent"),
        (0, "export", path, "-o", "-"),
        (0, "export", path, "--format", "t4", "-o", "-"),
        (0, "report", path, "-o", "-"),
        (0, "report", path, "-o", "report.html"),
    ):
        result = call(*command, status=status)
        assert "\x1b" not in result.output and "\x9b" not in result.output, command
        assert "\x07" not in result.output, command
    assert "\x1b" not in Path("report.html").read_text()
    lines = call("export", path, "-o", "-").stdout
    assert ",'=1+1," in lines and r"evil\x1b[31m.jsonl" in lines
    assert r"\x1b]0;owned\x07" in lines


@pytest.mark.parametrize("name", ["a\nsgemm: all is well.jsonl", "\x1b[31m.jsonl", "\udcff.jsonl"])
def test_names_of_files_are_one_line_in_errors(refused, tmp_path, name):
    path = tmp_path / name
    shown = name.encode("unicode_escape").decode()
    for arguments in (("compare", path), ("bench", "--shapes", path)):
        assert f"{shown} cannot be read: No such file" in refused(*arguments)
    path.write_text("{\n")
    assert f"{shown}:1: the line is not JSON" in refused("compare", path)
    path.unlink()
    path.mkdir()
    assert f"{shown} has no results" in refused("compare", path)
    assert "is a folder" in refused(*BENCH, "--output", path)


def test_results_in_files_whose_names_are_no_text(call, tmp_path):
    path = synthetic.write_cpu_results(tmp_path / "\udcff.jsonl")
    assert rb"\udcff.jsonl" in call("export", path, "-o", "-").stdout_bytes
    call("report", path, "--title", "\udcff", "-o", "x.html")
