"""Entry points of handlers: machine code that calls Python for as long as there is one.

JAX computes in the background, so a program may end before its products do. A thread of XLA's that
calls Python once the interpreter has begun to end never comes back, and XLA waits for it forever.
So the end of the process waits for the calls that are under way, and refuses those that come later
before they reach Python.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import time
from typing import Any

import llvmlite.binding as llvm

from sgemm.jax import call_frame

_TEXT = """
@calls = global i64 0
@closed = global i64 0
@message = constant [{length} x i8] c"{message}\\00"

define ptr @call(ptr %frame, ptr %handler) {{
  %before = atomicrmw add ptr @calls, i64 1 seq_cst
  %closed = load atomic i64, ptr @closed seq_cst, align 8
  %is_closed = icmp ne i64 %closed, 0
  br i1 %is_closed, label %refuse, label %enter
enter:
  %answer = call ptr %handler(ptr %frame)
  br label %end
refuse:
  %error = alloca {{ i64, ptr, ptr, i32 }}
  store {{ i64, ptr, ptr, i32 }} {{ i64 {size}, ptr null, ptr @message, i32 {code} }}, ptr %error
  %interface_at = getelementptr i8, ptr %frame, i64 {interface}
  %interface = load ptr, ptr %interface_at
  %create_at = getelementptr i8, ptr %interface, i64 {create_error}
  %create = load ptr, ptr %create_at
  %refusal = call ptr %create(ptr %error)
  br label %end
end:
  %result = phi ptr [ %answer, %enter ], [ %refusal, %refuse ]
  %after = atomicrmw sub ptr @calls, i64 1 seq_cst
  ret ptr %result
}}
"""

_ENTRY = """
define ptr @{name}(ptr %frame) {{
  %result = call ptr @call(ptr %frame, ptr inttoptr (i64 {handler} to ptr))
  ret ptr %result
}}
"""

_MESSAGE = "sgemm: the process ends, so nothing is multiplied any more"

_POLL_SECONDS = 0.001


class EntryPoints:
    """The entry points of handlers, by name; kept for as long as the process lives."""

    def __init__(self, handlers: dict[str, Any]) -> None:
        text = _TEXT.format(
            message=_MESSAGE,
            length=len(_MESSAGE) + 1,
            code=call_frame.INTERNAL,
            **call_frame.places_of_errors(),
        )
        for name, handler in handlers.items():
            address = ctypes.cast(handler, ctypes.c_void_p).value
            text += _ENTRY.format(name=name, handler=address)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._handlers = handlers
        self._engine: Any = llvm.create_mcjit_compiler(llvm.parse_assembly(text), target)
        self._engine.finalize_object()
        self._calls, self._closed = (
            ctypes.c_int64.from_address(self._engine.get_global_value_address(name))
            for name in ("calls", "closed")
        )
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._forget)

    def __getitem__(self, name: str) -> Any:
        """Return the function that XLA is to call."""
        return ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(
            self._engine.get_function_address(name)
        )

    def close(self) -> None:
        """Refuse calls from now on, and wait until none is under way."""
        self._closed.value = 1
        while self._calls.value:
            time.sleep(_POLL_SECONDS)

    def _forget(self) -> None:
        """Forget calls of threads that a forked child does not have."""
        self._calls.value = 0
