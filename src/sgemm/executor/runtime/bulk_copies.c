/* Bulk copies: boxes of a tensor, or plain runs of bytes, into shared memory.
 *
 * A copy counts its bytes off the tx-count of an mbarrier when it is complete. It is made when it
 * is issued, which is as legal as any later time. In checked mode it waits in the block instead,
 * until no lane group can go on without it, and its bytes are nobody's to touch (see accesses.c).
 */
#include "runtime.h"

enum { CHUNK_FLOATS = CHUNK_BYTES / ELEMENT_BYTES };

static int64_t clamped(int64_t value, int64_t low, int64_t high)
{
    value = value < low ? low : value;
    return value > high ? high : value;
}

/* Copy a box: what lies outside of the tensor is zero. Rows are made of chunks of 16 bytes, whose
 * places in shared memory the swizzle permutes. */
static bool move_box(struct context *context, uint8_t *image, const struct bulk_copy *copy)
{
    const struct tensor_map *map = (const struct tensor_map *)copy->source;
    int64_t width = map->box[0];
    /* Columns of the box from `first` to `last` lie inside the tensor. */
    int64_t first = clamped(-copy->x, 0, width);
    int64_t last = clamped((int64_t)map->sizes[0] - copy->x, first, width);
    uint64_t target = copy->target;
    for (uint64_t plane = 0; plane < map->box[2]; plane++)
        for (uint64_t row = 0; row < map->box[1]; row++) {
            /* As unsigned numbers, negative coordinates are larger than any size. */
            uint64_t y = copy->y + row, z = copy->z + plane;
            bool inside = y < map->sizes[1] && z < map->sizes[2] && first < last;
            uint64_t source =
                map->address + y * map->strides[1] + z * map->strides[2] + copy->x * ELEMENT_BYTES;
            if (plan.checked && inside &&
                !inside_global(context, source + first * ELEMENT_BYTES,
                               (last - first) * ELEMENT_BYTES))
                return fail(context, FAILURE_OUTSIDE, copy->location,
                            source + first * ELEMENT_BYTES, copy->thread);
            int64_t begin = inside ? first : width;
            for (int64_t column = 0; column < width; column += CHUNK_FLOATS) {
                uint32_t *to = (uint32_t *)(image + (target ^ (target >> 3 & map->swizzle)));
                const uint32_t *from = (const uint32_t *)(source + column * ELEMENT_BYTES);
                if (begin <= column && column + CHUNK_FLOATS <= last)
                    __builtin_memcpy(to, from, CHUNK_BYTES);
                else
                    for (int64_t i = 0; i < CHUNK_FLOATS; i++)
                        to[i] = begin <= column + i && column + i < last ? from[i] : 0;
                target += CHUNK_BYTES;
            }
        }
    return false;
}

static bool move_bulk(struct context *context, uint8_t *image, const struct bulk_copy *copy)
{
    if (copy->rank && copy->rank != FROM_SHARED) return move_box(context, image, copy);
    if (plan.checked && !copy->rank && !inside_global(context, copy->source, copy->nbytes))
        return fail(context, FAILURE_OUTSIDE, copy->location, copy->source, copy->thread);
    __builtin_memcpy(image + copy->target, (const void *)copy->source, copy->nbytes);
    return false;
}

/* Move the bytes of a copy, and tell its mbarrier. */
static bool make_copy(struct context *context, uint8_t *shared, const struct bulk_copy *copy)
{
    return move_bulk(context, shared, copy) ||
           mbarrier_update(context, shared, copy->mbarrier, 0, -(int32_t)copy->nbytes,
                           copy->location, copy->thread);
}

/* Make a copy that is under way; the others keep their order. */
static bool deliver_bulk(struct context *context, uint8_t *shared, uint32_t index)
{
    struct block *block = block_at(context, 0);
    struct bulk_copy copy = block->copies[index];
    block->copy_count--;
    if (plan.watches) note_bulk(context, copy.target, copy.nbytes);
    for (uint32_t i = index; i < block->copy_count; i++) block->copies[i] = block->copies[i + 1];
    uint64_t own = context->rank;
    enter(context, copy.block);
    if (make_copy(context, shared, &copy) ||
        end_copy(context, shared, copy.target, copy.nbytes, copy.location, copy.thread))
        return true;
    enter(context, own);
    return false;
}

/* Make all copies for which an mbarrier waits (checked mode). */
__attribute__((noinline)) bool deliver_copies(struct context *context, uint8_t *shared,
                                              uint64_t mbarrier)
{
    struct block *block = block_at(context, 0);
    for (uint32_t i = 0; plan.delays_bulk && i < block->copy_count;)
        if (block->copies[i].mbarrier != mbarrier)
            i++;
        else if (deliver_bulk(context, shared, i))
            return true;
    return plan.delays_copies && deliver_arrivals(context, shared, mbarrier);
}

static bool is_tensor_map(const struct context *context, uint64_t address)
{
    bool is_parameter =
        address >= context->parameters && address + TENSOR_MAP_BYTES <= context->parameters_end;
    return (is_parameter || inside_global(context, address, TENSOR_MAP_BYTES)) &&
           ((const struct tensor_map *)address)->magic == TENSOR_MAP_MAGIC;
}

/* Issue a copy to one block. In checked mode it waits until somebody waits for it: all copies of a
 * cluster in its first block, in the order in which they were issued. */
static bool issue_copy(struct context *context, uint8_t *shared, const struct bulk_copy *copy)
{
    uint64_t end = copy->target + copy->nbytes, rank = rank_of(copy->target);
    uint64_t step = (rank - context->rank) << CLUSTER_SHIFT;
    if (rank >= (uint64_t)plan.blocks || copy->target < context->shared_begin + step ||
        end > context->shared_end + step)
        return fail(context, FAILURE_OUTSIDE_SHARED, copy->location, copy->target, copy->thread);
    if (rank_of(copy->mbarrier) != rank)
        return fail(context, FAILURE_OTHER_BLOCK, copy->location, copy->mbarrier, copy->thread);
    if (copy->mbarrier < context->shared_begin + step ||
        copy->mbarrier + sizeof(uint64_t) > context->shared_end + step)
        return fail(context, FAILURE_OUTSIDE_SHARED, copy->location, copy->mbarrier, copy->thread);
    if (reach(context, copy->target, copy->location, copy->thread)) return true;
    if (!plan.delays_bulk) return make_copy(context, shared, copy);
    if (check_memory(context, context->shared_begin + step, context->shared_end + step,
                     copy->mbarrier, sizeof(uint64_t), copy->location, copy->thread) ||
        check_fresh(context, copy->mbarrier, copy->location, copy->thread))
        return true;
    if (in_flight(context, copy->target, copy->nbytes, copy->thread))
        return fail(context, FAILURE_IN_FLIGHT, copy->location, copy->target, copy->thread);
    if (plan.watches &&
        (check_write(context, copy->target, copy->nbytes, copy->location, copy->thread) ||
         check_bulk(context, copy->target, copy->nbytes, copy->location, copy->thread)))
        return true;
    struct block *first = block_at(context, 0);
    if (first->copy_count == BULK_COPY_CAPACITY && deliver_bulk(context, shared, 0)) return true;
    first->copies[first->copy_count++] = *copy;
    bool failed = move_bulk(context, (uint8_t *)context->early, copy);
    mark(context, copy->target, copy->nbytes, MARK_UNDER_WAY);
    return failed;
}

/* Issue a copy, whose size is given for a plain run of bytes. With `multicast` it goes to the
 * blocks of a mask, to the same places of their memory, and so do its signals. */
__attribute__((noinline)) bool bulk_copy(struct context *context, uint8_t *shared, uint64_t source,
                                         uint64_t target, uint64_t mbarrier, uint64_t nbytes,
                                         int64_t x, int64_t y, int64_t z, uint64_t rank,
                                         uint64_t multicast, uint64_t mask, uint64_t location,
                                         uint64_t thread)
{
#define FAIL_IF(condition, failure, address)                                                       \
    if (condition) return fail(context, FAILURE_##failure, location, address, thread)
    if (rank && rank != FROM_SHARED) {
        const struct tensor_map *map = (const struct tensor_map *)source;
        FAIL_IF(source % TENSOR_MAP_ALIGNMENT, MISALIGNED, source);
        FAIL_IF(!is_tensor_map(context, source), NO_TENSOR_MAP, source);
        FAIL_IF(map->rank != rank, WRONG_RANK, map->rank);
        nbytes = ELEMENT_BYTES * map->box[0] * map->box[1] * map->box[2];
        FAIL_IF(target % BOX_ALIGNMENT, MISALIGNED, target);
        /* An H200 calls it an illegal instruction. */
        FAIL_IF(x & (CHUNK_FLOATS - 1), MISALIGNED_COLUMN, x);
    } else {
        FAIL_IF(nbytes % CHUNK_BYTES, WRONG_SIZE, nbytes);
        FAIL_IF(source % CHUNK_BYTES, MISALIGNED, source);
        FAIL_IF(target % CHUNK_BYTES, MISALIGNED, target);
    }
    if (rank == FROM_SHARED) {
        uint64_t end = source + nbytes;
        FAIL_IF(source < context->shared_begin || end > context->shared_end, OUTSIDE_SHARED,
                source);
        if (plan.delays_bulk) {
            uint64_t failure = in_flight(context, source, nbytes, thread);
            if (failure) return fail(context, failure, location, source, thread);
        }
        if (plan.watches && check_bulk(context, source, nbytes, location, thread)) return true;
        source += (uint64_t)shared;
    }
    struct bulk_copy copy = {source, target,   mbarrier, nbytes,       x, y, z,
                             rank,   location, thread,   context->rank};
    if (!multicast) return issue_copy(context, shared, &copy);
    FAIL_IF(mask >> plan.blocks, WRONG_MASK, mask);
    for (uint64_t block = 0; block < (uint64_t)plan.blocks; block++) {
        if (!(mask >> block & 1)) continue;
        copy.target = in_block(target, block);
        copy.mbarrier = in_block(mbarrier, block);
        if (issue_copy(context, shared, &copy)) return true;
    }
    return false;
#undef FAIL_IF
}

/* Fail if a copy is still under way to a block that ends, or out of its memory. */
static bool check_all_awaited(struct context *context)
{
    const struct block *first = block_at(context, 0);
    for (uint32_t i = 0; i < first->copy_count; i++) {
        const struct bulk_copy *copy = &first->copies[i];
        bool is_source = copy->rank == FROM_SHARED && copy->block == context->rank;
        if (!is_source && rank_of(copy->target) != context->rank) continue;
        enter(context, copy->block);
        return fail(context, FAILURE_UNAWAITED, copy->location, copy->target, copy->thread);
    }
    return false;
}
