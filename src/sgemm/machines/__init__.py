"""Where kernels run: one small interface, two machines (a GPU, and a CPU that runs PTX)."""
