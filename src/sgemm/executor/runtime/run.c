/* A worker: it takes blocks of the grid from a shared counter, and lets the lane groups of a block
 * run in turn. Each runs until it waits or ends. When all wait, each barrier that has all its
 * threads is opened and its groups go on. A group that waits for an mbarrier tests it again at each
 * of its turns. If no barrier can be opened and every test was in vain, the block is deadlocked,
 * and that is an error.
 *
 * A cluster is taken as a whole. Its blocks take turns: in each of them all groups of a block have
 * theirs, in checked mode several times. It is deadlocked when none of its blocks can go on. */
#include "runtime.h"

/* What groups met in their turns: something else than barrier 0; anything but a test in vain; a
 * collective. */
enum { UNUSUAL = 1, MOVED = 2, GATHERED = 4, RUN_FAILED = 8 };

static bool is_stopped(const struct context *context)
{
    return *(volatile uint64_t *)context->stop;
}

/* Run the lanes of a group that diverged, one at a time: each to the point where they reconverge,
 * to a barrier, or to its end. */
static int32_t run_lanes(struct context *context, struct frame *frame, int32_t thread)
{
    int32_t *counters = lane_counters(frame);
    for (;;) {
        int32_t reconverged = 0, barrier = -1;
        bool elsewhere = false;
        if (plan.reduces) frame->value = 0; /* each lane adds its vote */
        for (int32_t lane = 0; lane < plan.lanes; lane++) {
            if (counters[lane] == EXIT_DONE) continue;
            int32_t code =
                scalar_function(context, parameters_of(context), shared_of(context), frame,
                                thread + lane, lane, counters[lane], frame->reconvergence);
            if (code == EXIT_FAILED) return EXIT_FAILED;
            counters[lane] = code == EXIT_RECONVERGED ? frame->reconvergence : code;
            reconverged += code == EXIT_RECONVERGED;
            if (code >= AT_BARRIER) {
                elsewhere |= barrier != -1 && barrier != code;
                barrier = code;
            }
        }
        if (elsewhere || (barrier != -1 && reconverged)) {
            /* Plans take groups of one thread where this can be, unless they are given another number. */
            fail(context, FAILURE_DIVERGED_BARRIER, frame->wait_location, 0, thread);
            return EXIT_FAILED;
        }
        if (barrier != -1) return RESUME_DIVERGED;
        if (reconverged == plan.lanes) return frame->reconvergence + RESUME_RECONVERGED;
        if (!reconverged) return EXIT_DONE;
        /* Some lanes have ended: the others go on one at a time, and never all reconverge. */
        frame->reconvergence = -1;
    }
}

/* Run a group until it waits, ends or fails. It fails, without an error, if all are to stop. */
static int32_t run_group(struct context *context, int32_t group, int32_t resume)
{
    struct frame *frame = frame_of(context, group);
    int32_t thread = group * plan.lanes;
    for (;;) {
        if (is_stopped(context)) return EXIT_FAILED;
        if (plan.diverges && resume == RESUME_DIVERGED)
            resume = run_lanes(context, frame, thread);
        else
            resume = vector_function(context, parameters_of(context), shared_of(context), frame,
                                     thread, resume);
        if (!plan.diverges) return resume;
        if (resume == EXIT_DIVERGED)
            resume = RESUME_DIVERGED;
        else if (resume < RESUME_RECONVERGED)
            return resume;
    }
}

/* Give each of some groups its turn; return what was unusual. */
static int32_t run_groups(struct context *context, int32_t *resumes, int32_t first, int32_t count,
                          bool backwards)
{
    int32_t flags = 0, common = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t group = first + (backwards ? count - 1 - i : i);
        int32_t resume = resumes[group];
        if (resume < 0 || resume >= WAITING) {
            flags |= UNUSUAL;
            if (plan.collectives && resume >= 0 && resume & COLLECTIVE) flags |= GATHERED;
            continue;
        }
        int32_t code = run_group(context, group, resume);
        if (code == EXIT_FAILED) return RUN_FAILED;
        if (code == EXIT_STILL_WAITING) {
            flags |= UNUSUAL;
            continue;
        }
        resumes[group] = code;
        flags |= MOVED;
        if (code < 0 || code >= POLLING || plan.collectives) {
            flags |= UNUSUAL;
        } else if (plan.lanes < WARP) {
            /* Threads of a warp may be at different barriers. */
            if (common && code != common) flags |= UNUSUAL;
            common = code;
        }
        /* A warp goes on taking turns for its collectives; who waits must not. */
        if (plan.collectives && code >= 0) {
            if (code < POLLING || code & (COLLECTIVE | NAMED)) resumes[group] = code | WAITING;
            if (code & COLLECTIVE) flags |= GATHERED;
        }
    }
    return flags;
}

/* Let the threads of each warp take turns until none of them can go on for the others. */
static int32_t run_warps(struct context *context, int32_t *resumes, bool backwards)
{
    int32_t flags = 0, warps = (sizes.groups + WARP - 1) / WARP;
    for (int32_t i = 0; i < warps; i++) {
        int32_t first = WARP * (backwards ? warps - 1 - i : i);
        int32_t count = least(sizes.groups - first, WARP), found;
        do {
            found = run_groups(context, resumes, first, count, backwards);
            flags |= found;
        } while (found & GATHERED && resolve_collectives(context, resumes, first, count));
        if (found & RUN_FAILED || context->error) return RUN_FAILED; /* or a collective has */
    }
    return flags;
}

/* Make all copies for which groups wait, late as they are (checked mode). */
static enum resolution deliver_awaited(struct context *context, const int32_t *resumes)
{
    const uint32_t *copies = &block_at(context, 0)->copy_count;
    const uint32_t *arrivals = &block_of(context)->arrival_count;
    uint32_t before = *copies + *arrivals;
    for (int32_t group = 0; group < sizes.groups; group++)
        if (resumes[group] >= 0 && resumes[group] & POLLING &&
            deliver_copies(context, shared_of(context), frame_of(context, group)->mbarrier))
            return FAILED;
    return *copies + *arrivals != before ? SOME_GO_ON : NOBODY_GOES_ON;
}

/* Record a deadlock: of the first group that waits for an mbarrier, or else for the barrier of the
 * cluster, or else of the first. */
static void record_deadlock(struct context *context, int32_t resumes[MAX_CLUSTER][MAX_GROUPS])
{
    for (int32_t round = 0; round < 3; round++)
        for (int32_t i = 0; i < plan.blocks * sizes.groups; i++) {
            int32_t group = i % sizes.groups, resume = resumes[i / sizes.groups][group];
            if (resume < 0) continue;
            enter(context, i / sizes.groups);
            struct frame *frame = frame_of(context, group);
            bool polls = plan.polls && resume & POLLING, at_cluster = polls && !frame->mbarrier;
            uint32_t location = frame->wait_location, thread = group * plan.lanes;
            if (round == 0 && polls && !at_cluster)
                fail_at(context, FAILURE_STUCK_WAIT, location, frame->mbarrier, thread,
                        *mbarrier_at(shared_of(context), frame->mbarrier));
            else if (round == 1 && at_cluster)
                fail(context, FAILURE_CLUSTER_DEADLOCK, location, 0, thread);
            else if (round == 2)
                fail(context, FAILURE_DEADLOCK, location, 0, thread);
            else
                continue;
            return;
        }
}

/* Return whether groups run in descending order: where blocks do.
 *
 * In checked mode every other block of a kernel with bulk copies has the opposite order. Whether
 * warps that produce run before or after those that consume, mistakes of either side are then met
 * in one block or the other. */
static bool runs_backwards(const struct context *context)
{
    bool is_odd = (context->block_x + context->block_y + context->block_z) & 1;
    return (context->descending != 0) != (plan.delays_bulk && !is_odd);
}

static void clear_block(struct context *context)
{
    struct block *block = block_of(context);
    __builtin_memset(
        block, 0,
        plan.gathers || plan.blocks > 1 ? offsetof(struct block, copies)
        : plan.arrives                  ? offsetof(struct block, phase)
                                        : offsetof(struct block, arriving));
    if (plan.delays_copies || plan.delays_bulk || (plan.checked && plan.blocks > 1))
        mark(context, context->shared_begin, context->shared_end - context->shared_begin,
             MARK_FREE);
}

/* Give each group of a block its turn. Say whether one has moved: another block may wait for what
 * it did. */
static enum resolution run_block(struct context *context, int32_t *resumes, bool *moved)
{
    bool backwards = runs_backwards(context);
    int32_t flags = plan.collectives ? run_warps(context, resumes, backwards)
                                     : run_groups(context, resumes, 0, sizes.groups, backwards);
    if (flags & RUN_FAILED) return FAILED;
    *moved |= plan.blocks > 1 && flags & MOVED;
    if (flags & UNUSUAL) return resolve_barriers(context, resumes, flags & MOVED);
    /* Nearly always every group waits at barrier 0 for all others, and the barrier is open. */
    for (int32_t thread = 0; plan.watches && thread < sizes.threads; thread++)
        acquire_writes(context, thread);
    return SOME_GO_ON;
}

/* A block has ended: it must not be needed any more. */
static bool end_block(struct context *context)
{
    context->ended |= 1 << context->rank;
    if (plan.delays_bulk && check_all_awaited(context)) return true;
    return plan.blocks > 1 && check_touches(context);
}

/* Make all copies late for which groups of any block wait. */
static enum resolution deliver_late(struct context *context,
                                    int32_t resumes[MAX_CLUSTER][MAX_GROUPS])
{
    enum resolution found = NOBODY_GOES_ON;
    if (!plan.polls || !(plan.delays_copies || plan.delays_bulk)) return found;
    for (int32_t rank = 0; rank < plan.blocks; rank++) {
        enter(context, rank);
        enum resolution next = deliver_awaited(context, resumes[rank]);
        if (next == FAILED) return FAILED;
        if (next == SOME_GO_ON) found = SOME_GO_ON;
    }
    return found;
}

static __attribute__((noinline)) bool run_cluster(struct context *context)
{
    int32_t resumes[MAX_CLUSTER][MAX_GROUPS], live = plan.blocks;
    /* In checked mode a block goes ahead of the others, that both sides' mistakes are met; but not
     * for ever, where it asks for what another has to do. */
    int32_t turns = plan.checked && plan.blocks > 1 ? 64 : 1;
    bool backwards = (context->descending + (plan.checked ? context->number : 0)) & 1;
    context->ended = 0;
    for (int32_t rank = 0; rank < plan.blocks; rank++) {
        enter(context, rank);
        clear_block(context);
        for (int32_t group = 0; group < sizes.groups; group++) resumes[rank][group] = 0;
    }
    if (plan.watches) clear_proxies(context);
    while (live) {
        enum resolution next = NOBODY_GOES_ON;
        bool moved = false;
        for (int32_t i = 0; i < plan.blocks; i++) {
            int32_t rank = backwards ? plan.blocks - 1 - i : i;
            if (context->ended >> rank & 1) continue;
            enter(context, rank);
            enum resolution found = SOME_GO_ON;
            for (int32_t turn = 0; found == SOME_GO_ON && turn < turns; turn++)
                found = run_block(context, resumes[rank], &moved);
            if (found == FAILED) return true;
            if (found != NOBODY_GOES_ON || moved) next = SOME_GO_ON;
            if (found != ALL_ENDED) continue;
            live--;
            if (end_block(context)) return true;
        }
        if (plan.gathers && complete_cluster_barrier(context, resumes)) next = SOME_GO_ON;
        if (next == NOBODY_GOES_ON) next = deliver_late(context, resumes);
        if (next == NOBODY_GOES_ON) record_deadlock(context, resumes);
        if (next != SOME_GO_ON) return true;
    }
    return false;
}

/* The first block of a cluster, by its number. */
static void go_to_cluster(struct context *context, uint64_t number)
{
    uint64_t x = plan.blocks_x, y = plan.blocks_y, z = plan.blocks / (x * y);
    uint64_t clusters_x = context->grid_x / x, clusters_y = context->grid_y / y;
    enter(context, 0);
    context->number = number;
    context->block_x = number % clusters_x * x;
    context->block_y = number / clusters_x % clusters_y * y;
    context->block_z = number / clusters_x / clusters_y * z;
}

void run(struct context *context)
{
    uint64_t clusters = context->blocks / plan.blocks;
    while (!is_stopped(context)) {
        uint64_t number = __atomic_fetch_add((uint64_t *)context->next, 1, __ATOMIC_RELAXED);
        if (number >= clusters) return;
        go_to_cluster(context, context->descending ? clusters - 1 - number : number);
        if (run_cluster(context)) *(volatile uint64_t *)context->stop = 1;
    }
}
