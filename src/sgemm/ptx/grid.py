"""The largest grids of CUDA, by which analyses bound the numbers of blocks.

They are apart because every launch is checked against them, also where no PTX is read.
"""

MAX_GRID_X = 2**31 - 1
MAX_GRID_YZ = 65535
