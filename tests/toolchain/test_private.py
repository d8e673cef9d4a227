"""The cache runs no native code that another user can have written."""

import os
import stat
import warnings

import pytest
from test_cache import entry_of

from sgemm.toolchain.cache import Cache

SOMEBODY = 12345


@pytest.fixture
def give_away(monkeypatch):
    """A function that lets the system say that somebody else owns a file."""
    ask = os.fstat
    given = set()

    def answer(descriptor):
        fields = list(ask(descriptor))
        if fields[stat.ST_INO] in given:
            fields[stat.ST_UID] = SOMEBODY
        return os.stat_result(fields)

    monkeypatch.setattr(os, "fstat", answer)
    return lambda path: given.add(path.stat().st_ino)


@pytest.fixture
def cache(tmp_path):
    """A cache with one entry, in tmp_path/root/c."""
    made = Cache("c", root=tmp_path / "root")
    made.store(("key",), b"planted")
    return made


def made_again() -> bytes:
    return b"own"


def holds(cache):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return cache.load(("key",)) == b"planted"


@pytest.mark.parametrize("place", ["root/c", "root", "."])
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o722, 0o1777])
def test_folders_that_others_can_write_are_not_used(tmp_path, cache, place, mode):
    folder = tmp_path / place
    folder.chmod(mode)
    is_on_the_way = place != "root/c"
    if mode & stat.S_ISVTX and is_on_the_way:
        assert holds(cache)
        return
    words = rf"others can write to {folder} \(its mode is {mode:04o}\).*SGEMM_CACHE_DIR"
    with pytest.warns(RuntimeWarning, match=words):
        assert cache.fetch(("key",), made_again) == b"own"
    info = cache.info()
    assert (info.entries, info.objection) == (
        0,
        f"others can write to {folder} (its mode is {mode:04o})",
    )
    with pytest.warns(RuntimeWarning):
        assert cache.clear() == 0
    folder.chmod(0o700)
    assert holds(cache), "nothing was written or removed"


@pytest.mark.parametrize("place", ["root/c", "root", "."])
def test_folders_of_others_are_not_used(tmp_path, cache, give_away, place):
    give_away(tmp_path / place)
    with pytest.warns(RuntimeWarning, match=f"{tmp_path / place} belongs to user {SOMEBODY}"):
        assert cache.fetch(("key",), made_again) == b"own"


def test_the_warning_is_given_once(tmp_path):
    tmp_path.chmod(0o777)
    with warnings.catch_warnings(record=True) as seen:
        warnings.resetwarnings()
        for name in ("c", "d", "c"):
            Cache(name, root=tmp_path).fetch(("key",), made_again)
    assert len(seen) == 1


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_entries_that_others_can_write_are_made_again(cache, mode):
    entry_of(cache).chmod(mode)
    assert cache.load(("key",)) is None
    assert cache.fetch(("key",), made_again) == b"own"
    assert cache.load(("key",)) == b"own"
    assert stat.S_IMODE(entry_of(cache).stat().st_mode) == 0o600


def test_entries_of_others_are_made_again(cache, give_away):
    give_away(entry_of(cache))
    assert cache.fetch(("key",), made_again) == b"own"
    assert cache.load(("key",)) == b"own"


def test_entries_that_are_no_files_are_made_again(tmp_path, cache):
    entry = entry_of(cache)
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert cache.load(("key",)) is None
    entry.unlink()
    os.mkfifo(entry)
    assert cache.load(("key",)) is None, "and nobody waits for a pipe's writer"
    assert cache.fetch(("key",), made_again) == b"own"
    assert cache.load(("key",)) == b"own"
    entry.unlink()
    entry.mkdir()
    assert cache.fetch(("key",), made_again) == b"own"


def test_what_was_judged_is_what_is_read(tmp_path, cache, monkeypatch):
    """A folder that is exchanged after it has been judged is not looked into."""
    folder = cache.info().path
    Cache("c", root=tmp_path / "other").store(("key",), b"exchanged")
    ask = os.fstat

    def exchange(descriptor):
        status = ask(descriptor)
        if folder.exists() and status.st_ino == folder.stat().st_ino:
            folder.rename(tmp_path / "moved")
            (tmp_path / "other" / "c").rename(folder)
        return status

    monkeypatch.setattr(os, "fstat", exchange)
    assert cache.load(("key",)) == b"planted"
    monkeypatch.undo()
    assert cache.load(("key",)) == b"exchanged"


def test_folders_are_made_for_this_user_alone(tmp_path):
    before = os.umask(0)
    try:
        cache = Cache("c", root=tmp_path / "a" / "b")
        cache.store(("key",), b"payload")
    finally:
        os.umask(before)
    for place in ("a", "a/b", "a/b/c"):
        assert stat.S_IMODE((tmp_path / place).stat().st_mode) == 0o700
    assert stat.S_IMODE(entry_of(cache).stat().st_mode) == 0o600


def test_symbolic_links_on_the_way_are_followed_and_judged(tmp_path, cache):
    (tmp_path / "link").symlink_to("root")
    assert holds(Cache("c", root=tmp_path / "link"))
    (tmp_path / "root").chmod(0o777)
    with pytest.warns(RuntimeWarning, match=f"others can write to {tmp_path / 'root'} "):
        assert Cache("c", root=tmp_path / "link").load(("key",)) is None


def test_what_is_above_the_home_folder_is_the_systems_care(tmp_path, monkeypatch, cache):
    monkeypatch.setenv("HOME", str(tmp_path / "root"))
    tmp_path.chmod(0o777)
    assert holds(cache)
    (tmp_path / "root").chmod(0o770)
    with pytest.warns(RuntimeWarning, match="others can write"):
        assert cache.load(("key",)) is None
