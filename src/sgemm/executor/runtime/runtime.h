/* The executor's runtime: what generated code calls, and what calls generated code.
 *
 * constants.h is written when the runtime is compiled (scripts/compile_runtime.py), from the enums
 * of abi.py and tensor_map.py. It also asserts that the structures below lie in memory as Python
 * says.
 *
 * Functions that return bool return true when they have failed. The error then lies in the context.
 */
#ifndef SGEMM_EXECUTOR_RUNTIME_H
#define SGEMM_EXECUTOR_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "constants.h"

enum { WARP = 32, BARRIERS = 16, MAX_WARPS = 32, MAX_GROUPS = 1024 };
enum { WARPGROUP = 128, MAX_WARPGROUPS = 8 };

/* A launch, one copy for each worker: see abi.py. Addresses are numbers of 64 bits. */
struct context {
    uint64_t parameters, shared, frames;
    uint64_t grid_x, grid_y, grid_z, block_x, block_y, block_z;
    uint64_t next, blocks, stop;
    uint64_t allocations, allocation_count, shared_begin, shared_end;
    uint64_t error, error_location, error_address, error_thread;
    uint64_t descending, block, parameters_end;
    uint64_t error_value, error_pending, error_nbytes, error_parity;
    uint64_t early, in_flight;
    uint64_t proxies;
    uint64_t rank, number, ended, frames_stride, block_stride;
};

/* The start of a lane group's frame: see abi.py. Its registers follow. */
struct frame {
    int32_t barrier_id, barrier_threads, barrier_aligned;
    uint32_t wait_location;
    int32_t reconvergence;
    uint32_t mbarrier;
    int32_t kind;
    uint32_t mask, value, lane, clamp, result, flag;
    int32_t reduction;
};

/* A bulk copy: a box of a tensor, or (rank 0) a run of bytes, or one out of shared memory (rank
 * FROM_SHARED). Its thread is of the block of that rank. */
struct bulk_copy {
    uint64_t source, target, mbarrier, nbytes;
    int64_t x, y, z;
    uint64_t rank, location, thread, block;
};

/* The last access of a block to the shared memory of another, in checked mode: see clusters.c. */
struct touch {
    uint32_t phase; /* of the barrier of the cluster: to be complete before the other leaves */
    uint32_t ordered, location, thread;
};

/* What the lane groups of a block share beside its memory. Forgotten when a block begins. */
struct block {
    int32_t arrived[BARRIERS];              /* threads that came by bar.arrive */
    int32_t needed[BARRIERS];               /* how many threads those barriers are for */
    uint32_t copy_count;                    /* bulk copies under way */
    uint32_t arrival_count;                 /* mbarrier arrivals that wait for cp.async */
    uint32_t arriving[BARRIERS][MAX_WARPS]; /* lanes that arrived before the rest of their warp */
    uint32_t phase;                         /* of the cluster's barrier; the same in all blocks */
    uint32_t cluster_arrived;               /* threads that have arrived there in this phase */
    uint32_t fresh, fenced;                 /* whether mbarriers are new: see clusters.c */
    struct touch touches[MAX_CLUSTER];      /* by other blocks of the cluster */
    uint32_t visits[MAX_GROUPS]; /* of threads: twice their waits there, plus 1 on arrival */
    _Alignas(64) struct bulk_copy copies[BULK_COPY_CAPACITY]; /* checked mode alone */
};

/* An asynchronous copy of one thread. With nbytes 0: an arrival at the mbarrier `target`. */
struct copy {
    uint64_t target, source;
    uint32_t nbytes, kept, group, location, thread;
};

/* The copies of a thread, a ring: `landed` ones that others may not know of, then those under way.
 */
struct queue {
    uint32_t first, count, group, landed;
    struct copy copies[COPY_CAPACITY];
};

/* Registers of a thread that the same matrix instructions of warpgroups (wgmma) use, alike, in
 * checked mode. Numbers of fences are how many there had been; groups count from 1. */
struct fragment {
    uint32_t group;                /* of the last wgmma that used them; 0: none has */
    uint32_t use, used;            /* how it did, and the number of fences then */
    uint32_t read, written;        /* the number of fences when another instruction did so */
    uint32_t matrix, other;        /* the locations of that wgmma and of that instruction */
};

/* The wgmma of a thread in checked mode. */
struct warpgroup_state {
    uint32_t commits, complete; /* groups that were closed, and those that were waited for */
    uint32_t fences;
    struct fragment fragments[];
};

/* Of each warpgroup of the cluster, which of its groups of wgmma are over: those up to a number. So
 * many numbers follow each other as sizes.warpgroups says: none in kernels without wgmma. */
typedef uint32_t ended;

/* What checked mode keeps of 16 bytes of shared memory: see proxies.c. */
struct shared_part {
    uint32_t written[4]; /* of each word: when the generic proxy wrote it */
    uint32_t writer[4];  /* the thread that did, plus 1; 0: nobody, or the async proxy since */
    ended groups[];      /* the last groups that read them; of two mbarriers: what those knew who
                          * arrived */
};

/* Of a thread: its last proxy fence, release and acquire; the last fence that a release followed,
 * and the last acquire that a fence followed. */
struct thread_times {
    uint32_t fence, release, acquire, released_fence, fenced_acquire;
};

/* What checked mode keeps of a cluster with wgmma or bulk copies. Times are counts of fences,
 * releases and acquires. What threads know follows, then what is known at the barriers of each
 * block, by who used a fence and at the barrier of the cluster; then the times of threads, and the
 * parts of shared memory. */
struct proxies {
    uint32_t time;
    ended known[];
};

/* A tensor map of the cpu machine: see tensor_map.py. */
struct tensor_map {
    uint64_t magic, address, rank, swizzle, sizes[3], strides[3], box[3];
};

/* What the compiler knows of the kernel: what decides the code of a worker. It is a constant when
 * that is compiled, so that many kernels share a worker. */
extern const struct plan {
    int32_t lanes;
    int32_t checked, diverges, arrives, polls, collectives;
    int32_t delays_copies; /* cp.async waits in queues */
    int32_t delays_bulk;   /* bulk copies wait in the block */
    int32_t watches;       /* it is checked what wgmma and bulk copies use */
    int32_t reduces;       /* barriers combine predicates */
    int32_t blocks, blocks_x, blocks_y; /* of a cluster: all, and in x and y */
    int32_t gathers;       /* threads wait at the barrier of the cluster */
} plan;

/* Numbers of the kernel that a worker reads: a constant that the kernel's module defines. */
extern const struct sizes {
    int64_t frame_bytes, lane_counters, fragments, warpgroup, copies; /* size of a frame; offsets */
    int32_t threads, groups;
    int32_t warpgroups; /* of a cluster, if there are wgmma and it is checked what they use */
} sizes;

/* The kernel: a lane group from a resume point to its next wait, and one lane of a group. */
int32_t vector_function(struct context *, const uint8_t *parameters, uint8_t *shared,
                        struct frame *, int32_t thread, int32_t resume);
int32_t scalar_function(struct context *, const uint8_t *parameters, uint8_t *shared,
                        struct frame *, int32_t thread, int32_t lane, int32_t resume, int32_t stop);

/* A matrix instruction of some warps (tensor_cores.c): register i of lane l is at i * lanes + l. */
bool multiply_fragments(struct context *, int32_t kind, const uint32_t *a, const uint32_t *b,
                        uint32_t *d, int32_t lanes, uint32_t thread, uint64_t location);

/* What tensor_cores.c needs of accesses.c and proxies.c. */
bool read_matrix(struct context *, uint64_t address, uint64_t location, uint32_t thread);
bool check_shared(struct context *, uint64_t address, uint64_t nbytes, uint64_t location,
                  uint32_t thread);
bool record_failure(struct context *, uint64_t failure, uint64_t location, uint64_t address,
                    uint32_t thread);

static inline bool fail(struct context *context, uint64_t failure, uint64_t location,
                        uint64_t address, uint64_t thread)
{
    context->error = failure;
    context->error_location = location;
    context->error_address = address;
    context->error_thread = thread;
    return true;
}

static inline const uint8_t *parameters_of(const struct context *context)
{
    return (const uint8_t *)context->parameters;
}

static inline uint8_t *shared_of(const struct context *context)
{
    return (uint8_t *)context->shared;
}

static inline struct block *block_of(const struct context *context)
{
    return (struct block *)context->block;
}

static inline struct frame *frame_of(const struct context *context, int32_t group)
{
    return (struct frame *)(context->frames + group * sizes.frame_bytes);
}

static inline struct queue *queue_of(struct frame *frame)
{
    return (struct queue *)((uint8_t *)frame + sizes.copies);
}

static inline struct warpgroup_state *warpgroup_of(struct frame *frame)
{
    return (struct warpgroup_state *)((uint8_t *)frame + sizes.warpgroup);
}

static inline int32_t *lane_counters(struct frame *frame)
{
    return (int32_t *)((uint8_t *)frame + sizes.lane_counters);
}

static inline uint32_t *fragments_of(struct frame *frame)
{
    return (uint32_t *)((uint8_t *)frame + sizes.fragments);
}

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

#endif
