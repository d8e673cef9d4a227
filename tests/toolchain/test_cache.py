import errno
import functools
import multiprocessing
import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sgemm.errors import ArgumentError, CompileError
from sgemm.toolchain.cache import Cache, CacheInfo

PARTS = st.lists(st.one_of(st.text(max_size=6), st.binary(max_size=6)), max_size=4)


def noise(count: int) -> bytes:
    """Bytes that cannot be deflated."""
    return random.Random(count).randbytes(count)


def never() -> bytes:
    raise AssertionError("the entry was made again")


def entry_of(cache: Cache) -> Path:
    (path,) = cache.info().path.iterdir()
    return path


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=PARTS, second=PARTS)
def test_keys_with_different_parts_have_different_entries(tmp_path, first, second):
    def plain(parts):
        return [part.encode() if isinstance(part, str) else part for part in parts]

    cache = Cache("c", root=tmp_path)
    cache.clear()
    cache.store(first, b"first")
    found = cache.load(second)
    assert found == (b"first" if plain(first) == plain(second) else None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(payload=st.binary(max_size=200), data=st.data())
def test_a_damaged_or_truncated_entry_is_made_again(tmp_path, payload, data):
    cache = Cache("c", root=tmp_path)
    cache.clear()
    cache.store(("key",), payload)
    path = entry_of(cache)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans(), label="truncate"):
        del content[place:]
    else:
        content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    assert cache.load(("key",)) is None
    assert cache.fetch(("key",), lambda: b"again") == b"again"
    assert cache.load(("key",)) == b"again"


def test_an_entry_under_another_name_is_damage(tmp_path):
    cache = Cache("c", root=tmp_path)
    cache.store(("a",), b"of a")
    content = entry_of(cache).read_bytes()
    cache.clear()
    cache.store(("b",), b"of b")
    entry_of(cache).write_bytes(content)
    assert cache.load(("b",)) is None


def test_errors_of_make_are_passed_on_and_leave_nothing(tmp_path):
    cache = Cache("c", root=tmp_path)
    for error in (CompileError("wrong"), OSError("make's own")):

        def fail(error: Exception = error) -> bytes:
            raise error

        with pytest.raises(type(error), match=str(error)):
            cache.fetch(("key",), fail)
    assert cache.info().entries == 0


def test_size_is_bounded_and_what_was_used_last_stays(tmp_path):
    entry_bytes = 1000
    cache = Cache("c", limit_bytes=10 * entry_bytes, root=tmp_path)
    for number in range(30):
        cache.store((str(number),), noise(entry_bytes - 100))
        assert cache.load(("0",)) is not None, number
        assert cache.info().nbytes <= cache.info().limit_bytes
    assert cache.info().entries == 10
    kept = [number for number in range(30) if cache.load((str(number),)) is not None]
    assert kept == [0, *range(21, 30)]


def test_an_entry_larger_than_the_limit_is_not_kept_and_removes_nothing(tmp_path):
    cache = Cache("c", limit_bytes=1000, root=tmp_path)
    cache.store(("small",), b"s")
    assert cache.fetch(("large",), lambda: noise(1000)) == noise(1000)
    assert cache.load(("large",)) is None
    assert cache.load(("small",)) == b"s"


def test_entries_are_deflated(tmp_path):
    cache = Cache("c", limit_bytes=1000, root=tmp_path)
    cache.store(("zeros",), bytes(10_000))
    assert cache.load(("zeros",)) == bytes(10_000)
    assert cache.info().nbytes < 200


def test_files_of_others_are_left_alone(tmp_path):
    cache = Cache("c", limit_bytes=400, root=tmp_path)
    cache.store(("a",), noise(100))
    other = cache.info().path / "README"
    other.write_text("x" * 1000)
    for number in range(5):
        cache.store((str(number),), noise(100))
    assert cache.clear() == 2
    assert [path.name for path in cache.info().path.iterdir()] == ["README"]


def test_what_a_dying_process_left_is_removed_later(tmp_path):
    cache = Cache("c", root=tmp_path)
    cache.store(("a",), b"a")
    abandoned, running = (cache.info().path / f"writing-{name}" for name in ("old", "new"))
    abandoned.write_bytes(b"half")
    running.write_bytes(b"half")
    os.utime(abandoned, (0, time.time() - 86400))
    assert cache.info().entries == 1
    cache.store(("b",), b"b")
    assert not abandoned.exists()
    assert running.exists()


def test_info_and_clear(tmp_path):
    cache = Cache("c", limit_bytes=5000, root=tmp_path)
    assert cache.info() == CacheInfo(tmp_path / "c", True, 0, 0, 5000)
    cache.store(("a",), noise(100))
    cache.store(("b",), noise(100))
    nbytes = sum(path.stat().st_size for path in cache.info().path.iterdir())
    assert cache.info() == CacheInfo(tmp_path / "c", True, 2, nbytes, 5000)
    assert nbytes > 200
    assert cache.clear() == 2
    assert cache.load(("a",)) is None
    assert cache.info().nbytes == 0


# ---- where no caching is possible


def works_without_keeping(cache: Cache) -> None:
    made = []

    def make() -> bytes:
        made.append(1)
        return b"payload"

    assert [cache.fetch(("key",), make) for _ in range(2)] == [b"payload"] * 2
    assert len(made) == 2
    assert cache.info().entries == 0
    assert cache.clear() == 0


@pytest.mark.parametrize("place", [".", "c"])
def test_a_file_where_a_directory_should_be(tmp_path, place):
    (tmp_path / "c").write_text("in the way")
    works_without_keeping(Cache("c", root=tmp_path / place))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_without_permission(tmp_path):
    tmp_path.chmod(0o500)
    try:
        works_without_keeping(Cache("c", root=tmp_path))
    finally:
        tmp_path.chmod(0o700)


def refusing(number: int):
    def refuse(*arguments: object, **named: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("mkdir", errno.EROFS),
        ("fdopen", errno.EROFS),
        ("replace", errno.EACCES),
    ],
)
def test_a_file_system_that_refuses(tmp_path, monkeypatch, name, number):
    monkeypatch.setattr(os, name, refusing(number))
    works_without_keeping(Cache("c", root=tmp_path))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_read_only_cache_is_still_read(tmp_path, monkeypatch):
    cache = Cache("c", root=tmp_path)
    cache.store(("key",), b"payload")
    for name in ("mkdir", "utime", "replace"):
        monkeypatch.setattr(os, name, refusing(errno.EROFS))
    assert cache.fetch(("key",), never) == b"payload"
    assert cache.fetch(("other",), lambda: b"other") == b"other"


@pytest.mark.parametrize("value", ["1", "on"])
def test_disabled_by_the_environment(tmp_path, monkeypatch, value):
    Cache("c", root=tmp_path).store(("kept",), b"payload")
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", value)
    cache = Cache("c", root=tmp_path)
    assert not cache.info().enabled
    assert cache.load(("kept",)) is None
    assert cache.fetch(("new",), lambda: b"new") == b"new"
    for left_on in ("0", "off", ""):
        monkeypatch.setenv("SGEMM_CACHE_DISABLE", left_on)
        cache = Cache("c", root=tmp_path)
        assert cache.info().entries == 1
        assert cache.load(("kept",)) == b"payload"
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", "false")
    with pytest.raises(ArgumentError, match="SGEMM_CACHE_DISABLE = 'false': it is 'on'"):
        Cache("c", root=tmp_path)


# ---- where it lies


def test_the_environment_says_where(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("SGEMM_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value, place in (
        ("OTHER", "", "home/.cache/sgemm"),
        ("XDG_CACHE_HOME", "relative/paths/do/not/count", "home/.cache/sgemm"),
        ("XDG_CACHE_HOME", str(tmp_path / "xdg"), "xdg/sgemm"),
        ("SGEMM_CACHE_DIR", "~/own", "home/own"),
    ):
        monkeypatch.setenv(name, value)
        assert Cache("c").info().path == tmp_path / place / "c"


@pytest.mark.parametrize("home", [None, "", "relative"])
@pytest.mark.parametrize("chosen", ["", "~/own", "~"])
def test_without_a_home_that_is_an_absolute_path_there_is_no_place(
    monkeypatch, tmp_path, home, chosen
):
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.chdir(tmp_path)
    if home is None:
        monkeypatch.setattr(Path, "home", no_home)
    else:
        monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("SGEMM_CACHE_DIR", chosen)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    cache = Cache("c")
    assert cache.info().path is None
    works_without_keeping(cache)
    assert list(tmp_path.iterdir()) == []


# ---- many at once


def payload_of(number: int) -> bytes:
    return noise(100_000 + number)


def hammer(root: Path, limit_bytes: int, seed: int, failures: object) -> None:
    try:
        cache = Cache("c", limit_bytes, root)
        for step in range(60):
            number = (seed * 7 + step) % 8
            made = cache.fetch((str(number),), functools.partial(payload_of, number))
            if made != payload_of(number):
                failures.put(f"process {seed}: wrong payload of {number}")
    except BaseException as error:
        failures.put(f"process {seed}: {error!r}")
        raise


@pytest.mark.parametrize("limit_bytes", [10**7, 350_000], ids=["all fit", "three fit"])
def test_many_processes_share_entries(tmp_path, limit_bytes):
    context = multiprocessing.get_context("spawn")
    failures = context.Queue()
    processes = [
        context.Process(target=hammer, args=(tmp_path, limit_bytes, seed, failures))
        for seed in range(4)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0] * 4
    assert failures.empty(), failures.get()
    cache = Cache("c", limit_bytes, tmp_path)
    assert cache.info().nbytes <= limit_bytes
    assert not [path for path in cache.info().path.iterdir() if "writing" in path.name]


def test_a_directory_of_no_user_is_an_error(monkeypatch):
    monkeypatch.setenv("SGEMM_CACHE_DIR", "~no-such-user/cache")
    words = "SGEMM_CACHE_DIR = .~no-such-user/cache.: there is no user .no-such-user."
    with pytest.raises(ArgumentError, match=words):
        Cache("kernels")
