/* Clusters: blocks that run at once, read and write each other's shared memory, and meet at a
 * barrier of their own. A block alone is a cluster of one.
 *
 * The shared memory of a block begins at its rank, from bit CLUSTER_SHIFT of an address on, and all
 * of a cluster lies in one piece of a worker's memory. So an address means the same in all blocks.
 *
 * Blocks of a cluster take turns, see run.c. The context is that of the block whose turn it is.
 *
 * In checked mode a block reaches into another one only between two phases of the barrier: it must
 * know that the other has begun, and the other must know of the access before it leaves. That it
 * knows, too, when it passes an mbarrier at which the first has arrived since, or acquires.
 */
#include "runtime.h"

static uint64_t rank_of(uint64_t address) { return address >> CLUSTER_SHIFT; }

/* The same place in the memory of another block. */
static uint64_t in_block(uint64_t address, uint64_t rank)
{
    return (address & ((1 << CLUSTER_SHIFT) - 1)) | rank << CLUSTER_SHIFT;
}

static struct block *block_at(const struct context *context, uint64_t rank)
{
    return (struct block *)(context->block + (rank - context->rank) * context->block_stride);
}

/* Go on with another block of the cluster. */
static void enter(struct context *context, uint64_t rank)
{
    if (plan.blocks == 1) return;
    uint64_t step = rank - context->rank, x = plan.blocks_x, y = plan.blocks_y;
    uint64_t z = plan.blocks / (x * y);
    context->frames += step * context->frames_stride;
    context->block += step * context->block_stride;
    context->shared_begin += step << CLUSTER_SHIFT;
    context->shared_end += step << CLUSTER_SHIFT;
    context->rank = rank;
    context->block_x = context->block_x / x * x + rank % x;
    context->block_y = context->block_y / y * y + rank / x % y;
    context->block_z = context->block_z / z * z + rank / (x * y);
}

/* ---- access to other blocks, in checked mode */

/* Fail if a thread cannot know that the block of an address runs. */
static bool reach(struct context *context, uint64_t address, uint64_t location, uint32_t thread)
{
    uint64_t rank = rank_of(address);
    if (!plan.checked || rank == context->rank) return false;
    context->error_value = rank;
    if (!block_of(context)->phase)
        return fail(context, FAILURE_NOT_BEGUN, location, address, thread);
    if (context->ended >> rank & 1)
        return fail(context, FAILURE_BLOCK_ENDED, location, address, thread);
    return false;
}

/* A thread accesses the memory of a block, which must know of it before it leaves: after the
 * thread's next wait at the barrier. */
static bool touch(struct context *context, uint64_t address, uint64_t location, uint32_t thread)
{
    uint64_t rank = rank_of(address);
    if (rank == context->rank) return false;
    if (reach(context, address, location, thread)) return true;
    uint32_t arrivals = (block_of(context)->visits[thread] + 1) / 2;
    block_at(context, rank)->touches[context->rank] =
        (struct touch){arrivals + 1, false, location, thread};
    return false;
}

/* The block of an mbarrier gets to know what another one did before, once it passes it. */
static void order_touches(struct context *context, uint64_t mbarrier)
{
    uint64_t rank = rank_of(mbarrier);
    if (plan.checked && rank != context->rank)
        block_at(context, rank)->touches[context->rank].ordered = true;
}

/* A thread has passed an mbarrier. */
void pass_mbarrier(struct context *context, uint64_t mbarrier, uint32_t thread)
{
    if (plan.watches) {
        acquire_writes(context, thread);
        learn(known_to(context, thread), arrived_at(context, mbarrier));
    }
    struct block *block = block_of(context);
    for (int32_t rank = 0; plan.blocks > 1 && rank < plan.blocks; rank++)
        if (block->touches[rank].ordered) block->touches[rank].phase = 0;
}

/* A thread has acquired, it is not known from whom. */
void acquire_touches(struct context *context)
{
    struct block *block = block_of(context);
    for (int32_t rank = 0; rank < plan.blocks; rank++) block->touches[rank].phase = 0;
}

/* Fail if a block leaves that cannot know of all accesses to it. */
static bool check_touches(struct context *context)
{
    const struct block *block = block_of(context);
    uint64_t own = context->rank;
    for (int32_t rank = 0; plan.checked && rank < plan.blocks; rank++) {
        struct touch touch = block->touches[rank];
        if (touch.phase <= block->phase) continue;
        enter(context, rank);
        context->error_value = own;
        return fail(context, FAILURE_LEFT_EARLY, touch.location, 0, touch.thread);
    }
    return false;
}

__attribute__((noinline)) bool check_cluster(struct context *context, uint64_t address,
                                             uint64_t nbytes, uint64_t location, uint32_t thread)
{
    uint64_t rank = rank_of(address), step = rank - context->rank;
    if (rank < (uint64_t)plan.blocks && step) {
        if (touch(context, address, location, thread)) return true;
    } else {
        step = 0;
    }
    return check_memory(context, context->shared_begin + (step << CLUSTER_SHIFT),
                        context->shared_end + (step << CLUSTER_SHIFT), address, nbytes, location,
                        thread);
}

__attribute__((noinline)) bool check_generic(struct context *context, uint64_t address,
                                             uint64_t nbytes, uint64_t location, uint32_t thread)
{
    /* Half a window below shared memory there is nothing either: so far may an offset lead astray.
     */
    if (address >= SHARED_WINDOW / 2)
        return check_cluster(context, address - SHARED_WINDOW, nbytes, location, thread);
    return check_global(context, address, nbytes, location, thread);
}

/* ---- new mbarriers, in checked mode
 *
 * Other blocks may use an mbarrier once the barrier of the cluster has come after a fence after its
 * making. Marks of shared memory (accesses.c) say how far one is. */

static void renew_marks(struct context *context, uint16_t from, uint16_t to)
{
    uint16_t *last = mark_of(context, context->shared_end - 1);
    for (uint16_t *found = mark_of(context, context->shared_begin); found <= last; found++)
        if (*found == from) *found = to;
}

static void make_fresh(struct context *context, uint64_t mbarrier)
{
    if (!plan.checked || plan.blocks == 1) return;
    mark(context, mbarrier, sizeof(uint64_t), MARK_NEW);
    block_of(context)->fresh = true;
}

/* A fence, or an arrival with release at the barrier of the cluster. */
void fence_mbarriers(struct context *context)
{
    struct block *block = block_of(context);
    if (!block->fresh) return;
    renew_marks(context, MARK_NEW, MARK_FENCED);
    block->fresh = false;
    block->fenced = true;
}

/* Fail if an mbarrier of another block may not be there yet. */
static bool check_fresh(struct context *context, uint64_t mbarrier, uint64_t location,
                        uint32_t thread)
{
    if (!plan.checked || rank_of(mbarrier) == context->rank) return false;
    uint16_t found = *mark_of(context, mbarrier);
    if (found != MARK_NEW && found != MARK_FENCED) return false;
    context->error_value = found == MARK_FENCED;
    return fail(context, FAILURE_NEW_MBARRIER, location, mbarrier, thread);
}
