"""PyTorch's own products by the library's kernels.

Tensors of the CPU take the way of those on a GPU, whose machine computes with NumPy.
"""

import functools
import os
import signal
import sys
import threading
import warnings

import pytest
import torch
from samples import are_equal, derivatives, operands, whole

import sgemm
from in_place_samples import in_threads
from programs import run_python
from sgemm.torch import backend, disable, enable, enabled, stats


@pytest.fixture(autouse=True)
def as_it_was():
    stats(reset=True)
    yield
    disable()


@pytest.fixture
def taken(gpu):
    """Let products of the CPU be taken over, and return the machine that computes them."""
    enable(devices=("cpu",))
    return gpu


def own_kernel(operator="mm"):
    return "RegisterCPU" in str(torch.library.get_kernel(f"aten::{operator}", "CPU"))


def test_a_network_learns_the_same(gpu):
    def losses():
        torch.manual_seed(1)
        network = torch.nn.Sequential(
            torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4)
        )
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        inputs, target = torch.randn(32, 8), torch.randn(32, 4)
        for _ in range(10):
            optimizer.zero_grad()
            loss = (network(inputs) - target).square().mean()
            loss.backward()
            optimizer.step()
            yield loss.item()

    expected = list(losses())
    with enabled(devices=("cpu",)):
        found = list(losses())
    assert found == pytest.approx(expected, rel=1e-5)
    assert stats() == {"addmm": {"sgemm": 20}, "mm": {"sgemm": 30}}


def test_a_call_like_an_earlier_one_is_launched_directly(taken, monkeypatch):
    values = [*operands("mm"), torch.empty(3, 5)]
    c, a, b = operands("addmm")

    def calls():
        torch.mm(*values[:2])
        torch.mm(*values[:2], out=values[2])
        torch.addmm(c, a, b)

    calls()
    expected = torch.addmm(c, a, b)
    monkeypatch.setattr(backend, "validated", None)  # nothing is checked again
    calls()
    assert torch.equal(torch.addmm(c, a, b), expected)
    with pytest.raises(TypeError, match="not callable"):
        torch.mm(a, b.mT.contiguous().mT)


def test_what_calls_launch_stays_known_and_reasons_are_found_again(taken, monkeypatch):
    attempts = []

    def failing(*arguments):
        attempts.append(arguments)
        raise sgemm.RequirementError("none")

    torch.mm(SQUARE, SQUARE)
    monkeypatch.setattr(backend, "compute", failing)
    for _ in range(2):
        for _ in range(2):
            torch.mm(SQUARE, SQUARE)
            torch.mm(SQUARE[:3], SQUARE)
        disable()
        enable(devices=("cpu",))
    assert len(attempts) == 2
    assert stats() == {"mm": {"sgemm": 5, "no kernel": 4}}


def test_memory_that_was_taken_away_is_left_to_pytorch(taken):
    a = whole(3, 4)
    torch.mm(a, SQUARE)
    a.untyped_storage().resize_(0)
    with pytest.raises(RuntimeError, match="not allocated"):
        torch.mm(a, SQUARE)
    assert stats() == {"mm": {"sgemm": 1, "refused by sgemm": 1}}


def test_gradients_of_what_requires_none_are_not_computed(taken):
    a, b = whole(3, 4, requires_grad=True), whole(4, 5)
    assert (a @ b).grad_fn.name() == "MmBackward0"
    (a @ b).sum().backward()
    assert stats()["mm"] == {"sgemm": 3}


def test_compiled_code_calls_the_same(taken):
    torch._dynamo.reset()
    a, b, c = whole(3, 4, requires_grad=True), whole(4, 5), whole(5)
    layer = torch.compile(lambda a, b, c: torch.addmm(c, a, b).relu(), fullgraph=True)
    found = derivatives(lambda a: layer(a, b, c), [a], order=1)
    assert sum(calls.get("sgemm", 0) for calls in stats(reset=True).values()) == 2
    disable()
    assert are_equal(found, derivatives(lambda a: torch.addmm(c, a, b).relu(), [a], order=1))


def test_the_compiler_keeps_out_of_kernels_that_run_between_its_graphs(gpu):
    a, b = whole(3, 4), whole(4, 5)

    def in_a_block(a, b):
        with enabled(devices=("cpu",)):
            return torch.mm(a, b) + 1

    def after_a_break(a, b):
        enable(devices=("cpu",))
        torch._dynamo.graph_break()
        leaf = a.clone().requires_grad_()
        torch.ops.sgemm.mm(leaf, b).sum().backward()
        return torch.mm(a, b) + 1

    for function in (in_a_block, enabled(devices=("cpu",))(in_a_block), after_a_break):
        torch._dynamo.reset()
        stats(reset=True)
        found = torch.compile(function, backend="aot_eager")(a, b)
        assert stats() == {"mm": {"sgemm": 1}}
        disable()
        assert torch.equal(found, a @ b + 1)


SQUARE = whole(4, 4)
LEFT = [
    ("mm", "not float32", lambda: torch.mm(SQUARE.double(), SQUARE.double())),
    ("mm.out", "not float32", lambda: torch.mm(SQUARE, SQUARE, out=SQUARE.double())),
    ("mm", "nothing to multiply", lambda: torch.mm(torch.zeros(3, 0), torch.zeros(0, 4))),
    ("mm", "shapes that do not fit", lambda: torch.mm(SQUARE, whole(3, 4))),
    ("bmm", "shapes that do not fit", lambda: torch.bmm(SQUARE[None], whole(2, 4, 4))),
    ("addmm", "shapes that do not fit", lambda: torch.addmm(whole(3), SQUARE, SQUARE)),
    ("addmm", "alpha or beta is no real number", lambda: torch.addmm(*[SQUARE] * 3, alpha=1j)),
    ("mm.out", "out of another shape", lambda: torch.mm(SQUARE, SQUARE, out=torch.empty(0))),
    ("addmm.out", "out of another shape", lambda: torch.addmm(*[SQUARE] * 3, out=torch.empty(0))),
    (
        "mm.out",
        "refused by sgemm",
        lambda: torch.mm(SQUARE, SQUARE, out=torch.empty(1, 4).expand(4, 4)),
    ),
]


@pytest.mark.parametrize(("operator", "reason", "call"), LEFT)
def test_what_is_left_to_pytorch_is_counted_with_its_reason(taken, operator, reason, call):
    def outcome():
        try:
            return call()
        except (RuntimeError, TypeError) as error:
            return type(error)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = outcome()
        assert stats(reset=True) == {operator: {reason: 1}}
        assert not taken.launches
        disable()
        expected = outcome()
    same = torch.equal if isinstance(expected, torch.Tensor) else lambda one, other: one is other
    assert same(found, expected)


def test_an_out_in_the_memory_of_an_operand(taken):
    """Nothing may be written before PyTorch's kernel reads the operands, or refuses."""

    def outcomes():
        for out_of in ("a", "b", "input"):
            memory = {name: whole(4, 4, seed=n) for n, name in enumerate(("input", "a", "b"))}
            try:
                torch.addmm(*memory.values(), out=memory[out_of].mT)
                error = None
            except RuntimeError as refused:
                error = str(refused)
            yield error, [value.tolist() for value in memory.values()]

    found = list(outcomes())
    assert stats(reset=True) == {"addmm.out": {"out in the memory of another": 3}}
    c = whole(4, 4)
    torch.addmm(c, SQUARE, SQUARE, beta=2, out=c)
    assert stats() == {"addmm.out": {"sgemm": 1}}
    disable()
    assert found == list(outcomes())
    assert torch.equal(c, torch.addmm(whole(4, 4), SQUARE, SQUARE, beta=2))


def test_nan_is_not_read_with_beta_zero(taken):
    nan = torch.full((4, 4), float("nan"))
    for result in (
        torch.addmm(nan, SQUARE, SQUARE, beta=0),
        torch.addmm(SQUARE, SQUARE, SQUARE, beta=0, out=nan.clone()),
        nan.clone().addmm_(SQUARE, SQUARE, beta=0),
    ):
        assert torch.equal(result, SQUARE @ SQUARE)


@pytest.mark.parametrize(
    "settings",
    [
        "torch.backends.cuda.matmul.fp32_precision = 'tf32'",
        "torch.backends.fp32_precision = 'tf32'",
        "torch.backends.cuda.matmul.allow_tf32 = True",
        "torch.set_float32_matmul_precision('high')",
        "torch.set_float32_matmul_precision('medium')",
    ],
)
def test_who_asked_for_tf32_gets_it_from_pytorch(settings):
    done = run_python(f"""
import torch, sgemm
sgemm.torch.enable(devices=("cpu",))
{settings}
torch.mm(torch.ones(4, 4), torch.ones(4, 4))
print(sgemm.torch.stats())
""")
    assert done.stdout.strip() == "{'mm': {'TF32 is allowed': 1}}", done.stderr


def test_a_product_that_was_taken_goes_to_pytorch_where_tf32_is_asked_for_later(taken):
    matmul = torch.backends.cuda.matmul
    torch.mm(SQUARE, SQUARE)
    try:
        torch.set_float32_matmul_precision("high")
        torch.mm(SQUARE, SQUARE)
        torch.set_float32_matmul_precision("highest")
        torch.mm(SQUARE, SQUARE)
        matmul.fp32_precision = "tf32"  # and the older setting says otherwise
        torch.mm(SQUARE, SQUARE)
    finally:
        matmul.fp32_precision = "ieee"
    torch.mm(SQUARE, SQUARE)
    assert stats() == {"mm": {"sgemm": 3, "TF32 is allowed": 2}}


def test_of_a_library_that_does_not_work_one_warning_tells(taken, monkeypatch):
    failures = []

    def failing(*arguments):
        failures.append(arguments)
        raise sgemm.MissingToolError("no compiler")

    monkeypatch.setattr(backend, "compute", failing)
    with pytest.warns(RuntimeWarning, match="PyTorch computes.*no compiler") as warned:
        for rows in (3, 3, 4):
            assert torch.equal(torch.mm(whole(rows, 4), SQUARE), whole(rows, 4) @ SQUARE)
    assert len(warned) == 1
    assert len(failures) == 2  # once for each shape
    assert stats() == {"mm": {"MissingToolError": 6}}


def test_blocks_and_functions_may_nest_and_end_in_any_order(gpu):
    def is_taken():
        stats(reset=True)
        torch.mm(SQUARE, SQUARE)
        return stats() == {"mm": {"sgemm": 1}}

    outer, inner = enabled(devices=("cpu",)), enabled(devices=("cpu",))
    with outer, outer:
        inner.__enter__()
        assert is_taken()
    assert is_taken()
    inner.__exit__(None, None, None)
    assert not is_taken()
    assert stats() == {}
    assert outer(is_taken)()
    assert not is_taken()
    enable(devices=("cpu",))
    with outer:
        pass
    assert is_taken()
    with outer:
        disable()
        assert not is_taken()
        assert own_kernel() and own_kernel("baddbmm_")
    assert not is_taken()


def test_enabling_again_finds_the_kernels_below_an_override_that_went_away(gpu):
    """Products that are left to PyTorch would go to a kernel that is no longer there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other = torch.library.Library("aten", "IMPL")
        other.impl("baddbmm", lambda *_, **__: None, "CPU", allow_override=True)
        doubles = torch.ones(2, 3, 3, dtype=torch.float64)
        with enabled(devices=("cpu",)):
            enable(devices=())
            assert torch.baddbmm(doubles, doubles, doubles) is None
            other._destroy()
            with pytest.raises(RuntimeError, match="invalidated"):
                torch.baddbmm(doubles, doubles, doubles)
            enable(devices=())
            assert torch.baddbmm(doubles, doubles, doubles)[0, 0, 0] == 4
            torch.mm(SQUARE, SQUARE)
            assert stats()["mm"] == {"sgemm": 1}  # the block's products are still taken


def test_generators_are_taken_over_while_they_run(gpu):
    @enabled(devices=("cpu",))
    def generator(a):
        sent = yield torch.mm(a, a)
        try:
            yield torch.mm(sent, sent)
        except ValueError:
            yield torch.mm(a, sent)
        finally:
            torch.mm(a, a)
        return "done"

    made = generator(SQUARE)
    assert stats() == {}
    for step in (lambda: next(made), lambda: made.send(SQUARE), lambda: made.throw(ValueError())):
        assert torch.equal(step(), SQUARE @ SQUARE)  # the other one is PyTorch's
    made.close()
    assert stats() == {"mm": {"sgemm": 4}}

    class Batches:
        def __call__(self, a):
            yield torch.mm(a, a)

    next(enabled(devices=("cpu",))(Batches())(SQUARE))
    assert stats() == {"mm": {"sgemm": 5}}
    done = generator(SQUARE)
    next(done), done.send(SQUARE)
    with pytest.raises(StopIteration, match="done"):
        next(done)


def test_what_would_run_outside_a_block_is_refused():
    async def coroutine(): ...

    async def generator():
        yield

    class Network: ...

    class Client:
        async def __call__(self): ...

    for function, kind in (
        (coroutine, "a coroutine"),
        (functools.partial(coroutine), "a coroutine"),
        (Client(), "a coroutine"),
        (generator, "an asynchronous generator"),
        (Network, "a class"),
    ):
        with pytest.raises(sgemm.ArgumentError, match=f"^function = .* is {kind}, which"):
            enabled()(function)
    with pytest.raises(sgemm.ArgumentError, match=r"^function = 3: a function is needed$"):
        enabled()(3)


@pytest.mark.parametrize("reset", ["x", 1, None])
def test_a_reset_that_is_no_bool_is_refused(gpu, reset):
    with enabled(devices=("cpu",)):
        torch.mm(SQUARE, SQUARE)
    with pytest.raises(sgemm.ArgumentError, match=r"^reset = .*: True or False is needed$"):
        stats(reset=reset)
    assert stats() == {"mm": {"sgemm": 1}}


def test_a_block_that_was_not_entered_does_not_end(gpu):
    block = enabled(devices=("cpu",))
    with pytest.raises(sgemm.ArgumentError, match="called without an __enter__ before"):
        block.__exit__(None, None, None)
    with block:
        torch.mm(SQUARE, SQUARE)
    assert stats() == {"mm": {"sgemm": 1}}


def test_threads_enable_and_multiply_at_once(gpu):
    gpu._users = threading.Semaphore(8)

    def work(number):
        a, b = whole(3, 4, seed=number), whole(4, 5, seed=number)
        for _ in range(30):
            with enabled(devices=("cpu",)):
                assert torch.equal(torch.mm(a, b), (a.double() @ b.double()).float())

    in_threads(work, 4)
    assert stats()["mm"]["sgemm"] == 120
    installed = sys.modules["sgemm.torch.override"]._installed.values()
    assert all(taker._known is None for each in installed for taker in each.takers)


@pytest.mark.parametrize("devices", ["cuda", ("mps",), (1,), None, (["cuda"],)])
def test_other_devices_are_refused(devices):
    for use in (enable, enabled):
        with pytest.raises(sgemm.ArgumentError, match=r"^devices = "):
            use(devices=devices)


def test_a_block_that_ends_in_one_thread_stays_open_in_another(gpu):
    """A decorator is one object for all threads."""

    def plan():
        installed, *_ = sys.modules["sgemm.torch.override"]._installed.values()
        return installed.takers[0]._known.plan

    opened, may_end = threading.Event(), threading.Event()

    @enabled(devices=("cpu",))
    def call(function):
        return function()

    def wait():
        opened.set()
        may_end.wait()

    thread = threading.Thread(target=call, args=(wait,))
    thread.start()
    opened.wait()

    def end_the_other():
        may_end.set()
        thread.join()
        return plan()

    with enabled(devices=("cpu",), precision="split"):
        assert call(end_the_other) == "auto"  # of the block that began last
        assert plan() == "split"


def test_a_process_that_is_forked_while_a_thread_enables_can_enable(gpu):
    override = sys.modules["sgemm.torch.override"]
    held, may_end = threading.Event(), threading.Event()

    def hold():
        with override._lock:
            held.set()
            may_end.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads
        child = os.fork()
    if not child:
        signal.alarm(20)
        enable(devices=("cpu",))
        os._exit(0)
    may_end.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0


def test_without_cuda_there_is_nothing_to_take_over():
    enable()
    assert own_kernel()
