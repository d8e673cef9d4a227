"""Train a small network in PyTorch, with one line changed: sgemm multiplies, both ways.

python examples/train_network.py

It needs PyTorch. On a GPU `sgemm.torch.enable()` is that line. Without one this example asks for
tensors of the CPU too, which the library computes slowly, by its executor: enough to see that it
trains.
"""

import torch

import sgemm

on_gpu = torch.cuda.is_available()
device = "cuda" if on_gpu else "cpu"
width, batch, steps = (2048, 8192, 300) if on_gpu else (256, 64, 20)

sgemm.torch.enable(devices=[device])  # the one line

torch.manual_seed(0)
network = torch.nn.Sequential(
    torch.nn.Linear(64, width),
    torch.nn.ReLU(),
    torch.nn.Linear(width, width),
    torch.nn.ReLU(),
    torch.nn.Linear(width, 1),
).to(device)
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

losses = []
for _ in range(steps):
    x = torch.randn(batch, 64, device=device)
    y = torch.sin(x.sum(1, keepdim=True) / 8)
    loss = torch.nn.functional.mse_loss(network(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())

print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f} after {steps} steps on {device}")
for operator, counts in sgemm.torch.stats().items():
    print(f"calls of {operator}, by who computed them or why not sgemm: {counts}")
