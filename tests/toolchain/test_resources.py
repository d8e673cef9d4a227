import pytest

from sgemm.errors import CompileError
from sgemm.toolchain import resources
from sgemm.toolchain.build import Resources

# As written by NVRTC 13.5, ptxas 13.0 and ptxas 12.
NEW = """\
ptxas info    : 24 bytes gmem, 48 bytes cmem[4]
ptxas info    : Compiling entry function 'shared_tile' for 'sm_80'
ptxas info    : Function properties for shared_tile
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 29 registers, used 1 barriers, 8192 bytes smem, 412 bytes cmem[0]
ptxas info    : Compile time = 16.241 ms
"""
OLD = """\
ptxas info    : 40 bytes gmem
ptxas info    : Compiling entry function 'shared_tile' for 'sm_90'
ptxas info    : Function properties for shared_tile
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 8192 bytes smem
"""
SEVERAL = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'second' for 'sm_80'
ptxas info    : Function properties for second
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 0 barriers, 400 bytes smem, 360 bytes cmem[0]
ptxas info    : Compiling entry function '_Z5firstPf' for 'sm_80'
ptxas info    : Function properties for helper
ptxas         .     8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Function properties for _Z5firstPf
ptxas         .     768 bytes stack frame, 700 bytes spill stores, 764 bytes spill loads
ptxas info    : Used 32 registers, used 0 barriers, 768 bytes cumulative stack size
"""


@pytest.mark.parametrize(
    ("log", "entry", "expected"),
    [
        (NEW, "shared_tile", Resources(29, 0, 0, 0, 8192)),
        (OLD, "shared_tile", Resources(32, 0, 0, 0, 8192)),
        (SEVERAL, "second", Resources(10, 0, 0, 0, 400)),
        (SEVERAL, "_Z5firstPf", Resources(32, 700, 764, 768, 0)),
    ],
)
def test_the_entrys_own_numbers_are_read(log, entry, expected):
    assert resources.parse(log, entry) == expected


@pytest.mark.parametrize(
    ("log", "entry"),
    [
        ("", "shared_tile"),
        ("ptxas info: something new", "shared_tile"),
        (NEW.replace("Used 29", "Took 29"), "shared_tile"),
        (NEW, "shared"),
    ],
)
def test_a_log_that_does_not_say_is_an_error(log, entry):
    with pytest.raises(CompileError, match=f"no resources of '{entry}'"):
        resources.parse(log, entry)
