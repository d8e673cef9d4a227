/* What the threads of a warp do together: votes, shuffles, reductions, the choice of one of them. */
#include "runtime.h"

/* Return the lane from which a shuffle takes, or WARP if it takes its own. Lane, b and c are as PTX
 * names them: c holds the last lane in bits 0-4 and, in bits 8-12, the bits of the lane number that
 * stay as they are. */
uint32_t shuffle_source(int32_t kind, int32_t lane, uint32_t b, uint32_t c)
{
    int32_t amount = b % WARP, clamp = c % WARP, segment = (c >> 8) % WARP;
    int32_t first = lane & segment, last = first | (clamp & ~segment), found;
    switch (kind) {
    case COLLECTIVE_UP: return lane - amount >= last ? lane - amount : WARP;
    case COLLECTIVE_DOWN: found = lane + amount; break;
    case COLLECTIVE_BFLY: found = lane ^ amount; break;
    default: found = first | (amount & ~segment);
    }
    return found <= last ? found : WARP;
}

/* Return what the operands of all lanes that are there make together. */
static uint32_t reduced(struct context *context, int32_t first_group, uint32_t present,
                        int32_t kind)
{
    uint32_t result = frame_of(context, first_group + __builtin_ctz(present))->value;
    for (present &= present - 1; present; present &= present - 1) {
        uint32_t value = frame_of(context, first_group + __builtin_ctz(present))->value;
        switch (kind) {
        case COLLECTIVE_REDUX_ADD_U32:
        case COLLECTIVE_REDUX_ADD_S32: result += value; break;
        case COLLECTIVE_REDUX_MIN_U32: result = value < result ? value : result; break;
        case COLLECTIVE_REDUX_MAX_U32: result = value > result ? value : result; break;
        case COLLECTIVE_REDUX_MIN_S32: result = least(result, value); break;
        case COLLECTIVE_REDUX_MAX_S32: result = most(result, value); break;
        case COLLECTIVE_REDUX_AND_B32: result &= value; break;
        case COLLECTIVE_REDUX_OR_B32: result |= value; break;
        default: result ^= value;
        }
    }
    return result;
}

/* Give a lane its result. A shuffle from a lane that is not present gives 0, as it does on an H200;
 * PTX leaves it undefined. */
static void give_result(struct context *context, int32_t first_group, int32_t lane,
                        uint32_t present, uint32_t ballot)
{
    struct frame *own = frame_of(context, first_group + lane);
    if (own->kind == COLLECTIVE_VOTE || own->kind == COLLECTIVE_ELECT) {
        own->result = own->kind == COLLECTIVE_VOTE ? ballot : present;
        own->mask = present;
    } else if (own->kind >= COLLECTIVE_REDUX_ADD_U32 && own->kind <= COLLECTIVE_REDUX_XOR_B32) {
        own->result = reduced(context, first_group, present, own->kind);
    } else if (own->kind != COLLECTIVE_SYNC && own->kind < COLLECTIVE_MMA_F16_1) {
        uint32_t source = shuffle_source(own->kind, lane, own->lane, own->clamp);
        own->flag = source < WARP;
        if (source == WARP) source = lane;
        bool is_present = present >> source & 1;
        own->result = is_present ? frame_of(context, first_group + source)->value : 0;
    }
}

/* Give each lane its part of what a matrix instruction gives the warp. */
static bool multiply_for_warp(struct context *context, int32_t first_group, int32_t kind)
{
    enum { ACCUMULATORS = 4 };
    uint32_t words[FRAGMENT_REGISTERS][WARP];
    int32_t registers = FRAGMENT_C + ACCUMULATORS * most(1, kind >> COLUMNS_SHIFT & COLUMNS_MASK);
    uint64_t location = frame_of(context, first_group)->wait_location;
    for (int32_t lane = 0; lane < WARP; lane++)
        for (int32_t i = 0; i < registers; i++)
            words[i][lane] = fragments_of(frame_of(context, first_group + lane))[i];
    if (multiply_fragments(context, kind, words[FRAGMENT_A], words[FRAGMENT_B], words[FRAGMENT_C],
                           WARP, first_group, location))
        return true;
    for (int32_t lane = 0; lane < WARP; lane++)
        for (int32_t i = FRAGMENT_C; i < registers; i++)
            fragments_of(frame_of(context, first_group + lane))[i] = words[i][lane];
    return false;
}

static bool run_for_warp(struct context *context, int32_t first_group, int32_t kind)
{
    if (kind % (1 << COLUMNS_SHIFT) >= COLLECTIVE_LDMATRIX)
        return load_for_warp(context, first_group, kind);
    return multiply_for_warp(context, first_group, kind);
}

/* Let lanes know what each of them does. */
static void synchronize_lanes(struct context *context, int32_t first_group, uint32_t present)
{
    ended met[MAX_CLUSTER * MAX_WARPGROUPS] = {0};
    for (int32_t round = 0; round < 2; round++)
        for (int32_t lane = 0; lane < WARP; lane++) {
            ended *known = known_to(context, first_group + lane);
            if (present >> lane & 1) learn(round ? known : met, round ? met : known);
        }
}

static bool waits_for_lanes(int32_t resume)
{
    return resume >= 0 && (resume & (WAITING | COLLECTIVE)) == (WAITING | COLLECTIVE);
}

/* End the collectives of a warp whose lanes are all there: each is a group. Nobody waits for
 * threads that have ended, or that the block does not have. Return whether a thread can go on. */
static __attribute__((noinline)) bool resolve_collectives(struct context *context, int32_t *resumes,
                                                          int32_t first_group, int32_t count)
{
    bool released = false;
    resumes += first_group;
    for (int32_t first = 0; first < count; first++) {
        if (!waits_for_lanes(resumes[first])) continue;
        struct frame *frame = frame_of(context, first_group + first);
        uint32_t mask = frame->mask, present = 0, ballot = 0;
        bool complete = true, is_whole = frame->kind >= COLLECTIVE_MMA_F16_1;
        for (int32_t lane = 0; lane < count; lane++) {
            if (!(mask >> lane & 1) || resumes[lane] < 0) continue;
            struct frame *other = frame_of(context, first_group + lane);
            bool waits = waits_for_lanes(resumes[lane]);
            ballot |= (uint32_t)(waits && other->value != 0) << lane;
            bool is_same = other->mask == mask && other->kind == frame->kind;
            /* All lanes execute the same matrix instruction. */
            if (is_whole) is_same &= other->wait_location == frame->wait_location;
            if (waits && is_same)
                present |= 1u << lane;
            else
                complete = false;
        }
        /* A matrix instruction takes a whole warp. */
        if (is_whole) complete &= present == UINT32_MAX;
        if (!complete) continue;
        if (is_whole && run_for_warp(context, first_group, frame->kind)) return false;
        released = true;
        if (plan.watches && !is_whole) synchronize_lanes(context, first_group, present);
        for (int32_t lane = 0; lane < count; lane++)
            if (present >> lane & 1) {
                give_result(context, first_group, lane, present, ballot);
                resumes[lane] ^= WAITING;
                if (plan.watches) acquire_writes(context, first_group + lane);
            }
    }
    return released;
}
