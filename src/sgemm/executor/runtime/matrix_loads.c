/* Matrices of 8 x 8 halves from shared memory: each row is 16 bytes, from where a lane says. */
#include "runtime.h"

enum { ROWS = 8, ROW_BYTES = 16, MATRICES = 4 };

/* Load matrices for some warps. Register i of lane l is at i * lanes + l: of a matrix a lane gets
 * two neighbours of row l / 4, or of column l / 4 where matrices are transposed. */
__attribute__((noinline)) bool load_matrices(struct context *context, uint8_t *shared,
                                             const uint64_t *addresses, uint32_t *results,
                                             int32_t count, bool transposed, int32_t lanes,
                                             uint32_t thread, uint64_t location)
{
    for (int32_t warp = 0; warp < lanes; warp += WARP)
        for (int32_t i = 0; i < count; i++) {
            uint16_t rows[ROWS][ROWS], columns[ROWS][ROWS];
            for (int32_t row = 0; row < ROWS; row++) {
                int32_t lane = warp + i * ROWS + row;
                if (plan.checked && check_shared(context, addresses[lane], ROW_BYTES, location,
                                                 thread + lane))
                    return true;
                __builtin_memcpy(rows[row], shared + addresses[lane], ROW_BYTES);
            }
            for (int32_t row = 0; transposed && row < ROWS; row++)
                for (int32_t column = 0; column < ROWS; column++)
                    columns[column][row] = rows[row][column];
            __builtin_memcpy(results + i * lanes + warp, transposed ? columns : rows, sizeof rows);
        }
    return false;
}

/* Give each lane of a warp, which is a lane group of its own, its part of some matrices. */
static bool load_for_warp(struct context *context, int32_t first_group, int32_t kind)
{
    uint64_t addresses[WARP];
    uint32_t words[MATRICES][WARP];
    int32_t count = kind >> COLUMNS_SHIFT;
    bool transposed = kind % (1 << COLUMNS_SHIFT) == COLLECTIVE_LDMATRIX_TRANS;
    for (int32_t lane = 0; lane < WARP; lane++) {
        struct frame *frame = frame_of(context, first_group + lane);
        addresses[lane] = frame->value | (uint64_t)frame->lane << 32;
    }
    if (load_matrices(context, shared_of(context), addresses, words[0], count, transposed, WARP,
                      first_group, frame_of(context, first_group)->wait_location))
        return true;
    for (int32_t lane = 0; lane < WARP; lane++)
        for (int32_t i = 0; i < count; i++)
            fragments_of(frame_of(context, first_group + lane))[i] = words[i][lane];
    return false;
}
