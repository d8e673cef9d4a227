/* Checked mode: shared memory that matrix instructions of warpgroups (wgmma) read.
 *
 * They read through the async proxy. What a thread wrote through the generic one, with stores and
 * cp.async, they see only after a fence.proxy.async: of the thread that wrote it, before others can
 * know of it, or of those that read it, after they do. Bulk copies write through the async proxy.
 *
 * And they read late: until their group is over nobody may write there. That it is over knows
 * who has waited for it, and from then on who synchronises with one that knows: through a barrier,
 * an mbarrier or a collective, or with a fence or an atomic operation, of which it is not known who
 * looks at them. So each of these hands on, of every warpgroup, which of its groups are over. A wait
 * by one thread counts for its warpgroup, whose instruction it is.
 */
#include "runtime.h"

static struct proxies *proxies_of(const struct context *context)
{
    return (struct proxies *)context->proxies;
}

static struct shared_part *part_of(const struct context *context, uint64_t address)
{
    return &proxies_of(context)->parts[(address - context->shared_begin) / PART_OF_SHARED];
}

static void clear_proxies(const struct context *context)
{
    uint64_t parts = (context->shared_end - context->shared_begin) / PART_OF_SHARED + 1;
    __builtin_memset(proxies_of(context), 0,
                     sizeof(struct proxies) + parts * sizeof(struct shared_part));
}

/* ---- who knows which groups are over */

static void learn(struct ended *knows, const struct ended *from)
{
    for (int32_t i = 0; i < MAX_WARPGROUPS; i++)
        if (from->group[i] > knows->group[i]) knows->group[i] = from->group[i];
}

static struct ended *known_to(const struct context *context, uint32_t thread)
{
    return &proxies_of(context)->known[thread];
}

/* Where what a thread knows is kept by an mbarrier. */
static struct ended *arrived_at(const struct context *context, uint64_t mbarrier)
{
    return &part_of(context, mbarrier)->arrived[mbarrier / 8 % 2];
}

void pass_mbarrier(struct context *context, uint64_t mbarrier, uint32_t thread)
{
    learn(known_to(context, thread), arrived_at(context, mbarrier));
}

/* A fence or an atomic operation, by which any others may know, or be known of. */
void synchronize_anywhere(struct context *context, uint32_t thread)
{
    struct ended *everywhere = &proxies_of(context)->everywhere;
    learn(everywhere, known_to(context, thread));
    learn(known_to(context, thread), everywhere);
}

/* ---- the two proxies */

void fence_proxies(struct context *context, uint32_t thread)
{
    struct proxies *proxies = proxies_of(context);
    proxies->threads[thread].fence = ++proxies->time;
}

/* Let others know of what a thread has written. */
void release_writes(struct context *context, uint32_t thread)
{
    struct proxies *proxies = proxies_of(context);
    proxies->threads[thread].released_fence = proxies->threads[thread].fence;
    proxies->threads[thread].release = ++proxies->time;
}

/* Return when the last of a warp's threads had a proxy fence. */
static uint32_t fence_of_warp(const struct proxies *proxies, uint32_t thread)
{
    uint32_t first = thread / WARP * WARP, found = UINT32_MAX;
    for (uint32_t lane = first; lane < first + WARP; lane++)
        if (proxies->threads[lane].fence < found) found = proxies->threads[lane].fence;
    return found;
}

/* Whether what one thread wrote at some time is seen by a wgmma of another's warp. */
static bool is_fenced(const struct proxies *proxies, uint32_t writer, uint32_t time,
                      uint32_t thread)
{
    if (time < proxies->threads[writer].released_fence) return true;
    if (writer / WARP == thread / WARP && time < proxies->threads[writer].fence) return true;
    return time < proxies->threads[writer].release && time < fence_of_warp(proxies, thread);
}

/* A wgmma of a warp reads 16 bytes. */
bool read_matrix(struct context *context, uint64_t address, uint64_t location, uint32_t thread)
{
    struct shared_part *part = part_of(context, address);
    for (int32_t i = 0; i < 4; i++) {
        uint32_t writer = part->writer[i] - 1;
        if (part->writer[i] &&
            !is_fenced(proxies_of(context), writer, part->written[i], thread)) {
            context->error_value = writer;
            return fail(context, FAILURE_NO_PROXY_FENCE, location, address + 4 * i, thread);
        }
    }
    part->read.group[thread / WARPGROUP] =
        warpgroup_of(frame_of(context, thread))->commits + 1;
    return false;
}

/* Fail if a thread writes what a wgmma may still be reading. */
static bool check_write(struct context *context, uint64_t address, uint64_t nbytes,
                        uint64_t location, uint64_t thread)
{
    const struct ended *known = known_to(context, thread);
    const struct shared_part *last = part_of(context, address + nbytes - 1);
    for (const struct shared_part *part = part_of(context, address); part <= last; part++)
        for (int32_t i = 0; i < MAX_WARPGROUPS; i++)
            if (part->read.group[i] > known->group[i]) {
                context->error_value = i;
                return fail(context, FAILURE_MATRIX_IN_FLIGHT, location, address, thread);
            }
    return false;
}

/* Note through which proxy bytes were written: by a thread through the generic one, or (-1) through
 * the async one. */
static void note_write(struct context *context, uint64_t address, uint64_t nbytes, int32_t thread)
{
    for (uint64_t word = address / 4; word <= (address + nbytes - 1) / 4; word++) {
        struct shared_part *part = part_of(context, 4 * word);
        part->writer[word % 4] = thread + 1;
        part->written[word % 4] = proxies_of(context)->time;
    }
}

bool write_shared(struct context *context, uint64_t address, uint64_t nbytes, uint64_t location,
                  uint32_t thread)
{
    if (check_write(context, address, nbytes, location, thread)) return true;
    note_write(context, address, nbytes, thread);
    return false;
}

bool write_generic(struct context *context, uint64_t address, uint64_t nbytes, uint64_t location,
                   uint32_t thread)
{
    return address >= SHARED_WINDOW / 2 &&
           write_shared(context, address - SHARED_WINDOW, nbytes, location, thread);
}
