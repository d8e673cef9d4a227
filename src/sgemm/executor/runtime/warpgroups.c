/* Checked mode: the registers of matrix instructions of warpgroups (wgmma).
 *
 * A wgmma is asynchronous. From its instruction until the wait for its group its accumulators are
 * nobody's to touch, but for wgmma of the same shape, and its registers of A are nobody's to write.
 * It may begin late: what was done with its registers before must be ordered by wgmma.fence, but
 * again for accumulators of wgmma of one shape. Here it is done at once, which is right only for
 * kernels that keep to this.
 */
#include "runtime.h"

enum { NOT_USED, HOLDS_A, FIRST_SHAPE };

static bool is_in_flight(const struct warpgroup_state *state, const struct fragment *fragment)
{
    return fragment->group > state->complete;
}

static bool fail_in_flight(struct context *context, const struct warpgroup_state *state,
                           const struct fragment *fragment, uint64_t location, uint32_t thread)
{
    context->error_value = fragment->group > state->commits;
    return fail(context, FAILURE_REGISTER_IN_FLIGHT, location, fragment->matrix, thread);
}

void clear_warpgroup(struct warpgroup_state *state, uint32_t fragments)
{
    __builtin_memset(state, 0, sizeof *state + fragments * sizeof(struct fragment));
}

/* Another instruction reads or writes registers of a fragment. */
bool access_fragment(struct context *context, struct warpgroup_state *state, uint32_t number,
                     bool writes, uint64_t location, uint32_t thread)
{
    struct fragment *fragment = &state->fragments[number];
    if (is_in_flight(state, fragment) && (writes || fragment->use >= FIRST_SHAPE))
        return fail_in_flight(context, state, fragment, location, thread);
    *(writes ? &fragment->written : &fragment->read) = state->fences;
    fragment->other = location;
    return false;
}

/* A wgmma uses them: for A, or as accumulators in a shape. */
bool use_fragment(struct context *context, struct warpgroup_state *state, uint32_t number,
                  uint32_t use, uint64_t location, uint32_t thread)
{
    struct fragment *fragment = &state->fragments[number];
    bool accumulates = use >= FIRST_SHAPE, accumulated = fragment->use >= FIRST_SHAPE;
    bool is_other_use = use != fragment->use && (accumulates || accumulated);
    if (is_in_flight(state, fragment) && is_other_use)
        return fail_in_flight(context, state, fragment, location, thread);
    bool unordered = fragment->written >= state->fences;
    unordered |= accumulates && fragment->read >= state->fences;
    uint32_t before = fragment->other;
    if (!unordered && is_other_use && fragment->used >= state->fences) {
        unordered = true;
        before = fragment->matrix;
    }
    if (unordered) {
        context->error_value = state->fences;
        return fail(context, FAILURE_NO_REGISTER_FENCE, location, before, thread);
    }
    fragment->use = use;
    fragment->used = state->fences;
    fragment->group = state->commits + 1;
    fragment->matrix = location;
    return false;
}

void fence_registers(struct warpgroup_state *state) { state->fences++; }

void commit_matrices(struct warpgroup_state *state) { state->commits++; }

/* Wait for all closed groups but the latest `pending` ones. */
void wait_for_matrices(struct context *context, struct warpgroup_state *state, uint32_t pending,
                       uint32_t thread)
{
    if (state->commits > pending && state->commits - pending > state->complete)
        state->complete = state->commits - pending;
    ended *known = &known_to(context, thread)[warpgroup_number(context, thread)];
    if (state->complete > *known) *known = state->complete;
}
