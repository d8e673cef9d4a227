"""A process ends, whatever JAX still computes in the background."""

import pytest

from programs import run_python

PROGRAM = """
import jax
import jax.numpy as jnp
import sgemm

multiply = jax.jit(sgemm.jax.matmul)
ones = jnp.ones((700, 700), jnp.float32)
multiply(ones, ones).block_until_ready()
"""

CHAIN = """
def chain(x):
    for _ in range(20):
        x = sgemm.jax.matmul(x, a, alpha=1 / 300)
    return x

a = jnp.ones((300, 300))
chain = jax.jit(chain)
chain(a).block_until_ready()
for _ in range(3):
    last = chain(a)
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
    """Run a program, which ends well; it is stopped where it does not end."""
    done = run_python(program, JAX_PLATFORMS="cpu")
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize(
    "rest",
    [
        CHAIN,
        CHAIN + "del last",
        CHAIN + "import sys; sys.exit()",
        # Operands that JAX still computes let it multiply in the background.
        "product = multiply(ones * 2, ones + 1)",
    ],
)
def test_a_process_ends_while_products_are_under_way(rest):
    assert run(PROGRAM + rest).stderr == ""


def test_what_comes_after_the_end_is_refused():
    done = run(LATE + PROGRAM)
    assert "sgemm: the process ends, so nothing is multiplied any more" in done.stdout


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
