"""PyTorch: one line that lets the library compute PyTorch's products, and the operators for that.

>>> import sgemm
>>> sgemm.torch.enable()  # doctest: +SKIP
"""

from sgemm.torch import gradients as _gradients  # noqa: F401 - the operators are whole with these
from sgemm.torch import vmap as _vmap  # noqa: F401
from sgemm.torch.counting import stats
from sgemm.torch.override import disable, enable, enabled

__all__ = ["disable", "enable", "enabled", "stats"]
