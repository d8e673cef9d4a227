"""Writes ptx_5_thread_tile.ptx, most of which is one line said 512 times.

The frame below is ordinary PTX by hand. What repeats itself, for each of the 64 elements of a
thread, is put in its places by :func:`generate`. Write the file anew after a change here with
``python -m sgemm.kernels.ladder.ptx_thread_tile_generator``; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Template

from sgemm.kernels.ladder import ptx_5_thread_tile

TILE = ptx_5_thread_tile.KERNEL.tile
PITCH_A = TILE.bm + TILE.padding
"""Elements from one row of block_a to the next."""

FRAME = Template("""\
// C := alpha*A*B + beta*C with an 8x8 tile of results a thread. See ptx_5_thread_tile.py.
// Written by ptx_thread_tile_generator.py: change that file, not this one.
//
// A block has 256 threads and computes a 128x128 tile of C. It walks along k by 8: each thread
// copies 4 neighbours of A and 4 of B into shared memory. In each step it reads 8 elements of A and
// 8 of B from there and adds their 64 products to its 64 sums.
//
// Both blocks have the steps along k as their rows:
//     block_a[step][row of C]          block_b[step][column of C]
// so every read is 128 bits wide. The block of A is transposed on its way: a warp stores parts of
// two rows, 4 steps apart, which lie in different banks since a row has $pitch_a words, not 128.
//
// Thread t has the 8 rows from 8*(t / 16) on, and two groups of 4 columns, from 4*(t % 16) on and
// from 64 + 4*(t % 16) on: 8 lanes that read block_b together read 128 bytes in a row, and meet no
// bank twice.
//
// %sumR_C is the sum of row R and column C of the thread tile; columns 4 to 7 are the second
// group. Global memory is accessed by 128 bits where the pointer and the leading dimension allow it
// and no group of 4 straddles the edge of the matrix, else by single elements: all threads of a
// block decide alike.

.version 7.0
.target sm_75
.address_size 64

.visible .entry ptx_thread_tile(
    .param .u32 m,
    .param .u32 n,
    .param .u32 k,
    .param .f32 alpha,
    .param .u64 A,
    .param .u32 lda,
    .param .u64 B,
    .param .u32 ldb,
    .param .f32 beta,
    .param .u64 C,
    .param .u32 ldc
)
.maxntid 256, 1, 1
{
    .shared .align 16 .f32 block_a[$size_a];   // 8 rows of $pitch_a
    .shared .align 16 .f32 block_b[1024];   // 8 rows of 128

    // Parameters.
    .reg .u32   %m, %n, %k, %lda, %ldb, %ldc;
    .reg .f32   %alpha, %beta;
    .reg .u64   %A, %B, %C;

    // The tile of the block, and this thread's place in it.
    .reg .u32   %block, %tiles_across, %tile_row, %tile_column, %tile_origin, %thread;
    .reg .u32   %row_group, %row_in_tile, %row, %column_group, %column_in_tile, %column;

    // Its share of copying: 4 neighbours along k of A, 4 neighbours along n of B.
    .reg .u32   %start, %copied_row_in_tile, %copied_row, %half, %first_step_a, %step_a, %end_a;
    .reg .u32   %first_step_b, %step_b, %quad, %copied_column_in_tile, %copied_column, %index;
    .reg .u64   %elements_a, %bytes_a, %row_of_a, %address_a;
    .reg .u64   %elements_b, %bytes_b, %row_of_b, %address_b, %block_bytes_b;
    .reg .u32   %shared_a, %shared_b, %put_row_a, %put_a, %put_b;
    .reg .f32   %copy_a<4>, %copy_b<4>;
    .reg .pred  %copied_row_inside, %step_b_inside, %copied_column_inside<4>, %inside;

    // Whether it may copy and store 4 at once.
    .reg .u64   %words_a, %words_b, %words_c;
    .reg .u32   %misfit, %misfit_a, %columns_left, %columns_here, %steps_left, %steps_here;
    .reg .pred  %wide_a, %wide_b, %wide_c;

    // The multiplication.
    .reg .u32   %get_a, %get_b;
    .reg .f32   $a_registers;
    .reg .f32   $b_registers;
$sum_registers
    .reg .pred  %alpha_is_zero, %no_product, %more;

    // The results.
    .reg .u64   %elements_c, %bytes_c, %row_of_c, %address_c, %row_bytes_c;
    .reg .f32   %c<4>;
    .reg .pred  %row_inside, %column_inside<8>, %writes_c, %uses_c, %reads_c;

    ld.param.u32            %m, [m];
    ld.param.u32            %n, [n];
    ld.param.u32            %k, [k];
    ld.param.f32            %alpha, [alpha];
    ld.param.u64            %A, [A];
    ld.param.u32            %lda, [lda];
    ld.param.u64            %B, [B];
    ld.param.u32            %ldb, [ldb];
    ld.param.f32            %beta, [beta];
    ld.param.u64            %C, [C];
    ld.param.u32            %ldc, [ldc];
    cvta.to.global.u64      %A, %A;
    cvta.to.global.u64      %B, %B;
    cvta.to.global.u64      %C, %C;

    // A and B are not read, and do not count, if alpha or k is zero: then both are.
    setp.eq.f32             %alpha_is_zero, %alpha, 0f00000000;
    selp.u32                %k, 0, %k, %alpha_is_zero;
    setp.eq.u32             %no_product, %k, 0;
    selp.f32                %alpha, 0f00000000, %alpha, %no_product;

    // Blocks are numbered along a row of tiles first, in %ctaid.x alone.
    mov.u32                 %block, %ctaid.x;
    add.u32                 %tiles_across, %n, 127;
    shr.u32                 %tiles_across, %tiles_across, 7;
    div.u32                 %tile_row, %block, %tiles_across;
    rem.u32                 %tile_column, %block, %tiles_across;

    // To compute: 8 rows from %row on, 4 columns from %column on and 4 from %column + 64 on.
    mov.u32                 %thread, %tid.x;
    shr.u32                 %row_group, %thread, 4;
    and.b32                 %column_group, %thread, 15;
    shl.b32                 %row_in_tile, %row_group, 3;
    shl.b32                 %column_in_tile, %column_group, 2;
    mad.lo.u32              %row, %tile_row, 128, %row_in_tile;
    mad.lo.u32              %column, %tile_column, 128, %column_in_tile;

    // To copy of A: 4 steps of row t / 2, from step 4*(t % 2) on. A row below A ends at step 0.
    // Offsets in bytes may pass 2^31, so they have 64 bits.
    shr.u32                 %copied_row_in_tile, %thread, 1;
    mad.lo.u32              %copied_row, %tile_row, 128, %copied_row_in_tile;
    setp.lt.u32             %copied_row_inside, %copied_row, %m;
    selp.u32                %end_a, %k, 0, %copied_row_inside;
    and.b32                 %half, %thread, 1;
    shl.b32                 %first_step_a, %half, 2;
    mov.u32                 %step_a, %first_step_a;
    mul.wide.u32            %elements_a, %copied_row, %lda;
    shl.b64                 %bytes_a, %elements_a, 2;
    add.u64                 %row_of_a, %A, %bytes_a;
    mad.wide.u32            %address_a, %first_step_a, 4, %row_of_a;

    // To copy of B: 4 columns of step t / 32, from column 4*(t % 32) on.
    shr.u32                 %first_step_b, %thread, 5;
    mov.u32                 %step_b, %first_step_b;
    and.b32                 %quad, %thread, 31;
    shl.b32                 %copied_column_in_tile, %quad, 2;
    mad.lo.u32              %copied_column, %tile_column, 128, %copied_column_in_tile;
    mul.wide.u32            %elements_b, %first_step_b, %ldb;
    shl.b64                 %bytes_b, %elements_b, 2;
    add.u64                 %row_of_b, %B, %bytes_b;
    mad.wide.u32            %address_b, %copied_column, 4, %row_of_b;
    mul.wide.u32            %block_bytes_b, %ldb, 32;
$copied_columns_inside

    // It puts them at block_a[step][row], $pitch_bytes_a bytes a row, and block_b[step][column].
    mov.u32                 %shared_a, block_a;
    mov.u32                 %shared_b, block_b;
    mad.lo.u32              %put_row_a, %first_step_a, $pitch_bytes_a, %shared_a;
    mad.lo.u32              %put_a, %copied_row_in_tile, 4, %put_row_a;
    mad.lo.u32              %put_b, %thread, 16, %shared_b;

    // It multiplies 8 columns of block_a, 32 bytes, by two times 4 columns of block_b, 16 bytes.
    mad.lo.u32              %get_a, %row_group, 32, %shared_a;
    mad.lo.u32              %get_b, %column_group, 16, %shared_b;

    // 128 bits at once: address / 4, leading dimension, and the columns (of B, C) or steps (of A)
    // that the matrix has in this block must all be multiples of 4. Steps differ from block to
    // block, so A is asked again in each.
    shl.b32                 %tile_origin, %tile_column, 7;
    sub.u32                 %columns_left, %n, %tile_origin;
    min.u32                 %columns_here, %columns_left, 128;
    shr.u64                 %words_a, %A, 2;
    cvt.u32.u64             %misfit_a, %words_a;
    or.b32                  %misfit_a, %misfit_a, %lda;
    shr.u64                 %words_b, %B, 2;
    cvt.u32.u64             %misfit, %words_b;
    or.b32                  %misfit, %misfit, %ldb;
    or.b32                  %misfit, %misfit, %columns_here;
    and.b32                 %misfit, %misfit, 3;
    setp.eq.u32             %wide_b, %misfit, 0;
    shr.u64                 %words_c, %C, 2;
    cvt.u32.u64             %misfit, %words_c;
    or.b32                  %misfit, %misfit, %ldc;
    or.b32                  %misfit, %misfit, %columns_here;
    and.b32                 %misfit, %misfit, 3;
    setp.eq.u32             %wide_c, %misfit, 0;

$zero_sums
    mov.u32                 %start, 0;
    @%no_product bra.uni    STORE;

NEXT_BLOCK:
    // Copy. What lies outside A or B counts as zero and adds nothing.
$zero_copies
    sub.u32                 %steps_left, %k, %start;
    min.u32                 %steps_here, %steps_left, 8;
    or.b32                  %misfit, %misfit_a, %steps_here;
    and.b32                 %misfit, %misfit, 3;
    setp.eq.u32             %wide_a, %misfit, 0;
    @!%wide_a bra.uni       COPY_A_SINGLY;
    setp.lt.u32             %inside, %step_a, %end_a;
    @%inside ld.global.nc.v4.f32 {%copy_a0, %copy_a1, %copy_a2, %copy_a3}, [%address_a];
    bra.uni                 COPY_B;
COPY_A_SINGLY:
$copy_a_singly
COPY_B:
    setp.lt.u32             %step_b_inside, %step_b, %k;
    @!%wide_b bra.uni       COPY_B_SINGLY;
    and.pred                %inside, %step_b_inside, %copied_column_inside0;
    @%inside ld.global.nc.v4.f32 {%copy_b0, %copy_b1, %copy_b2, %copy_b3}, [%address_b];
    bra.uni                 PUT;
COPY_B_SINGLY:
$copy_b_singly
PUT:
$put_a
    st.shared.v4.f32        [%put_b], {%copy_b0, %copy_b1, %copy_b2, %copy_b3};
    bar.sync                0;

$multiply
    bar.sync                0;

    // Go on by 8 along k.
    add.u64                 %address_a, %address_a, 32;
    add.u64                 %address_b, %address_b, %block_bytes_b;
    add.u32                 %step_a, %step_a, 8;
    add.u32                 %step_b, %step_b, 8;
    add.u32                 %start, %start, 8;
    setp.lt.u32             %more, %start, %k;
    @%more bra.uni          NEXT_BLOCK;

STORE:
    // alpha*sum + beta*C; C is not read if beta is zero.
    setp.neu.f32            %uses_c, %beta, 0f00000000;
    mul.wide.u32            %elements_c, %row, %ldc;
    shl.b64                 %bytes_c, %elements_c, 2;
    add.u64                 %row_of_c, %C, %bytes_c;
    mad.wide.u32            %address_c, %column, 4, %row_of_c;
    mul.wide.u32            %row_bytes_c, %ldc, 4;
$columns_inside
$scale_sums
    @!%wide_c bra.uni       STORE_SINGLY;
$store_wide
    ret;

STORE_SINGLY:
$store_singly
    ret;
}
""")


def line(operation: str, *operands: str) -> str:
    """Return one instruction, its operands in the column of the frame's."""
    return f"    {operation:<23} {', '.join(operands)};"


def comment(text: str) -> str:
    """Return one comment, after an empty line."""
    return f"\n    // {text}"


def vector(name: str, first: int = 0) -> str:
    """Return the vector operand of 4 registers from ``name`` + ``first`` on."""
    return "{" + ", ".join(f"%{name}{first + i}" for i in range(4)) + "}"


def address(register: str, offset: int = 0) -> str:
    """Return the memory operand ``offset`` bytes behind a register."""
    return f"[{register}+{offset}]" if offset else f"[{register}]"


def column_offset(column: int) -> int:
    """Elements from a thread's first column to another: its two groups lie half a tile apart."""
    return column // 4 * (TILE.bn // 2) + column % 4


def inside_lines(predicate: str, start: str, offsets: Iterable[int]) -> list[str]:
    """Compare ``start`` + each offset with n: ``predicate`` 0, 1, ... say whether it is less."""
    lines = []
    for i, offset in enumerate(offsets):
        lines.append(line("add.u32", "%index", start, str(offset)))
        lines.append(line("setp.lt.u32", f"%{predicate}{i}", "%index", "%n"))
    return lines


def copy_a_singly() -> list[str]:
    """Load 4 elements of A one by one, each if it stands before the end of its row."""
    lines = []
    for i in range(4):
        lines.append(line("add.u32", "%index", "%step_a", str(i)))
        lines.append(line("setp.lt.u32", "%inside", "%index", "%end_a"))
        lines.append(line("@%inside ld.global.nc.f32", f"%copy_a{i}", address("%address_a", 4 * i)))
    return lines


def copy_b_singly() -> list[str]:
    """Load 4 elements of B one by one, each if its column and its step are inside B."""
    lines = []
    for i in range(4):
        lines.append(line("and.pred", "%inside", "%step_b_inside", f"%copied_column_inside{i}"))
        lines.append(line("@%inside ld.global.nc.f32", f"%copy_b{i}", address("%address_b", 4 * i)))
    return lines


def multiply() -> list[str]:
    """Add the products of one block of A and one of B: 8 steps, each an outer product."""
    lines = []
    for step in range(TILE.bk):
        lines.append(comment(f"Step {step} of {TILE.bk}: 8 elements of A, 8 of B, 64 products."))
        for row in range(0, TILE.tm, 4):
            offset = 4 * (step * PITCH_A + row)
            lines.append(line("ld.shared.v4.f32", vector("a", row), address("%get_a", offset)))
        for column in range(0, TILE.tn, 4):
            offset = 4 * (step * TILE.bn + column_offset(column))
            lines.append(line("ld.shared.v4.f32", vector("b", column), address("%get_b", offset)))
        for row in range(TILE.tm):
            for column in range(TILE.tn):
                total = f"%sum{row}_{column}"
                lines.append(line("fma.rn.f32", total, f"%a{row}", f"%b{column}", total))
    return lines


def store(width: int) -> list[str]:
    """Write the thread tile by accesses of ``width`` floats, 4 or 1, adding beta*C before."""
    vectors = ".v4" if width == 4 else ""
    lines = []
    for row in range(TILE.tm):
        lines.append(comment(f"Row {row} of {TILE.tm}."))
        lines.append(line("setp.lt.u32", "%row_inside", "%row", "%m"))
        for column in range(0, TILE.tn, width):
            sums = vector(f"sum{row}_", column) if width == 4 else f"%sum{row}_{column}"
            old = vector("c") if width == 4 else "%c0"
            where = address("%address_c", 4 * column_offset(column))
            lines.append(line("and.pred", "%writes_c", "%row_inside", f"%column_inside{column}"))
            lines.append(line("and.pred", "%reads_c", "%writes_c", "%uses_c"))
            lines.append(line(f"@%reads_c ld.global{vectors}.f32", old, where))
            for i in range(width):
                total = f"%sum{row}_{column + i}"
                lines.append(line("@%reads_c fma.rn.f32", total, "%beta", f"%c{i}", total))
            lines.append(line(f"@%writes_c st.global{vectors}.f32", where, sums))
        if row < TILE.tm - 1:
            lines.append(line("add.u32", "%row", "%row", "1"))
            lines.append(line("add.u64", "%address_c", "%address_c", "%row_bytes_c"))
    return lines


def generate() -> str:
    """Return the whole text of ptx_5_thread_tile.ptx."""
    zero = "0f00000000"
    sums = [f"%sum{row}_{column}" for row in range(TILE.tm) for column in range(TILE.tn)]
    parts = {
        "pitch_a": str(PITCH_A),
        "pitch_bytes_a": str(4 * PITCH_A),
        "size_a": str(TILE.bk * PITCH_A),
        "a_registers": f"%a<{TILE.tm}>",
        "b_registers": f"%b<{TILE.tn}>",
        "sum_registers": [f"    .reg .f32   %sum{row}_<{TILE.tn}>;" for row in range(TILE.tm)],
        "copied_columns_inside": inside_lines("copied_column_inside", "%copied_column", range(4)),
        "zero_sums": [line("mov.f32", total, zero) for total in sums],
        "zero_copies": [line("mov.f32", f"%copy_{m}{i}", zero) for m in "ab" for i in range(4)],
        "copy_a_singly": copy_a_singly(),
        "copy_b_singly": copy_b_singly(),
        "put_a": [
            line("st.shared.f32", address("%put_a", 4 * i * PITCH_A), f"%copy_a{i}")
            for i in range(4)
        ],
        "multiply": multiply(),
        "columns_inside": inside_lines(
            "column_inside", "%column", (column_offset(c) for c in range(TILE.tn))
        ),
        "scale_sums": [line("mul.rn.f32", total, "%alpha", total) for total in sums],
        "store_wide": store(4),
        "store_singly": store(1),
    }
    text = {name: p if isinstance(p, str) else "\n".join(p) for name, p in parts.items()}
    return FRAME.substitute(text)


if __name__ == "__main__":
    ptx_5_thread_tile.KERNEL.source.write_text(generate(), encoding="ascii")
