"""The primitive that JAX records and transforms: alpha*op(A)*op(B) of batches of matrices.

Its operands have as many axes as one another, two or more. The last two are a matrix; those before
are a batch, of which each axis has the length of the other operand's, or 1: such an axis is
repeated, and never copied. Its rules are written with the primitive itself, so that derivatives of
any order and any nesting of transformations follow.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import math
from typing import Any

import jax
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir, xla

from sgemm.arrays.view import HOST, Device
from sgemm.errors import ArgumentError, MachineError
from sgemm.jax.backend import TARGET, bound_workspace, described_form
from sgemm.kernels.schedule import Workspace
from sgemm.machines.interface import CUDA_KIND
from sgemm.planning.automatic import plan_of_gradients

product_p = Primitive("sgemm")


def product(
    a: Any, b: Any, *, alpha: float = 1.0, trans_a: bool = False, trans_b: bool = False, plan: str
) -> jax.Array:
    """Return alpha*op(A)*op(B) of operands that fit."""
    a, b = _alike(a, b)
    result: jax.Array = product_p.bind(
        a, b, alpha=alpha, plan=plan, trans_a=trans_a, trans_b=trans_b
    )
    return result


def _alike(*values: Any) -> list[Any]:
    """Let values vary over the same axes of a mesh, which shard_map asks for."""
    axes = [_varying(jax.typeof(value)) for value in values]
    union = frozenset().union(*axes)
    return [
        jax.lax.pcast(value, tuple(sorted(union - own)), to="varying") if union - own else value
        for value, own in zip(values, axes, strict=True)
    ]


def _varying(kind: Any) -> frozenset[Any]:
    """Return the axes of a mesh over which a value varies; JAX has moved them once."""
    found: frozenset[Any] = getattr(kind, "mat", kind)
    return getattr(found, "varying", None) or getattr(kind, "vma", None) or frozenset()


def _shape(a: Any, b: Any, *, trans_a: bool, trans_b: bool, **_: object) -> tuple[Any, ...]:
    batch = (y if x == 1 else x for x, y in zip(a.shape[:-2], b.shape[:-2], strict=True))
    return (*batch, a.shape[-1 if trans_a else -2], b.shape[-2 if trans_b else -1])


def _kind(a: Any, b: Any, **form: Any) -> Any:
    """Return the kind of the result, which varies over the axes of a mesh as the operands do."""
    for name, kind in (("a", a), ("b", b)):
        if any(part is not None for part in kind.sharding.spec):
            raise ArgumentError(
                f"{name} is sharded over a mesh, as {kind.sharding.spec}: what lies on one device "
                "is multiplied: use jax.shard_map"
            )
    return a.update(shape=_shape(a, b, **form), weak_type=False)


def _of_a(gradient: Any, a: Any, b: Any, **form: Any) -> jax.Array:
    """Return the gradient of A, which is linear in that of the result."""
    trans_a, trans_b = form["trans_a"], form["trans_b"]
    if trans_a:
        return _summed(b, gradient, a.aval, form | {"trans_a": trans_b, "trans_b": True})
    return _summed(gradient, b, a.aval, form | {"trans_b": not trans_b})


def _of_b(gradient: Any, a: Any, b: Any, **form: Any) -> jax.Array:
    """Return the gradient of B, which is linear in that of the result."""
    trans_a, trans_b = form["trans_a"], form["trans_b"]
    kind = b.aval
    if not trans_a and math.prod(kind.shape[:-2]) == 1:  # of one tall product: a single one, too
        a, gradient = (_flat(each) for each in (a, gradient))
    if trans_b:
        return _summed(gradient, a, kind, form | {"trans_a": True, "trans_b": trans_a})
    return _summed(a, gradient, kind, form | {"trans_a": not trans_a, "trans_b": False})


def _flat(value: Any) -> Any:
    return value.reshape(*(1,) * (value.ndim - 2), math.prod(value.shape[:-1]), value.shape[-1])


def _summed(a: Any, b: Any, kind: Any, form: dict[str, Any]) -> jax.Array:
    """Return a gradient's product, summed along axes of a batch that an operand had only once."""
    found = product(a, b, **form | {"plan": plan_of_gradients(form["plan"])})
    axes = tuple(n for n, size in enumerate(kind.shape) if size == 1 != found.shape[n])
    return found.sum(axes, keepdims=True) if axes else found


def _batched(values: tuple[Any, Any], axes: tuple[Any, Any], **form: Any) -> tuple[jax.Array, int]:
    """Multiply a batch of what was multiplied before: with one more axis in front."""
    a, b = (
        jnp.expand_dims(value, 0) if axis is None else jnp.moveaxis(value, axis, 0)
        for value, axis in zip(values, axes, strict=True)
    )
    return product(a, b, **form), 0


def _called(
    a: Any, b: Any, *, shape: tuple[Any, ...], workspace: Workspace, **form: Any
) -> jax.Array:
    """Call the handler, which writes the product, with a workspace as further results."""
    kinds = [jax.ShapeDtypeStruct(shape, jnp.float32)]
    operands, aliases = [a, b], {}
    if workspace.floats:
        kinds.append(jax.ShapeDtypeStruct((workspace.floats,), jnp.float32))
    if workspace.counters:  # zeros, which the kernel writes to
        counters = jnp.zeros((workspace.counters,), jnp.uint32)
        aliases[len(operands)] = len(kinds)
        operands.append(counters)
        kinds.append(jax.ShapeDtypeStruct(counters.shape, counters.dtype))
    call = jax.ffi.ffi_call(TARGET, kinds, input_output_aliases=aliases)
    result: jax.Array = call(*operands, form=described_form(**form))[0]
    return result


def _lowered(platform: str, context: Any, a: Any, b: Any, **form: Any) -> Any:
    """Lower to a call of the handler, with all prepared that is known by now."""
    _check_partitioning(context.module_context.axis_context)
    kinds = context.avals_in
    workspace = Workspace()
    shapes = tuple(kind.shape for kind in kinds)
    if all(isinstance(size, int) for shape in shapes for size in shape):
        for device in _devices(platform, context.module_context):
            found = bound_workspace(device, shapes, **form)
            if device != HOST:
                workspace = Workspace(
                    max(workspace.floats, found.floats), max(workspace.counters, found.counters)
                )
    shape = context.avals_out[0].shape
    call = functools.partial(_called, shape=shape, workspace=workspace, **form)
    return mlir.lower_fun(call, multiple_results=False)(context, a, b)


def _check_partitioning(context: Any) -> None:
    """Raise ArgumentError where XLA would share the product among devices.

    It does not know how, and would gather the operands on each of them, which computed all of it.
    """
    mesh = getattr(context, "mesh", None)
    if mesh is None:
        count = getattr(context, "num_devices", 1)
    else:
        shared = (n for axis, n in mesh.shape.items() if axis not in context.manual_axes)
        count = math.prod(shared) if context.manual_axes else 1  # without any, it is pmap's
    if count > 1:
        raise ArgumentError(
            f"a and b are in a function that XLA shares among {count} devices, which it cannot do "
            "with sgemm's products: call them in jax.shard_map, over all axes of the mesh"
        )


def _devices(platform: str, module: Any) -> set[Device]:
    """Return where a module will run, as far as that is here.

    JAX tells the devices of a mesh. Of other modules it tells how many there are: they are taken to
    be the first, and where that was wrong a kernel is loaded when it is called.
    """
    if platform == "cpu":
        return {HOST}
    context = module.axis_context
    devices = getattr(getattr(context, "mesh", None), "_flat_devices_tuple", None)
    if devices is None:
        try:
            devices = jax.local_devices(backend="cuda")[: getattr(context, "num_devices", 1)]
        except RuntimeError:  # there is no GPU, or JAX has no part for it
            devices = ()
    return {
        (CUDA_KIND, each.local_hardware_id)
        for each in devices
        if each.platform == "gpu" and each.process_index == jax.process_index()
    }


def _refused(context: Any, *_: object, **__: object) -> Any:
    where = ", ".join(context.module_context.platforms)
    raise MachineError(f"platform {where}: sgemm.jax computes on NVIDIA GPUs and on CPUs")


product_p.def_impl(functools.partial(xla.apply_primitive, product_p))
product_p.def_abstract_eval(_kind)
ad.defbilinear(product_p, _of_a, _of_b)
batching.primitive_batchers[product_p] = _batched
mlir.register_lowering(product_p, _refused)
for _platform in ("cpu", "cuda"):
    mlir.register_lowering(product_p, functools.partial(_lowered, _platform), platform=_platform)
# What checkify has no rule for, it leaves out without a word. The table has no public name.
with contextlib.suppress(ImportError, AttributeError):
    _checkify = importlib.import_module("jax._src.checkify")
    _checkify.error_checks[product_p] = functools.partial(_checkify.nan_error_check, product_p)
