"""What is imported when it is first used, while another thread forks."""

import multiprocessing
import os
import sys
import threading

import pytest

from sgemm.importing import import_module

SLOW = """\
import time
import slow_imports
slow_imports.begun.set()
time.sleep(0.3)
ended = True
"""


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_waits_for_what_another_thread_imports(tmp_path, monkeypatch):
    (tmp_path / "slow_module.py").write_text(SLOW)
    monkeypatch.syspath_prepend(str(tmp_path))
    slow_imports = type(sys)("slow_imports")
    slow_imports.begun = threading.Event()
    monkeypatch.setitem(sys.modules, "slow_imports", slow_imports)

    def work() -> None:
        module = sys.modules.get("slow_module")
        os._exit(0 if getattr(module, "ended", False) else 1)

    thread = threading.Thread(target=import_module, args=("slow_module",))
    thread.start()
    assert slow_imports.begun.wait(20)
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join(20)
    thread.join()
    assert child.exitcode == 0
