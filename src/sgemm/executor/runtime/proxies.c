/* Checked mode: shared memory that bulk copies and matrix instructions of warpgroups (wgmma) use.
 *
 * They use it through the async proxy. What a thread wrote through the generic one, with stores and
 * cp.async, is ordered before that only by a fence.proxy.async: of the thread that wrote it, before
 * others can know of it, or of those that use it, after they do. Without one, what is read may be
 * old, and what a bulk copy writes may be overwritten later. Bulk copies write through the async
 * proxy.
 *
 * And wgmma read late: until their group is over nobody may write there. That it is over knows
 * who has waited for it, and from then on who synchronises with one that knows: through a barrier,
 * an mbarrier or a collective, or with a fence or an atomic operation, of which it is not known who
 * looks at them. So each of these hands on, of every warpgroup, which of its groups are over. A wait
 * by one thread counts for its warpgroup, whose instruction it is.
 *
 * All of it is kept for a cluster as a whole, whose threads and warpgroups are numbered through.
 */
#include "runtime.h"

static struct proxies *proxies_of(const struct context *context)
{
    return (struct proxies *)context->proxies;
}

/* Threads of a block, rounded up to warps. */
static uint32_t places(void) { return (sizes.threads + WARP - 1) / WARP * WARP; }

/* The number of a thread in the cluster. */
static uint32_t member_of(const struct context *context, uint32_t thread)
{
    return context->rank * places() + thread;
}

/* The number of a thread's warpgroup in the cluster. */
static uint32_t warpgroup_number(const struct context *context, uint32_t thread)
{
    return context->rank * (sizes.warpgroups / plan.blocks) + thread / WARPGROUP;
}

static ended *known_at(const struct context *context, uint32_t place)
{
    return proxies_of(context)->known + place * sizes.warpgroups;
}

static ended *known_to(const struct context *context, uint32_t thread)
{
    return known_at(context, member_of(context, thread));
}

/* Where what threads know is kept that meet at a barrier of the block. */
static ended *known_at_barrier(const struct context *context, uint32_t barrier)
{
    return known_at(context, plan.blocks * places() + context->rank * BARRIERS + barrier);
}

static ended *known_everywhere(const struct context *context)
{
    return known_at(context, plan.blocks * (places() + BARRIERS));
}

static ended *known_at_cluster(const struct context *context)
{
    return known_at(context, plan.blocks * (places() + BARRIERS) + 1);
}

static struct thread_times *times_of(const struct context *context, uint32_t member)
{
    ended *end = known_at(context, plan.blocks * (places() + BARRIERS) + 2);
    return (struct thread_times *)end + member;
}

static uint64_t part_bytes(void)
{
    return sizeof(struct shared_part) + 3 * sizes.warpgroups * sizeof(ended);
}

/* Parts of the shared memory of a block. */
static uint64_t part_count(const struct context *context)
{
    return (context->shared_end - context->shared_begin) / PART_OF_SHARED + 1;
}

static struct shared_part *part_at(const struct context *context, uint64_t index)
{
    uint8_t *first = (uint8_t *)times_of(context, plan.blocks * places());
    return (struct shared_part *)(first + index * part_bytes());
}

static uint64_t part_number(const struct context *context, uint64_t address)
{
    uint64_t rank = address >> CLUSTER_SHIFT;
    uint64_t begin = context->shared_begin + ((rank - context->rank) << CLUSTER_SHIFT);
    return rank * part_count(context) + (address - begin) / PART_OF_SHARED;
}

static struct shared_part *part_of(const struct context *context, uint64_t address)
{
    return part_at(context, part_number(context, address));
}

static void clear_proxies(const struct context *context)
{
    uint8_t *end = (uint8_t *)part_at(context, plan.blocks * part_count(context));
    __builtin_memset(proxies_of(context), 0, end - (uint8_t *)proxies_of(context));
}

/* ---- who knows which groups are over */

static void learn(ended *knows, const ended *from)
{
    for (int32_t i = 0; i < sizes.warpgroups; i++)
        if (from[i] > knows[i]) knows[i] = from[i];
}

/* Where what a thread knows is kept by an mbarrier. */
static ended *arrived_at(const struct context *context, uint64_t mbarrier)
{
    return part_of(context, mbarrier)->groups + (1 + mbarrier / 8 % 2) * sizes.warpgroups;
}

/* A thread knows of others: it has waited for them, say. */
static void acquire_writes(const struct context *context, uint32_t thread)
{
    times_of(context, member_of(context, thread))->acquire = ++proxies_of(context)->time;
}

/* A fence or an atomic operation, by which any others may know, or be known of. */
void synchronize_anywhere(struct context *context, uint32_t thread)
{
    acquire_writes(context, thread);
    ended *everywhere = known_everywhere(context);
    learn(everywhere, known_to(context, thread));
    learn(known_to(context, thread), everywhere);
}

/* ---- the two proxies */

void fence_proxies(struct context *context, uint32_t thread)
{
    struct thread_times *times = times_of(context, member_of(context, thread));
    times->fence = ++proxies_of(context)->time;
    times->fenced_acquire = times->acquire;
}

/* Let others know of what a thread has written. */
void release_writes(struct context *context, uint32_t thread)
{
    struct thread_times *times = times_of(context, member_of(context, thread));
    times->released_fence = times->fence;
    times->release = ++proxies_of(context)->time;
}

/* Return the least time up to which threads of a warp have had a proxy fence for what they know. */
static uint32_t fenced_in_warp(const struct context *context, uint32_t member)
{
    uint32_t first = member / WARP * WARP, found = UINT32_MAX;
    for (uint32_t lane = first; lane < first + WARP; lane++) {
        uint32_t fenced = times_of(context, lane)->fenced_acquire;
        if (fenced < found) found = fenced;
    }
    return found;
}

/* Who uses bytes through the async proxy: a thread with a bulk copy, or its warp with a wgmma. */
enum user { THREAD, WHOLE_WARP };

/* Whether what one thread wrote at some time comes before what another does. */
static bool is_fenced(const struct context *context, uint32_t writer, uint32_t time,
                      uint32_t member, enum user user)
{
    const struct thread_times *times = times_of(context, writer), *own = times_of(context, member);
    bool is_own = user == THREAD ? writer == member : writer / WARP == member / WARP;
    if (is_own && time < times->fence) return true;
    if (time < times->released_fence && (user == WHOLE_WARP || time < own->acquire)) return true;
    if (time >= times->release) return false;
    return time < (user == THREAD ? own->fenced_acquire : fenced_in_warp(context, member));
}

/* Fail if any of 16 bytes was written through the generic proxy, and no proxy fence came since. */
static bool check_fenced(struct context *context, uint64_t address, uint64_t location,
                         uint32_t thread, enum user user)
{
    const struct shared_part *part = part_of(context, address);
    for (int32_t i = 0; i < 4; i++) {
        if (!part->writer[i]) continue;
        uint32_t writer = part->writer[i] - 1;
        if (is_fenced(context, writer, part->written[i], member_of(context, thread), user))
            continue;
        context->error_value = writer;
        return fail(context, FAILURE_NO_PROXY_FENCE, location, address + 4 * i, thread);
    }
    return false;
}

/* A bulk copy of a thread reads bytes, or writes them: a multiple of 16. */
static bool check_bulk(struct context *context, uint64_t address, uint64_t nbytes,
                       uint64_t location, uint32_t thread)
{
    for (uint64_t place = address; place < address + nbytes; place += PART_OF_SHARED)
        if (check_fenced(context, place, location, thread, THREAD)) return true;
    return false;
}

/* A wgmma of a warp reads 16 bytes. */
bool read_matrix(struct context *context, uint64_t address, uint64_t location, uint32_t thread)
{
    if (check_fenced(context, address, location, thread, WHOLE_WARP)) return true;
    struct shared_part *part = part_of(context, address);
    part->groups[warpgroup_number(context, thread)] =
        warpgroup_of(frame_of(context, thread))->commits + 1;
    return false;
}

/* Fail if a thread writes what a wgmma may still be reading. */
static bool check_write(struct context *context, uint64_t address, uint64_t nbytes,
                        uint64_t location, uint64_t thread)
{
    const ended *known = known_to(context, thread);
    uint64_t last = part_number(context, address + nbytes - 1);
    for (uint64_t number = part_number(context, address); number <= last; number++)
        for (int32_t i = 0; i < sizes.warpgroups; i++)
            if (part_at(context, number)->groups[i] > known[i]) {
                context->error_value = i;
                return fail(context, FAILURE_MATRIX_IN_FLIGHT, location, address, thread);
            }
    return false;
}

/* A bulk copy has written bytes, a multiple of 16. */
static void note_bulk(struct context *context, uint64_t address, uint64_t nbytes)
{
    for (uint64_t place = address; place < address + nbytes; place += PART_OF_SHARED)
        __builtin_memset(part_of(context, place)->writer, 0, sizeof(uint32_t[4]));
}

/* A thread has written bytes through the generic proxy. */
static void note_write(struct context *context, uint64_t address, uint64_t nbytes, uint32_t thread)
{
    uint32_t writer = member_of(context, thread) + 1;
    for (uint64_t word = address / 4; word <= (address + nbytes - 1) / 4; word++) {
        struct shared_part *part = part_of(context, 4 * word);
        part->writer[word % 4] = writer;
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
