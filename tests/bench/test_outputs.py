"""What a user names is written to as it is: files replaced whole, links followed, the rest fed."""

import os
import socket
import stat
import threading
from pathlib import Path

import pytest

from full_disk import disk_with
from sgemm.bench.files import check_folder, find_output, write_outputs
from sgemm.errors import ArgumentError, MachineError


def write(path: Path | str, content: bytes = b"new") -> None:
    write_outputs({find_output(path): content})


def test_a_new_file_is_made_with_its_folders(tmp_path: Path) -> None:
    write(tmp_path / "some" / "folder" / "file")
    path = tmp_path / "some" / "folder" / "file"
    assert path.read_bytes() == b"new"
    (tmp_path / "usual").touch()
    assert path.stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old and longer")
    path.chmod(0o640)
    with path.open("rb") as reader:
        write(path)
        assert reader.read() == b"old and longer", "it is not the same file"
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("is_there", [True, False])
def test_links_are_followed(tmp_path: Path, is_there: bool) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    if is_there:
        target.write_bytes(b"old")
    (tmp_path / "link").symlink_to(Path("folder") / "target")
    (tmp_path / "second").symlink_to("link")
    write(tmp_path / "second")
    assert target.read_bytes() == b"new" and not target.is_symlink()
    assert (tmp_path / "second").is_symlink() and (tmp_path / "link").is_symlink()


def test_pipes_are_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write(pipe, b"x" * 200_000)
    reader.join()
    assert found == [b"x" * 200_000]
    assert pipe.is_fifo()


def test_what_is_open_already_is_written_into(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"before, ")
        write(f"/dev/fd/{file.fileno()}")
    assert (tmp_path / "file").read_bytes() == b"before, new"


def refused(path: Path) -> str:
    before = set(path.parent.rglob("*"))
    with pytest.raises(ArgumentError) as error:
        check_folder(find_output(path))
    assert set(path.parent.rglob("*")) == before
    return str(error.value)


def test_what_cannot_be_written_is_found_without_a_trace(tmp_path: Path) -> None:
    file = tmp_path / "file\n"
    file.write_bytes(b"kept")
    file.chmod(0o444)
    circle = tmp_path / "circle"
    circle.symlink_to("circle")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        assert "is a socket" in refused(tmp_path / "socket")
    assert r"file\n' is read-only" in refused(file)
    assert "is a folder: name a file" in refused(tmp_path)
    assert "Too many levels of symbolic links" in refused(circle)
    assert "Too many levels of symbolic links" in refused(circle / "below")
    assert "Not a directory" in refused(file / "below")
    assert "no file can be written there: /proc:" in refused(Path("/proc/nowhere/file"))
    check_folder(find_output(tmp_path / "not" / "here"))


def test_a_working_folder_that_was_removed_has_no_place_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(ArgumentError, match="output = 'output' cannot be written: No such file"):
        find_output("output")


def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"old")
    (tmp_path / "two").write_bytes(b"old")
    outputs = {find_output(tmp_path / "one"): b"new", find_output(tmp_path / "two"): b"x" * 99}
    with disk_with(50), pytest.raises(MachineError, match="two' cannot be written: File too"):
        write_outputs(outputs)
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert found == {"one": b"old", "two": b"old"}
