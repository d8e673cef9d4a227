"""Capture plans in a CUDA graph with PyTorch: three layers, replayed by one launch.

python examples/cuda_graph.py

A plan is chosen, compiled and loaded beforehand. A run with `out=` only launches, so a graph can
capture it. The graph reads and writes the same tensors in each replay: copy new inputs into them.
"""

import sys

try:
    import torch
except ImportError:
    torch = None

import sgemm

if torch is None or not torch.cuda.is_available():
    print("cuda_graph.py needs PyTorch and an NVIDIA GPU: nothing was run")
    sys.exit()

batch, width, layers = 64, 4096, 3
x = torch.randn(batch, width, device="cuda")
weights = [torch.randn(width, width, device="cuda") / width**0.5 for _ in range(layers)]
results = [torch.empty_like(x) for _ in range(layers)]
plan = sgemm.plan(x, weights[0].T)  # one serves all: shapes, strides and alignment are the same


def forward() -> None:
    """Multiply by all weights in turn."""
    y = x
    for w, out in zip(weights, results, strict=True):
        plan.run(y, w.T, out=out)
        y = out.relu_()


side = torch.cuda.Stream()  # as PyTorch asks for: once before, on another stream
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    forward()
torch.cuda.current_stream().wait_stream(side)

graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    forward()

x.copy_(torch.randn_like(x))  # another input
graph.replay()
replayed = results[-1].clone()
forward()
print(plan)
print(f"the graph gives the same bits as the calls: {torch.equal(replayed, results[-1])}")
