/* Checked mode: every access lies inside an allocation, or in the block's shared memory, is aligned
 * to its size, and touches no bytes of an asynchronous copy that is under way.
 *
 * A GPU makes an asynchronous copy at any time between its instruction and the wait for it. Here it
 * is made twice: when it is issued, into an image of shared memory that no kernel sees, and as late
 * as the rules allow, into shared memory. Where the two differ, the source has changed under the
 * copy. In between the bytes of the target are nobody's to touch. After its wait they are the
 * copying thread's alone, until that thread does something by which others can know: it arrives at
 * a barrier, say. A mark of 16 bits for each word of shared memory says so.
 */
#include "runtime.h"

/* Of a new mbarrier see clusters.c; from the last one on it is a thread of the cluster. */
enum { MARK_FREE, MARK_UNDER_WAY, MARK_NEW, MARK_FENCED, MARK_FIRST_THREAD };

static bool inside_global(const struct context *context, uint64_t address, uint64_t size)
{
    const struct {
        uint64_t start, end;
    } *allocation = (void *)context->allocations;
    uint64_t end = address + size;
    if (end < address) return false;
    for (uint64_t i = 0; i < context->allocation_count; i++)
        if (address >= allocation[i].start && end <= allocation[i].end) return true;
    return false;
}

static uint16_t *mark_of(const struct context *context, uint64_t address)
{
    return (uint16_t *)(context->in_flight + address / 4 * sizeof(uint16_t));
}

static void mark(const struct context *context, uint64_t address, uint64_t nbytes, uint16_t value)
{
    uint16_t *marks = mark_of(context, address);
    for (uint64_t i = 0; i < nbytes / 4; i++) marks[i] = value;
}

/* The mark of what a thread has copied and nobody else can know of. */
static uint16_t mark_of_thread(const struct context *context, uint32_t thread)
{
    return MARK_FIRST_THREAD + context->rank * MAX_GROUPS + thread;
}

/* Let others know of what a thread has copied, but for what a later copy brings again. */
static void release_marks(const struct context *context, uint64_t address, uint64_t nbytes,
                          uint32_t thread)
{
    uint16_t *marks = mark_of(context, address), own = mark_of_thread(context, thread);
    for (uint64_t i = 0; i < nbytes / 4; i++)
        if (marks[i] == own) marks[i] = MARK_FREE;
}

/* Return the failure that an access by a thread is, or 0. */
static uint64_t in_flight(const struct context *context, uint64_t address, uint64_t nbytes,
                          uint32_t thread)
{
    uint16_t *last = mark_of(context, address + nbytes - 1);
    for (uint16_t *found = mark_of(context, address); found <= last; found++)
        if (*found == MARK_UNDER_WAY)
            return FAILURE_IN_FLIGHT;
        else if (*found >= MARK_FIRST_THREAD && *found != mark_of_thread(context, thread))
            return FAILURE_NOT_SYNCHRONIZED;
    return 0;
}

/* End a copy that has been made; it fails if its source had changed since it was issued. */
static bool end_copy(struct context *context, uint8_t *shared, uint64_t target, uint64_t nbytes,
                     uint64_t location, uint64_t thread)
{
    const uint8_t *early = (const uint8_t *)context->early;
    mark(context, target, nbytes, MARK_FREE);
    for (uint64_t place = target; place < target + nbytes; place += 4)
        if (*(uint32_t *)(early + place) != *(uint32_t *)(shared + place))
            return fail(context, FAILURE_SOURCE_CHANGED, location, place, thread);
    return false;
}

/* Check an access to the shared memory of a block, from `begin` to `block_end`. */
static bool check_memory(struct context *context, uint64_t begin, uint64_t block_end,
                         uint64_t address, uint64_t nbytes, uint64_t location, uint32_t thread)
{
    uint64_t failure = 0, end = address + nbytes;
    if (end < address || address < begin || end > block_end)
        failure = FAILURE_OUTSIDE_SHARED;
    else if (address & (nbytes - 1))
        failure = FAILURE_MISALIGNED;
    else if (plan.delays_copies || plan.delays_bulk)
        failure = in_flight(context, address, nbytes, thread);
    return failure && fail(context, failure, location, address, thread);
}

__attribute__((noinline)) bool check_shared(struct context *context, uint64_t address,
                                            uint64_t nbytes, uint64_t location, uint32_t thread)
{
    return check_memory(context, context->shared_begin, context->shared_end, address, nbytes,
                        location, thread);
}

__attribute__((noinline)) bool check_global(struct context *context, uint64_t address,
                                            uint64_t nbytes, uint64_t location, uint32_t thread)
{
    if (!inside_global(context, address, nbytes))
        return fail(context, FAILURE_OUTSIDE, location, address, thread);
    if (address & (nbytes - 1)) return fail(context, FAILURE_MISALIGNED, location, address, thread);
    return false;
}

/* For what generated code finds itself. */
__attribute__((noinline)) bool record_failure(struct context *context, uint64_t failure,
                                              uint64_t location, uint64_t address, uint32_t thread)
{
    return fail(context, failure, location, address, thread);
}
