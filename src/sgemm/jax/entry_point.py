"""Entry points of handlers: machine code that launches known products, and else calls Python.

To enter Python from a thread of XLA's takes longer than many products do. So Python computes a
product on a GPU once, and describes its launch. From then on machine code launches it, on the
addresses, workspace and stream of each call.

JAX computes in the background, so a program may end before its products do. A thread of XLA's that
calls Python once the interpreter has begun to end never comes back, and XLA waits for it forever.
So the end of the process waits for the calls that are under way, and refuses those that come later
before they reach Python.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
import time
from importlib import resources
from typing import Any

import llvmlite.binding as llvm

from sgemm.jax.call_frame import CallFrame, Text
from sgemm.machines.interface import NativeLaunch

KEPT = 4096
"""How many launches are known at most, for as long as the process lives."""

_ENTRY = """
define ptr @{name}(ptr %frame) {{
  %result = call ptr @call(ptr %frame, ptr inttoptr (i64 {handler} to ptr), i1 {is_gpu})
  ret ptr %result
}}
"""

_POLL_SECONDS = 0.001

_Pointer = ctypes.c_void_p


class _Map(ctypes.Structure):
    _fields_ = (
        ("map", _Pointer),
        ("base", _Pointer),
        ("offset", ctypes.c_int64),
        ("address", ctypes.c_int64),
    )


class _Launch(ctypes.Structure):
    _fields_ = (("configuration", _Pointer), ("function", _Pointer), ("stream", _Pointer))


class Known(ctypes.Structure):
    """A known product, as entry_point.ll reads it: what calls like it are, and their launch."""

    _fields_ = (
        ("next", _Pointer),
        ("is_busy", ctypes.c_int32),
        ("gpu", ctypes.c_int32),
        ("alignment", ctypes.c_int64),
        ("form", Text),
        ("rank", ctypes.c_int64),
        ("sizes", _Pointer),
        ("floats", ctypes.c_int64),
        ("counters", ctypes.c_int64),
        ("places", _Pointer * 5),
        ("map_count", ctypes.c_int64),
        ("maps", _Pointer),
        ("launch_count", ctypes.c_int64),
        ("launches", _Pointer),
        ("parameters", _Pointer),
        ("launch", _Pointer),
        ("replace", _Pointer),
    )


def _known(frame: CallFrame, native: NativeLaunch) -> tuple[Known, Any]:
    """Describe calls like one, and their launch; and return what has to stay in memory."""
    a, b = frame.operands.all()[:2]
    c = frame.results.all()[0]
    form = ctypes.create_string_buffer(frame.attributes.text(0).encode())
    sizes = (ctypes.c_int64 * (2 * a.rank))(*a.shape, *b.shape)
    maps = (_Map * len(native.maps))(*(_Map(*each) for each in native.maps))
    launches = (_Launch * len(native.launches))(*(_Launch(*each) for each in native.launches))
    unread = ctypes.c_int64()
    places = (place or ctypes.addressof(unread) for place in native.places)
    known = Known(
        gpu=frame.ordinal(),
        alignment=sum((each.address & 15) << 4 * n for n, each in enumerate((a, b, c))),
        form=Text(ctypes.addressof(form), len(form.value)),
        rank=a.rank,
        sizes=ctypes.addressof(sizes),
        floats=native.workspace.floats,
        counters=native.workspace.counters,
        places=(_Pointer * 5)(*places),
        map_count=len(maps),
        maps=ctypes.addressof(maps),
        launch_count=len(launches),
        launches=ctypes.addressof(launches),
        parameters=native.parameters,
        launch=native.launch,
        replace=native.replace,
    )
    return known, (form, sizes, maps, launches, unread, native.owner)


class EntryPoints:
    """The entry points of handlers, by XLA's name of the platform; the process keeps them."""

    def __init__(self, handlers: dict[str, Any]) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple().create_target_machine(jit=True)
        text = f'target datalayout = "{target.target_data}"\n'
        text += resources.files("sgemm.jax").joinpath("entry_point.ll").read_text()
        for name, handler in handlers.items():
            address = ctypes.cast(handler, _Pointer).value
            is_gpu = str(name == "CUDA").lower()
            text += _ENTRY.format(name=name, handler=address, is_gpu=is_gpu)
        self._handlers = handlers
        self._engine: Any = llvm.create_mcjit_compiler(llvm.parse_assembly(text), target)
        self._engine.finalize_object()
        self._calls, self._closed = (
            ctypes.c_int64.from_address(self._engine.get_global_value_address(name))
            for name in ("calls", "closed")
        )
        self._remember = ctypes.CFUNCTYPE(None, _Pointer, _Pointer)(
            self._engine.get_function_address("remember")
        )
        self._lock = threading.Lock()
        self._kept: list[Any] = []
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._forget)

    def __getitem__(self, name: str) -> Any:
        """Return the function that XLA is to call."""
        return ctypes.CFUNCTYPE(_Pointer, _Pointer)(self._engine.get_function_address(name))

    def remember(self, frame: CallFrame, native: NativeLaunch) -> None:
        """Launch calls like one that was made just now without Python.

        They are those with the same form, GPU and shapes, aligned alike, and with a workspace as
        large as is needed. One thread at a time launches so: what another one calls is Python's.
        """
        known, kept = _known(frame, native)
        with self._lock:
            if not self.is_full:
                self._kept.append((known, kept))
                self._remember(ctypes.addressof(frame), ctypes.addressof(known))

    @property
    def is_full(self) -> bool:
        """Whether no further launch is kept."""
        return len(self._kept) >= KEPT

    def close(self) -> None:
        """Refuse calls from now on, and wait until none is under way."""
        self._closed.value = 1
        while self._calls.value:
            time.sleep(_POLL_SECONDS)

    def _forget(self) -> None:
        """Forget calls of threads, and launches on GPUs, that a forked child does not have."""
        self._calls.value = 0
        self._lock = threading.Lock()
        self._kept = []
        lists = self._engine.get_global_value_address("known")
        ctypes.memset(lists, 0, 1024 * ctypes.sizeof(_Pointer))
