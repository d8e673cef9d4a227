"""A machine that passes for a GPU, and whose patched mainloops are wrong where a test says so."""

import numpy as np

from numpy_machine import NumpyMachine


class Gpu(NumpyMachine):
    """A GPU whose patched kernels give a wrong bit, or fail, where a test says so."""

    name = "cuda"
    description = "a GPU of tests"
    is_wrong = False
    wrong_at = 0  # which of the floats that are read back
    error: BaseException | None = None

    def launch(self, kernel, launch, arguments, stream=None):
        if kernel.build.is_patched and self.error is not None:
            raise self.error
        super().launch(kernel, launch, arguments, stream)

        self.last = kernel.build

    def copy_out(self, target, buffer, offset=0):
        super().copy_out(target, buffer, offset)
        if self.is_wrong and self.last.is_patched:
            target.view(np.uint32)[self.wrong_at] ^= 1
