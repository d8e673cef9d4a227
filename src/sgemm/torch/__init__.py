"""PyTorch: the library's operators for whatever PyTorch records."""

from sgemm.torch import gradients as gradients
from sgemm.torch import operators as operators
from sgemm.torch import vmap as vmap
