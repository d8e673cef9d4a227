"""What XLA calls: its structures, workspaces, streams and errors."""

import re
from pathlib import Path
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from xla_samples import STREAM, same, whole

import sgemm
from array_fakes import GPU
from programs import run_python
from sgemm.jax import backend, call_frame, primitive
from sgemm.kernels.schedule import Workspace
from sgemm.machines.resident import residency

SPLIT = "split_k:splits=4"
"""A plan that needs a workspace, with counters."""

HEADER = (Path(jax.ffi.include_dir()) / "xla/ffi/api/c_api.h").read_text()

STRUCTURES = {
    call_frame.Buffer: "XLA_FFI_Buffer",
    call_frame._Buffers: "XLA_FFI_Args",
    call_frame.Text: "XLA_FFI_ByteSpan",
    call_frame._Attributes: "XLA_FFI_Attrs",
    call_frame._Version: "XLA_FFI_Api_Version",
    call_frame._ErrorArguments: "XLA_FFI_Error_Create_Args",
    call_frame._StreamArguments: "XLA_FFI_Stream_Get_Args",
    call_frame._OrdinalArguments: "XLA_FFI_DeviceOrdinal_Get_Args",
    call_frame._MetadataExtension: "XLA_FFI_Metadata_Extension",
}


def members(name):
    """Return the declarations of a structure of the header."""
    body = re.search(rf"struct {name} {{\n(.*?)\n}}", HEADER, re.DOTALL)[1]
    body = re.sub(r"//.*", "", body)
    return [" ".join(each.split()) for each in re.split(r"[;\n]\s*", body) if each.strip()]


@pytest.mark.parametrize(("structure", "name"), STRUCTURES.items(), ids=STRUCTURES.values())
def test_structures_have_as_many_members_as_those_of_xla(structure, name):
    """And each is as wide: numbers of 32 bits are named, and all others have 64."""
    declared = members(name)
    assert len(structure._fields_) == len(declared)
    for (_, kind), line in zip(structure._fields_, declared, strict=True):
        is_narrow = re.match(r"(int|int32_t|XLA_FFI_DataType|XLA_FFI_Error_Code) ", line)
        is_scalar = not hasattr(kind, "_fields_")
        assert not is_scalar or (call_frame.ctypes.sizeof(kind) == 4) == bool(is_narrow), line


def test_the_frame_and_the_interface_are_those_of_xla():
    frame = [line.split()[-1].lstrip("*") for line in members("XLA_FFI_CallFrame")]
    names = ["struct_size", "extension_start", "api", "ctx", "stage", "args", "rets", "attrs"]
    assert frame[: len(names)] == names
    assert len(call_frame.CallFrame._fields_) == len(names)
    functions = re.findall(r"_XLA_FFI_API_STRUCT_FIELD\((\w+)\);", HEADER)
    own = [name for name, _ in call_frame._Interface._fields_][4:]
    for name, function in (
        ("create_error", "XLA_FFI_Error_Create"),
        ("stream", "XLA_FFI_Stream_Get"),
        ("device_ordinal", "XLA_FFI_DeviceOrdinal_Get"),
    ):
        assert own.index(name) == functions.index(function)
    for name, value in (
        ("XLA_FFI_DataType_F32", call_frame.FLOAT32),
        ("XLA_FFI_ExecutionStage_EXECUTE", call_frame.EXECUTE),
        ("XLA_FFI_Error_Code_INVALID_ARGUMENT", call_frame.INVALID_ARGUMENT),
    ):
        assert re.search(rf"{name} = {value},", HEADER)
    assert "XLA_FFI_API_MAJOR 0" in HEADER


def test_calls_run_on_the_stream_of_xla(gpu):
    a, b = whole(33, 40), whole(40, 50)
    multiply = jax.jit(sgemm.jax.matmul)
    same(multiply(a, b), jnp.matmul(a, b))
    same(multiply(a + 1, b), jnp.matmul(a + 1, b))
    assert gpu.launched_on == [STREAM, STREAM]


@pytest.mark.parametrize("shape", [(33, 40), (3, 1, 33, 40)])
def test_what_is_known_is_neither_validated_nor_described_again(gpu, monkeypatch, shape):
    """Also where machine code launches nothing, as for a batch that takes several launches."""
    a, b = whole(*shape), whole(2, 40, 50) if len(shape) > 2 else whole(40, 50)
    multiply = jax.jit(sgemm.jax.matmul)
    same(multiply(a, b), jnp.matmul(a, b))
    launched = len(gpu.launches)
    monkeypatch.setattr(backend, "validated", None)
    monkeypatch.setattr(backend, "_describe", None)
    same(multiply(a + 1, b), jnp.matmul(a + 1, b))
    assert len(gpu.launches) == 2 * launched
    assert set(gpu.launched_on) == {STREAM}


def test_so_many_launches_of_python_are_kept(gpu, monkeypatch):
    monkeypatch.setattr(backend, "KEPT", 2)
    for n in (1, 2, 3, 1):
        a = whole(n, 4)
        same(jax.jit(sgemm.jax.matmul)(a, whole(4, 5)), jnp.matmul(a, whole(4, 5)))
    assert [shape for _, shape, *_ in backend._launches] == [(3, 4), (1, 4)]


def test_a_product_is_there_though_its_launch_cannot_be_described(gpu, monkeypatch):
    def fail(*_):
        raise sgemm.MachineError("no memory")

    monkeypatch.setattr(gpu, "native_launch", fail)
    a, b = whole(33, 40), whole(40, 50)
    same(jax.jit(sgemm.jax.matmul)(a, b), jnp.matmul(a, b))


@pytest.mark.parametrize(
    ("plan", "shape", "is_one_launch"),
    [
        ("auto", (33, 40), True),
        (SPLIT, (64, 512), True),
        ("auto", (3, 1, 33, 40), False),  # a batch with two axes that are not one
    ],
)
def test_what_is_one_launch_is_described_for_machine_code(
    gpu, monkeypatch, plan, shape, is_one_launch
):
    described, kept = [], []

    def native_launch(kernel, problem, schedule, addresses):
        described.append((kernel.build.kernel.name, problem, addresses))
        return SimpleNamespace(places=(1, 2, 3, 4, 5))

    monkeypatch.setattr(gpu, "native_launch", native_launch)
    monkeypatch.setattr(
        backend._ENTRY_POINTS,
        "remember",
        lambda frame, native: kept.append((frame.attributes.text(0), native.places)),
    )
    a = whole(*shape)
    b = whole(2, shape[-1], 50) if len(shape) > 2 else whole(shape[-1], 50)
    same(jax.jit(lambda a, b: sgemm.jax.matmul(a, b, plan=plan))(a, b), jnp.matmul(a, b))
    assert len(kept) == len(described) == is_one_launch
    if is_one_launch:
        assert kept == [(f"nn 1.0 {plan}", (1, 2, 3, 4, 5))]
        ((name, problem, addresses),) = described
        assert (problem.m, problem.n, problem.k) == (shape[0], 50, shape[1])
        assert all(addresses[:3])
        assert all(addresses[3:]) == (name == "split_k")


def test_kernels_are_loaded_when_a_function_is_lowered(gpu):
    lowered = jax.jit(sgemm.jax.matmul).lower(whole(33, 40), whole(40, 50))
    assert len(gpu.loads) == 1
    lowered.compile()(whole(33, 40), whole(40, 50))
    assert len(gpu.loads) == len(residency(gpu).products) == 1


def test_workspaces_are_memory_of_xla(gpu):
    a, b = whole(64, 512), whole(512, 64)
    multiply = jax.jit(lambda a, b: sgemm.jax.matmul(a, b, plan=SPLIT))
    for n in range(3):
        same(multiply(a + n, b), jnp.matmul(a + n, b))
    assert len(gpu.workspaces) == 6
    assert gpu.live == {}  # the machine was asked for no memory
    text = multiply.lower(a, b).as_text()
    assert "output_operand_aliases" in text


def test_two_calls_in_one_program_have_zeroed_counters_each(gpu):
    a, b = whole(64, 512), whole(512, 64)

    def both(a, b):
        first = sgemm.jax.matmul(a, b, plan=SPLIT)
        return first, sgemm.jax.matmul(a, b * 2, plan=SPLIT), jnp.zeros((4,), jnp.uint32)

    first, second, zeros = jax.jit(both)(a, b)
    same((first, second), (jnp.matmul(a, b), 2 * jnp.matmul(a, b)))
    assert not np.asarray(zeros).any()


@pytest.mark.parametrize("given", [(0, 0), (10**6, 0), (0, 1000)])
def test_where_xlas_memory_is_too_small_the_machine_is_asked(gpu, monkeypatch, given):
    """As for a program that was compiled where no GPU was."""
    monkeypatch.setattr(primitive, "bound_workspace", lambda *_, **__: Workspace(*given))
    a, b = whole(64, 512), whole(512, 64)
    same(jax.jit(lambda a, b: sgemm.jax.matmul(a, b, plan=SPLIT))(a, b), jnp.matmul(a, b))
    assert len(gpu.live) == 2


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (sgemm.ArgumentError("a is odd"), "INVALID_ARGUMENT: sgemm: a is odd"),
        (sgemm.RequirementError("no kernel"), "UNIMPLEMENTED: sgemm: no kernel"),
        (sgemm.MachineError("no memory"), "RESOURCE_EXHAUSTED: sgemm: no memory"),
        (KeyboardInterrupt(), "INTERNAL: sgemm: KeyboardInterrupt: "),
    ],
)
def test_errors_become_those_of_jax(monkeypatch, error, text):
    a, b = whole(3, 4), whole(4, 5)
    multiply = jax.jit(sgemm.jax.matmul)
    expected = multiply(a, b)

    def fail(*_):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(backend, "_compute", fail)
        with pytest.raises((jax.errors.JaxRuntimeError, ValueError), match=f"^{text}"):
            multiply(a, b).block_until_ready()
    same(multiply(a, b), expected)


def test_compiled_programs_are_kept_on_disk(tmp_path):
    """What a program calls is said by its attributes alone, so that another process may load it."""
    program = (
        "import sys, jax, jax.numpy as jnp, numpy as np, sgemm\n"
        "jax.config.update('jax_compilation_cache_dir', sys.argv[1])\n"
        "jax.config.update('jax_persistent_cache_min_compile_time_secs', 0)\n"
        "jax.config.update('jax_persistent_cache_min_entry_size_bytes', -1)\n"
        "for alpha in (float(each) for each in sys.argv[2:]):\n"
        "    a = jnp.ones((5, 7)); b = jnp.ones((7, 3))\n"
        "    c = jax.jit(lambda a, b: sgemm.jax.matmul(a, b, alpha=alpha))(a, b)\n"
        "    np.testing.assert_array_equal(c, 7 * alpha)\n"
    )
    for alphas in (["2", "3"], ["3", "2"]):
        done = run_python(program, str(tmp_path), *alphas, JAX_PLATFORMS="cpu")
        assert done.returncode == 0, done.stderr
    assert len([each for each in tmp_path.iterdir() if "-cache" in each.name]) >= 2


def test_kernels_are_prepared_for_the_gpus_of_a_mesh_or_else_the_first(monkeypatch):
    def gpu(number, process=0):
        return SimpleNamespace(platform="gpu", local_hardware_id=number, process_index=process)

    def found(**context):
        module = SimpleNamespace(axis_context=SimpleNamespace(**context))
        return sorted(primitive._devices("cuda", module))

    monkeypatch.setattr(jax, "local_devices", lambda backend: [gpu(2), gpu(3), gpu(5)])
    assert found(num_devices=1) == [(2, 2)]
    assert found(num_devices=2) == [(2, 2), (2, 3)]
    assert found() == [(2, 2)]
    mesh = SimpleNamespace(_flat_devices_tuple=(gpu(1), gpu(4), gpu(0, process=1)))
    assert found(mesh=mesh) == [(2, 1), (2, 4)]
    mesh = SimpleNamespace(_flat_devices_tuple=tuple(jax.devices("cpu")))
    assert found(mesh=mesh) == []


@pytest.mark.skipif(jax.default_backend() == "gpu", reason="JAX has a GPU")
def test_without_a_gpu_nothing_is_prepared():
    module = SimpleNamespace(axis_context=SimpleNamespace(num_devices=1))
    assert primitive._devices("cuda", module) == set()


def test_other_alignments_are_prepared_apart(gpu):
    """As XLA may hand over a slice of a larger array."""
    memory = np.zeros(3 * 1024 + 4, np.float32)
    base = memory.ctypes.data + -memory.ctypes.data % 16

    def array(offset, rows, columns):
        sizes = (call_frame.ctypes.c_int64 * 2)(rows, columns)
        return call_frame.Buffer(dtype=call_frame.FLOAT32, data=base + offset, rank=2, dims=sizes)

    def call(offset):
        operands = [array(offset, 16, 32), array(offset + 4096, 32, 16)]
        result = array(8192, 16, 16)
        frame = SimpleNamespace(
            operands=SimpleNamespace(all=lambda: operands),
            results=SimpleNamespace(all=lambda: [result]),
            attributes=SimpleNamespace(text=lambda place: "nn 1.0 auto"),
        )
        backend._compute(frame, GPU)

    for offset in (0, 4, 0, 4):
        call(offset)
    assert len(residency(gpu).products) == 2
    assert len(gpu.launches) == 4


def test_square_matrices_are_multiplied_by_their_transposes(gpu):
    a, b = whole(8, 8), whole(8, 8, seed=1)
    for trans_a in (False, True):
        for trans_b in (False, True):
            found = sgemm.jax.gemm(a, b, trans_a=trans_a, trans_b=trans_b)
            same(found, jnp.matmul(a.T if trans_a else a, b.T if trans_b else b))
