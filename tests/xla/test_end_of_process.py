"""A process ends, whatever JAX still computes in the background."""

import subprocess
import sys

PROGRAM = """
import jax
import jax.numpy as jnp
import sgemm

multiply = jax.jit(sgemm.jax.matmul)
ones = jnp.ones((700, 700), jnp.float32)
multiply(ones, ones).block_until_ready()
"""

LATE = """
import atexit

def late():
    try:
        multiply(ones, ones).block_until_ready()
    except Exception as error:
        print(error)

atexit.register(late)  # before the library, so it runs after the library has closed
"""


def run(program):
    """Return what a program prints; it is stopped where it does not end."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_process_ends_while_products_are_under_way():
    """Operands that JAX still computes let it multiply in the background."""
    run(PROGRAM + "product = multiply(ones * 2, ones + 1)\n")


def test_what_comes_after_the_end_is_refused():
    assert "sgemm: the process ends, so nothing is multiplied any more" in run(LATE + PROGRAM)


def test_a_forked_child_waits_for_no_thread_that_it_does_not_have():
    """A thread of the parent seems to be inside a call when the process forks."""
    program = """
import os
from sgemm.jax import backend

calls = backend._ENTRY_POINTS._calls
calls.value += 1
child = os.fork()
if child:
    os.waitpid(child, 0)
    calls.value -= 1
"""
    run(PROGRAM + program)
