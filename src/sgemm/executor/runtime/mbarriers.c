/* Mbarriers: 64 bits of shared memory that count arrivals and bytes, phase by phase.
 *
 * What the bits mean is the hardware's secret; kernels treat them as opaque. Here they are
 *   0-19   arrivals that the current phase still expects;
 *   20-39  arrivals that every phase expects;
 *   40-60  bytes that copies still have to bring (the tx-count), plus 2**20: copies may be complete
 *          before anybody said that they are expected;
 *   61     the parity of the current phase;
 *   62-63  0 and 1, the sign that there is an mbarrier here at all.
 * A phase is complete when it expects neither arrivals nor bytes; then the next one begins.
 */
#include "runtime.h"

enum { EXPECTED = 20, BYTES = 40, PARITY = 61, SIGN = 62 };
static const uint64_t COUNTS = MBARRIER_MAX_COUNT, BIAS = MBARRIER_MAX_COUNT + 1;

static uint64_t *mbarrier_at(uint8_t *shared, uint64_t address)
{
    return (uint64_t *)(shared + address);
}

static uint64_t nbytes_of(uint64_t word) { return word >> BYTES & (2 * BIAS - 1); }

uint64_t mbarrier_parity(uint64_t word) { return word >> PARITY & 1; }

uint32_t mbarrier_pending(uint64_t word) { return word & COUNTS; }

static bool fail_at(struct context *context, uint64_t failure, uint64_t location, uint64_t address,
                    uint32_t thread, uint64_t word)
{
    context->error_pending = mbarrier_pending(word);
    context->error_nbytes = nbytes_of(word) - BIAS;
    context->error_parity = mbarrier_parity(word);
    return fail(context, failure, location, address, thread);
}

/* Return an mbarrier's word, or 0 where there is none, which is an error. */
uint64_t mbarrier_read(struct context *context, uint8_t *shared, uint64_t address,
                       uint64_t location, uint32_t thread)
{
    uint64_t word = *mbarrier_at(shared, address);
    if (word >> SIGN == 2) return word;
    fail(context, FAILURE_NO_MBARRIER, location, address, thread);
    return 0;
}

bool mbarrier_init(struct context *context, uint8_t *shared, uint64_t address, uint32_t count,
                   uint64_t location, uint32_t thread)
{
    context->error_value = count;
    if (count == 0 || count > COUNTS)
        return fail(context, FAILURE_WRONG_COUNT, location, address, thread);
    *mbarrier_at(shared, address) =
        (uint64_t)2 << SIGN | BIAS << BYTES | (uint64_t)count << EXPECTED | count;
    make_fresh(context, address);
    return false;
}

void mbarrier_inval(uint8_t *shared, uint64_t address) { *mbarrier_at(shared, address) = 0; }

/* Take arrivals off what the phase expects, and add bytes to what it waits for (less, if negative).
 * Complete the phase if nothing is left. */
bool mbarrier_update(struct context *context, uint8_t *shared, uint64_t address, uint32_t arrivals,
                     int32_t nbytes, uint64_t location, uint32_t thread)
{
    if (check_fresh(context, address, location, thread)) return true;
    uint64_t word = mbarrier_read(context, shared, address, location, thread);
    if (!word) return true;
    uint64_t pending = word & COUNTS, expected = word >> EXPECTED & COUNTS;
    if (arrivals > pending)
        return fail_at(context, FAILURE_TOO_MANY_ARRIVALS, location, address, thread, word);
    order_touches(context, address);
    if (plan.watches && arrivals) learn(arrived_at(context, address), known_to(context, thread));
    pending -= arrivals;
    uint64_t waiting = nbytes_of(word) + (int64_t)nbytes;
    /* From 1, so that the least and the largest number are as far from the bias. */
    if (waiting - 1 >= 2 * COUNTS + 1)
        return fail_at(context, FAILURE_TOO_MANY_BYTES, location, address, thread, word);
    uint64_t complete = pending == 0 && waiting == BIAS;
    uint64_t parity = mbarrier_parity(word) ^ complete;
    *mbarrier_at(shared, address) = (uint64_t)2 << SIGN | parity << PARITY | waiting << BYTES |
                                    expected << EXPECTED | (complete ? expected : pending);
    return false;
}

/* Let the current phase expect one arrival more; the next ones expect as many as before. */
bool mbarrier_expect_one_more(struct context *context, uint8_t *shared, uint64_t address,
                              uint64_t location, uint32_t thread)
{
    uint64_t word = mbarrier_read(context, shared, address, location, thread);
    if (!word) return true;
    context->error_value = COUNTS;
    if ((word & COUNTS) == COUNTS)
        return fail(context, FAILURE_WRONG_COUNT, location, address, thread);
    *mbarrier_at(shared, address) = word + 1;
    return false;
}
