/* The barrier of a cluster: threads arrive, go on, and wait later.
 *
 * A phase is complete when all threads of all blocks have arrived that have not ended.
 */
#include "runtime.h"

/* Arrive there. A thread arrives once, and then waits, before it arrives again. */
__attribute__((noinline)) bool arrive_at_cluster(struct context *context, bool releases,
                                                 uint64_t location, uint32_t thread)
{
    struct block *block = block_of(context);
    if (block->visits[thread] & 1)
        return fail(context, FAILURE_ARRIVED_TWICE, location, 0, thread);
    block->visits[thread]++;
    block->cluster_arrived++;
    if (plan.watches && releases) learn(known_at_cluster(context), known_to(context, thread));
    return false;
}

enum { MUST_WAIT, GOES_ON, HAS_FAILED };

/* Return what a wait there comes to, of all lanes of a group. */
__attribute__((noinline)) int32_t wait_at_cluster(struct context *context, uint64_t location,
                                                  uint32_t thread)
{
    struct block *block = block_of(context);
    for (int32_t lane = 0; lane < plan.lanes; lane++) {
        uint32_t visit = block->visits[thread + lane];
        if (!(visit & 1)) {
            fail(context, FAILURE_NOT_ARRIVED, location, 0, thread + lane);
            return HAS_FAILED;
        }
        if (visit / 2 >= block->phase) return MUST_WAIT;
    }
    for (int32_t lane = 0; lane < plan.lanes; lane++) {
        block->visits[thread + lane]++;
        if (!plan.watches) continue;
        acquire_writes(context, thread + lane);
        learn(known_to(context, thread + lane), known_at_cluster(context));
    }
    return GOES_ON;
}

/* Complete the phase if all threads of the cluster have arrived that have not ended. */
static bool complete_cluster_barrier(struct context *context,
                                     int32_t resumes[MAX_CLUSTER][MAX_GROUPS])
{
    uint32_t arrived = 0, own = context->rank;
    for (int32_t rank = 0; rank < plan.blocks; rank++)
        arrived += block_at(context, rank)->cluster_arrived;
    if (!arrived) return false;
    bool complete = true;
    for (int32_t rank = 0; complete && rank < plan.blocks; rank++) {
        enter(context, rank);
        const struct block *block = block_of(context);
        for (int32_t thread = 0; complete && thread < sizes.threads; thread++)
            complete = block->visits[thread] == 2 * block->phase + 1 ||
                       has_ended(context, resumes[rank], thread);
    }
    for (int32_t rank = 0; complete && rank < plan.blocks; rank++) {
        enter(context, rank);
        struct block *block = block_of(context);
        block->phase++;
        block->cluster_arrived = 0;
        if (block->fenced) renew_marks(context, MARK_FENCED, MARK_FREE);
        block->fenced = false;
    }
    enter(context, own);
    return complete;
}
