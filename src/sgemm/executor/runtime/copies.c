/* Asynchronous copies of single threads (cp.async) in checked mode: as late as they may be.
 *
 * Every thread keeps its copies in a queue in its frame, and a wait delivers exactly those that it
 * waits for; until then their bytes are nobody's to touch (see accesses.c). So a kernel that reads
 * a block before it waited for it, or fills one that is still read, is an error every time; on a
 * GPU it is wrong now and then. When the queue is full the oldest copy is delivered, as a GPU may
 * do at any time.
 *
 * A queue also holds the arrivals at mbarriers that follow the copies before them
 * (cp.async.mbarrier.arrive). Who waits for an mbarrier makes them, and those copies, come.
 */
#include "runtime.h"

static struct copy *copy_at(struct queue *queue, uint32_t index)
{
    return &queue->copies[index % COPY_CAPACITY];
}

/* Move the bytes of a copy; what is not kept is zero. */
static void move_bytes(uint8_t *image, const struct copy *copy)
{
    const uint8_t *source = (const uint8_t *)copy->source;
    for (uint32_t i = 0; i < copy->nbytes; i++)
        image[copy->target + i] = i < copy->kept ? source[i] : 0;
}

void clear_queue(struct queue *queue)
{
    queue->first = queue->count = queue->group = queue->landed = 0;
}

/* Let other threads know of what this one has copied. */
__attribute__((noinline)) void release_copies(struct context *context, struct queue *queue)
{
    for (uint32_t i = 0; i < queue->landed; i++) {
        struct copy *copy = copy_at(queue, queue->first + COPY_CAPACITY - queue->landed + i);
        release_marks(context, copy->target, copy->nbytes, copy->thread);
    }
    queue->landed = 0;
}

static bool deliver_oldest(struct context *context, struct queue *queue, uint8_t *shared)
{
    struct copy copy = *copy_at(queue, queue->first);
    bool is_arrival = copy.nbytes == 0;
    if (is_arrival) release_copies(context, queue);
    if (is_arrival && plan.watches) release_writes(context, copy.thread);
    queue->first = (queue->first + 1) % COPY_CAPACITY;
    queue->count--;
    if (is_arrival) {
        block_of(context)->arrival_count--;
        return mbarrier_update(context, shared, copy.target, 1, 0, copy.location, copy.thread);
    }
    move_bytes(shared, &copy);
    bool failed = end_copy(context, shared, copy.target, copy.nbytes, copy.location, copy.thread);
    mark(context, copy.target, copy.nbytes, mark_of_thread(context, copy.thread));
    if (plan.watches) note_write(context, copy.target, copy.nbytes, copy.thread);
    queue->landed++;
    return failed;
}

bool enqueue_copy(struct context *context, struct queue *queue, uint8_t *shared, uint64_t target,
                  uint64_t source, uint32_t nbytes, uint32_t kept, uint32_t location,
                  uint32_t thread)
{
    if (plan.watches && nbytes && check_write(context, target, nbytes, location, thread))
        return true;
    if (queue->count == COPY_CAPACITY && deliver_oldest(context, queue, shared)) return true;
    if (queue->count + queue->landed == COPY_CAPACITY) release_copies(context, queue);
    struct copy *copy = copy_at(queue, queue->first + queue->count);
    *copy = (struct copy){target, source, nbytes, kept, queue->group, location, thread};
    move_bytes((uint8_t *)context->early, copy);
    mark(context, target, nbytes, MARK_UNDER_WAY);
    queue->count++;
    return false;
}

bool enqueue_arrival(struct context *context, struct queue *queue, uint8_t *shared,
                     uint64_t mbarrier, uint32_t location, uint32_t thread)
{
    block_of(context)->arrival_count++;
    return enqueue_copy(context, queue, shared, mbarrier, 0, 0, 0, location, thread);
}

void commit_group(struct queue *queue) { queue->group++; }

/* Deliver all closed groups but the latest `pending` ones. */
bool wait_for_groups(struct context *context, struct queue *queue, uint8_t *shared,
                     uint32_t pending)
{
    while (queue->count && queue->group - copy_at(queue, queue->first)->group > pending)
        if (deliver_oldest(context, queue, shared)) return true;
    return false;
}

/* Make all arrivals at an mbarrier that wait for copies, and those copies, in all queues. */
static bool deliver_arrivals(struct context *context, uint8_t *shared, uint64_t mbarrier)
{
    if (!block_of(context)->arrival_count) return false;
    for (int32_t group = 0; group < sizes.groups; group++) {
        struct queue *queue = queue_of(frame_of(context, group));
        uint32_t due = 0;
        for (uint32_t i = 0; i < queue->count; i++) {
            struct copy *copy = copy_at(queue, queue->first + i);
            if (copy->nbytes == 0 && copy->target == mbarrier) due = i + 1;
        }
        for (; due; due--)
            if (deliver_oldest(context, queue, shared)) return true;
    }
    return false;
}

/* Copy bytes one by one: for the rare incomplete copy that is made at once. */
__attribute__((noinline)) void copy_bytes(uint8_t *target, const uint8_t *source, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) target[i] = source[i];
}
