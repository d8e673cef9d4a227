/* Barriers of the block: who has arrived, which are complete, and who may go on. */
#include "runtime.h"

static const uint32_t EVERY_LANE = 0xffffffff;

static void count_warp(struct block *block, uint32_t barrier) { block->arrived[barrier] += WARP; }

/* bar.arrive by one thread, which does not wait. Its warp counts, with 32 threads, when all of its
 * threads that have not ended have executed the instruction. */
__attribute__((noinline)) void note_arrival(struct context *context, uint32_t barrier,
                                            int32_t threads, uint32_t thread)
{
    struct block *block = block_of(context);
    /* Beyond the last barrier nobody waits: what comes there is lost. */
    if (barrier >= BARRIERS) return;
    block->needed[barrier] = most(block->needed[barrier], threads);
    if (plan.watches)
        learn(known_at_barrier(context, barrier), known_to(context, thread));
    uint32_t *arriving = &block->arriving[barrier][thread / WARP];
    uint32_t lane = 1u << thread % WARP;
    if (*arriving & lane) {
        /* The others ended before they came here. */
        count_warp(block, barrier);
        *arriving = 0;
    }
    *arriving |= lane;
    if (*arriving == EVERY_LANE) {
        count_warp(block, barrier);
        *arriving = 0;
    }
}

static bool has_ended(const struct context *context, const int32_t *resumes, int32_t thread)
{
    if (thread >= sizes.threads) return true;
    int32_t group = thread / plan.lanes, resume = resumes[group];
    if (plan.diverges && resume >= 0 && (resume & ~WAITING) == RESUME_DIVERGED)
        return lane_counters(frame_of(context, group))[thread % plan.lanes] == EXIT_DONE;
    return resume < 0;
}

/* Count warps that have arrived but for lanes that have ended since. */
static void count_arrivals(const struct context *context, const int32_t *resumes)
{
    struct block *block = block_of(context);
    for (int32_t barrier = 0; barrier < BARRIERS; barrier++)
        for (int32_t warp = 0; block->needed[barrier] > 0 && warp * WARP < sizes.threads; warp++) {
            uint32_t lanes = block->arriving[barrier][warp];
            if (!lanes) continue;
            for (int32_t lane = 0; lane < WARP; lane++)
                if (has_ended(context, resumes, warp * WARP + lane)) lanes |= 1u << lane;
            if (lanes == EVERY_LANE) {
                count_warp(block, barrier);
                block->arriving[barrier][warp] = 0;
            }
        }
}

/* Let threads that pass barriers together know what each of them does. Who has ended counts at
 * barriers for every thread. */
static void synchronize_at_barriers(struct context *context, const int32_t *resumes,
                                    const bool *open, const bool *for_all,
                                    const int32_t *barrier_of_warp)
{
    for (int32_t thread = 0; thread < sizes.threads; thread++) {
        bool has_ended = resumes[thread] < 0;
        for (int32_t barrier = 0; barrier < BARRIERS; barrier++) {
            bool is_here = has_ended ? for_all[barrier] : barrier_of_warp[thread / WARP] == barrier;
            if (!open[barrier] || !is_here) continue;
            learn(known_at_barrier(context, barrier), known_to(context, thread));
            if (has_ended) release_writes(context, thread);
        }
    }
    for (int32_t thread = 0; thread < sizes.threads; thread++) {
        int32_t barrier = barrier_of_warp[thread / WARP];
        if (barrier < BARRIERS && open[barrier])
            learn(known_to(context, thread), known_at_barrier(context, barrier));
    }
}

/* Give those who pass barriers together what their votes make; fail where PTX leaves that undefined.
 * A warp passes a barrier for one warp alone. Warps are as many threads, in as many groups, as wait
 * together. */
static bool reduce_at_barriers(struct context *context, const int32_t *resumes, const bool *open,
                               const int32_t *arrived, const int32_t *needed,
                               const int32_t *barrier_of_warp, int32_t threads,
                               int32_t groups_of_warp)
{
    uint32_t votes[MAX_WARPS] = {0};             /* by the first warp of those who pass together */
    struct frame *first[MAX_WARPS] = {NULL};
    int32_t first_warp[BARRIERS];
    for (int32_t barrier = 0; barrier < BARRIERS; barrier++) first_warp[barrier] = MAX_WARPS;
    for (int32_t round = 0; round < 2; round++)
        for (int32_t group = 0; group < sizes.groups; group++) {
            int32_t warp = group / groups_of_warp, barrier = barrier_of_warp[warp];
            if (resumes[group] < 0 || barrier >= BARRIERS || !open[barrier]) continue;
            bool is_alone = needed[barrier] == threads;
            first_warp[barrier] = least(first_warp[barrier], warp);
            int32_t place = is_alone ? warp : first_warp[barrier];
            struct frame *frame = frame_of(context, group);
            if (round == 1) {
                frame->result = votes[place];
                continue;
            }
            if (!first[place]) first[place] = frame;
            bool is_mixed = frame->reduction != first[place]->reduction;
            if (frame->reduction)
                is_mixed |= block_of(context)->arrived[barrier] > 0 ||
                            (!is_alone && arrived[barrier] > needed[barrier]);
            if (is_mixed) {
                if (!frame->reduction) frame = first[place];
                return fail(context, FAILURE_MIXED_BARRIER, frame->wait_location, barrier,
                            group * plan.lanes);
            }
            votes[place] += frame->value;
        }
    return false;
}

enum resolution { ALL_ENDED = 0, SOME_GO_ON = 1, NOBODY_GOES_ON = -1, FAILED = -2 };

/* Open barriers that have all their warps, and let the groups go on that wait there.
 *
 * As PTX has it, a warp arrives at a barrier when all of its threads that have not ended are there,
 * and then counts with 32 threads. A barrier for every thread of the block does not wait for warps
 * that have ended; one for a number of threads does.
 *
 * Groups that wait for an mbarrier can go on if any group has moved since they last tried. */
static __attribute__((noinline)) enum resolution resolve_barriers(struct context *context,
                                                                  int32_t *resumes, bool moved)
{
    struct block *block = block_of(context);
    /* Warps wait one by one; where a group holds several, they wait together. */
    int32_t threads = most(plan.lanes, WARP), groups_of_warp = most(1, WARP / plan.lanes);
    int32_t warps = (sizes.threads + threads - 1) / threads;
    int32_t arrived[BARRIERS], needed[BARRIERS], barrier_of_warp[MAX_WARPS];
    bool for_all[BARRIERS] = {false}, open[BARRIERS] = {false};
    int32_t ended = 0, ended_warps = 0;
    bool polls = false, some_open = false, released = false;

    if (plan.arrives) count_arrivals(context, resumes);
    for (int32_t barrier = 0; barrier < BARRIERS; barrier++) {
        arrived[barrier] = block->arrived[barrier];
        needed[barrier] = block->needed[barrier];
    }
    for (int32_t warp = 0; warp < warps; warp++) {
        int32_t begin = warp * groups_of_warp, end = least(begin + groups_of_warp, sizes.groups);
        int32_t ended_before = ended, diverged_thread = -1;
        struct frame *first = NULL, *latest = NULL;
        bool elsewhere = false;
        for (int32_t group = begin; group < end; group++) {
            struct frame *frame = frame_of(context, group);
            if (resumes[group] < 0) {
                ended++;
            } else if (resumes[group] & (POLLING | COLLECTIVE)) {
                polls |= (resumes[group] & POLLING) != 0;
                elsewhere = true;
            } else {
                resumes[group] |= WAITING;
                if (!first) first = latest = frame;
                elsewhere |= frame->barrier_id != first->barrier_id;
                /* All but barrier.sync without .aligned must be executed by a warp together. */
                if (frame->wait_location != latest->wait_location &&
                    (frame->barrier_aligned || latest->barrier_aligned)) {
                    latest = frame;
                    diverged_thread = group * plan.lanes;
                }
            }
        }
        ended_warps += ended - ended_before == end - begin;
        barrier_of_warp[warp] = BARRIERS;
        if (!first || elsewhere) continue;
        if (diverged_thread >= 0) {
            fail(context, FAILURE_DIVERGED_BARRIER, latest->wait_location, 0, diverged_thread);
            return FAILED;
        }
        int32_t barrier = first->barrier_id, count = first->barrier_threads;
        if ((uint32_t)barrier >= BARRIERS) continue;
        barrier_of_warp[warp] = barrier;
        arrived[barrier] += threads;
        if (count == 0) {
            for_all[barrier] = true;
            count = warps * threads;
        }
        /* Warps that disagree on the count wait for the largest. */
        needed[barrier] = most(needed[barrier], count);
    }
    if (ended == sizes.groups) return ALL_ENDED;

    for (int32_t barrier = 0; barrier < BARRIERS; barrier++) {
        int32_t total = arrived[barrier] + (for_all[barrier] ? ended_warps * threads : 0);
        /* A barrier for fewer threads than have come was opened for some of them after the other.
         */
        if (needed[barrier] > 0 && total % needed[barrier] == 0) {
            open[barrier] = some_open = true;
        }
    }
    if (plan.reduces && some_open &&
        reduce_at_barriers(context, resumes, open, arrived, needed, barrier_of_warp, threads,
                           groups_of_warp))
        return FAILED;
    for (int32_t barrier = 0; barrier < BARRIERS; barrier++)
        if (open[barrier]) block->arrived[barrier] = block->needed[barrier] = 0;
    for (int32_t group = 0; some_open && group < sizes.groups; group++) {
        int32_t resume = resumes[group], barrier = barrier_of_warp[group / groups_of_warp];
        /* Who has ended lets the others know now. */
        if (plan.delays_copies && resume < 0)
            release_copies(context, queue_of(frame_of(context, group)));
        if (resume >= WAITING && !(resume & COLLECTIVE) && barrier < BARRIERS && open[barrier]) {
            resumes[group] = resume ^ WAITING;
            released = true;
            if (plan.watches) acquire_writes(context, group);
        }
    }
    if (plan.watches && some_open) 
        synchronize_at_barriers(context, resumes, open, for_all, barrier_of_warp);
    return released || (polls && moved) ? SOME_GO_ON : NOBODY_GOES_ON;
}
