"""What sgemm.jax refuses, in one line that names the argument, by errors of JAX's types."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from xla_samples import whole

import sgemm
from sgemm import ArgumentError, ArgumentTypeError, MachineError, RequirementError

A, B = whole(3, 4), whole(4, 5)
NUMBERS = (((1,), (0,)), ((), ()))


def dot(lhs, rhs, numbers=NUMBERS, *rest, **options):
    return sgemm.jax.dot_general(lhs, rhs, numbers, *rest, **options)


@pytest.mark.parametrize("multiply", [sgemm.jax.matmul, sgemm.jax.gemm, sgemm.matmul, sgemm.gemm])
@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (
            A.astype(jnp.bfloat16),
            B.astype(jnp.bfloat16),
            r"^a has dtype bfloat16 and b has dtype bfloat16: one of both has to be float32"
            "; convert one of them",
        ),
        (A, B.astype(jnp.int32), r"^b has dtype int32"),
        (A, np.ones((4, 5)), r"^b has dtype float64"),
        (A, [[1.0]], r"^b is of type list; an array of JAX or NumPy is needed"),
        (A, A, r"^a, 3x4, and b, 3x4, do not fit: the 4 columns"),
        (
            whole(2, 3, 4),
            whole(3, 4, 5),
            r"2 matrices of the first meet 3 of the second; as many are needed, or 1$",
        ),
        (A, jnp.float32(1), r"^b has 0 dimensions"),
    ],
)
def test_operands(multiply, a, b, message):
    """Also by the public functions, where they are traced."""
    with pytest.raises(ArgumentTypeError, match=message) as caught:
        jax.jit(lambda a: multiply(a, b))(a)
    assert isinstance(caught.value, TypeError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dot(A.astype(jnp.int32), B), r"^lhs has dtype int32"),
        (
            lambda: dot(A, B, (((1,), (1,)), ((), ()))),
            r"^dimension_numbers = \(\(\(1,\), \(1,\)\), .*: dot_general requires contracting",
        ),
        (lambda: dot(A, B[None], None), r"^dimension_numbers = None: "),
        (lambda: dot(A, B, "junk"), r"^dimension_numbers = 'junk': \(\(lhs_contracting, rhs"),
        (lambda: dot(A, B, 3), r"^dimension_numbers = 3: "),
        (lambda: dot(A, B, ((1,), (0,))), r"^dimension_numbers = \(\(1,\), \(0,\)\): "),
        (lambda: dot(A, B, (((1.5,), (0,)), ((), ()))), r"^dimension_numbers = .*: \(\(lhs_"),
        (lambda: dot(A, B, NUMBERS, None, "junk"), r"^preferred_element_type = 'junk': float32"),
        (lambda: dot(A, B, NUMBERS, "highest", 3), r"^preferred_element_type = 3: float32 is"),
        (lambda: dot(A, B, NUMBERS, None, jnp.float16), r"^preferred_element_type = "),
        (lambda: jax.jit(lambda s: sgemm.jax.matmul(A, B, alpha=s))(2.0), r"^alpha is traced"),
        (lambda: jax.jit(lambda s: sgemm.jax.gemm(A, B, A, beta=s))(2.0), r"^beta is traced"),
        (lambda: sgemm.jax.gemm(A, B, A, beta=1.0), r"^c has shape \(3, 4\); the result has"),
        (lambda: sgemm.jax.gemm(A[0], B), r"^a has 1 dimension,"),
    ],
)
def test_types(call, message):
    with pytest.raises(ArgumentTypeError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sgemm.jax.matmul(A, B, plan="none"), r"^plan = 'none': there is no such rule"),
        (lambda: sgemm.jax.matmul(A, B, plan=3.5), r"^plan = 3\.5: the name of a rule"),
        (lambda: dot(A, B, plan="none"), r"^plan = 'none'"),
        (lambda: sgemm.jax.matmul(A, B, out=A), r"^out is of type .*: leave it out"),
        (lambda: sgemm.jax.matmul(A, B, stream=0), r"^stream = 0: where JAX traces"),
        (lambda: sgemm.jax.matmul(A, B, machine="cpu"), r"^machine = 'cpu'"),
        (lambda: sgemm.jax.matmul(A, B, alpha="2"), r"^alpha = '2' is of type str"),
        (lambda: sgemm.jax.gemm(A, B, beta=1.0), r"^beta = 1 and c is None"),
        (lambda: sgemm.jax.gemm(A, B, trans_a=1), r"^trans_a = 1: True or False"),
        (lambda: dot(A, B, NUMBERS, "TF32_TF32_F32"), r"^precision = 'TF32_TF32_F32': all is"),
        (lambda: dot(A, B, NUMBERS, "no such"), r"^precision = 'no such': 'ieee', 'split', 'sp"),
        (lambda: dot(A, B, NUMBERS, 3), r"^precision = 3: "),
        (lambda: dot(A, B, NUMBERS, ("F32_F32_F32", "high")), r"^precision = \('F32_F32_F32', 'h"),
        (lambda: dot(A, B, out_sharding=A.sharding), r"^out_sharding = "),
    ],
)
def test_values(call, message):
    with pytest.raises(ArgumentError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_functions_that_no_trace_can_see_into():
    for call in (
        lambda a: sgemm.sgemm(1.0, a, B),
        lambda a: sgemm.plan(a, B),
    ):
        with pytest.raises(ArgumentError, match=r"^(a|b) is "):
            jax.jit(call)(A)


def test_a_kernel_that_cannot_compute_it():
    with pytest.raises(RequirementError, match="bulk_copy cannot compute"):
        jax.jit(lambda a: sgemm.jax.matmul(a[:, :3], B[:3], plan="bulk_copy")).lower(A)


def test_other_platforms():
    export = pytest.importorskip("jax.export")
    for platform in ("tpu", "rocm"):
        with pytest.raises(MachineError, match=rf"^platform {platform}: sgemm\.jax computes on"):
            export.export(jax.jit(sgemm.jax.matmul), platforms=[platform])(A, B)


def test_lowering_for_a_gpu_needs_none():
    export = pytest.importorskip("jax.export")
    made = export.export(
        jax.jit(sgemm.jax.matmul),
        platforms=["cuda"],
        disabled_checks=[export.DisabledSafetyCheck.custom_call("sgemm")],
    )(A, B)
    assert "@sgemm" in made.mlir_module()
