// Small kernels that use what Hopper has, one instruction family each. See hopper_cases.py.
#include "hopper_cases.cuh"

// ---- one box, and what shared memory then holds

extern "C" __global__ void copy_box(uint32* image, int x, int y, int z, int offset, int bytes,
                                    const __grid_constant__ TensorMap map) {
    extern __shared__ __align__(1024) uint32 words[];
    __shared__ uint64 barrier;
    const int count = 48 * 1024 / 4;
    for (int i = threadIdx.x; i < count; i += blockDim.x) words[i] = 0x5a5a5a5a;
    if (threadIdx.x == 0) init(shared_address(&barrier), 1);
    make_barriers_seen();
    const uint32 base = (shared_address(words) + 1023) / 1024 * 1024;
    const uint32 skipped = (base - shared_address(words)) / 4;
    if (threadIdx.x == 0) {
        expect(shared_address(&barrier), bytes);
        copy_box_3d(base + offset, map, x, y, z, shared_address(&barrier));
    }
    wait(shared_address(&barrier), 0);
    for (int i = threadIdx.x; i < count; i += blockDim.x) image[i] = words[skipped + i];
}

// ---- a run of bytes, copied in bulk, and an mbarrier asked by its state

extern "C" __global__ void copy_run(uint32* image, const uint32* source, int bytes) {
    __shared__ __align__(128) uint32 words[1024];
    __shared__ uint64 barrier;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0x5a5a5a5a;
    if (threadIdx.x == 0) init(shared_address(&barrier), blockDim.x);
    make_barriers_seen();
    uint64 state;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(
                         shared_address(&barrier)),
                     "r"(bytes)
                     : "memory");
        asm volatile(
            "{\n\t"
            ".reg .b64 policy;\n\t"
            "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint"
            " [%0], [%1], %2, [%3], policy;\n\t"
            "}" ::"r"(shared_address(words) + 64),
            "l"(source), "r"(bytes), "r"(shared_address(&barrier))
            : "memory");
    }
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(shared_address(&barrier))
                 : "memory");
    uint32 complete;
    do {
        asm volatile(
            "{\n\t"
            ".reg .pred complete;\n\t"
            "mbarrier.test_wait.shared::cta.b64 complete, [%1], %2;\n\t"
            "selp.u32 %0, 1, 0, complete;\n\t"
            "}"
            : "=r"(complete)
            : "r"(shared_address(&barrier)), "l"(state)
            : "memory");
    } while (!complete);
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) image[i] = words[i];
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier))
                     : "memory");
}

// ---- copies of single threads that arrive at an mbarrier: two producer warps, two that add

template <bool counts_itself>
__device__ __forceinline__ void arrive_after_copies(uint32 barrier) {
    if (counts_itself)
        asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier)
                     : "memory");
    else
        asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}

template <bool counts_itself>
__device__ __forceinline__ void add_copies(float* sums, const float* source, int steps) {
    __shared__ __align__(16) float blocks[3][256];
    __shared__ uint64 full[3], empty[3];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 3; ++i) {
            init(shared_address(&full[i]), 64);
            init(shared_address(&empty[i]), 64);
        }
    }
    make_barriers_seen();
    const int place = threadIdx.x % 64;
    float sum = 0;
    for (int step = 0; step < steps; ++step) {
        const int stage = step % 3, parity = step / 3 & 1;
        const uint32 full_barrier = shared_address(&full[stage]);
        const uint32 empty_barrier = shared_address(&empty[stage]);
        if (threadIdx.x < 64) {
            wait(empty_barrier, parity ^ 1);
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                             shared_address(&blocks[stage][4 * place])),
                         "l"(source + step * 256 + 4 * place)
                         : "memory");
            arrive_after_copies<counts_itself>(full_barrier);
            if (!counts_itself) arrive(full_barrier);
        } else {
            wait(full_barrier, parity);
            for (int i = 0; i < 4; ++i) sum += blocks[stage][(place + 64 * i + 1) % 256];
            arrive(empty_barrier);
        }
    }
    if (threadIdx.x >= 64) sums[place] = sum;
    asm volatile("cp.async.wait_all;" ::: "memory");
}

extern "C" __global__ void add_copies_noinc(float* sums, const float* source, int steps) {
    add_copies<true>(sums, source, steps);
}

extern "C" __global__ void add_copies_inc(float* sums, const float* source, int steps) {
    add_copies<false>(sums, source, steps);
}

// ---- parts of sums in many blocks; the block that comes last adds them up, in order

extern "C" __global__ void add_parts(float* sums, float* parts, uint32* counters,
                                     const float* source, int splits) {
    __shared__ uint32 came_before;
    const int tile = blockIdx.x / splits, part = blockIdx.x % splits;
    const int threads = blockDim.x;
    parts[blockIdx.x * threads + threadIdx.x] =
        source[blockIdx.x * threads + threadIdx.x] * 0.1f + 1.0f;
    __threadfence();
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x == 0) {
        uint32 before;
        asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;"
                     : "=r"(before)
                     : "l"(counters + tile)
                     : "memory");
        came_before = before;
    }
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (came_before != splits - 1) return;
    float sum = 0;
    for (int i = 0; i < splits; ++i)
        sum += __ldcg(parts + (tile * splits + i) * threads + threadIdx.x);
    sums[tile * threads + threadIdx.x] = sum;
    if (threadIdx.x == 0)
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(counters + tile), "r"(0)
                     : "memory");
}

// ---- barriers with names: one warp hands numbers to another, one buffer after the other

extern "C" __global__ void hand_over(uint32* results, int steps) {
    __shared__ uint32 buffers[2][32];
    const int lane = threadIdx.x % 32;
    uint32 sum = 0;
    for (int step = 0; step < steps; ++step) {
        const int buffer = step % 2;
        if (threadIdx.x < 32) {
            if (step >= 2) asm volatile("bar.sync %0, 64;" ::"r"(3 + buffer) : "memory");
            buffers[buffer][lane] = step * 1000 + lane;
            asm volatile("bar.arrive %0, 64;" ::"r"(1 + buffer) : "memory");
        } else {
            asm volatile("bar.sync %0, 64;" ::"r"(1 + buffer) : "memory");
            sum += buffers[buffer][31 - lane] * (step + 1);
            if (step + 2 < steps)
                asm volatile("barrier.cta.arrive %0, 64;" ::"r"(3 + buffer) : "memory");
        }
    }
    if (threadIdx.x >= 32) results[lane] = sum;
}

// ---- what the lanes of a warp do together

__device__ __forceinline__ uint32 note(uint32* results, int slot, uint32 value) {
    results[slot * blockDim.x + threadIdx.x] = value;
    return value;
}

template <int mode>
__device__ __forceinline__ void shuffle(uint32* results, int slot, uint32 value, uint32 amount,
                                        uint32 clamp) {
    uint32 found, valid;
#define SHUFFLE(name)                                                                    \
    asm volatile(                                                                        \
        "{\n\t.reg .pred valid;\n\tshfl.sync." name                                      \
        ".b32 %0|valid, %2, %3, %4, 0xffffffff;\n\tselp.u32 %1, 1, 0, valid;\n\t}"       \
        : "=r"(found), "=r"(valid)                                                       \
        : "r"(value), "r"(amount), "r"(clamp))
    if (mode == 0) SHUFFLE("up");
    if (mode == 1) SHUFFLE("down");
    if (mode == 2) SHUFFLE("bfly");
    if (mode == 3) SHUFFLE("idx");
    note(results, 2 * slot, found);
    note(results, 2 * slot + 1, valid);
}

extern "C" __global__ void together(uint32* results, const uint32* source) {
    const uint32 value = source[threadIdx.x], lane = threadIdx.x % 32;
    int slot = 0;
    for (uint32 amount : {0u, 1u, 5u, 31u}) {
        shuffle<0>(results, slot++, value, amount, 0);
        shuffle<1>(results, slot++, value, amount, 31);
        shuffle<2>(results, slot++, value, amount, 31);
        shuffle<3>(results, slot++, value, amount, 31);
        shuffle<0>(results, slot++, value, amount, (32 - 8) << 8);
        shuffle<1>(results, slot++, value, amount, (32 - 8) << 8 | 31);
        shuffle<2>(results, slot++, value, amount, (32 - 16) << 8 | 31);
        shuffle<3>(results, slot++, value, amount, (32 - 4) << 8 | 3);
    }
    shuffle<3>(results, slot++, value, value, 31);
    shuffle<1>(results, slot++, value, lane / 2, 20);
    slot *= 2;
    for (uint32 limit : {0u, 1u << 28, 1u << 31, 0xffffffffu}) {
        const bool below = value < limit;
        note(results, slot++, __ballot_sync(0xffffffff, below));
        note(results, slot++, __any_sync(0xffffffff, below));
        note(results, slot++, __all_sync(0xffffffff, below));
        note(results, slot++, __uni_sync(0xffffffff, below));
    }
    uint32 leader, chosen;
    asm volatile(
        "{\n\t.reg .pred chosen;\n\telect.sync %0|chosen, 0xffffffff;\n\t"
        "selp.u32 %1, 1, 0, chosen;\n\t}"
        : "=r"(leader), "=r"(chosen));
    note(results, slot++, leader);
    note(results, slot++, chosen);
}

// Half warps go different ways, and each half exchanges among itself.
extern "C" __global__ void half_together(uint32* results, const uint32* source) {
    uint32 value = source[threadIdx.x];
    const uint32 lane = threadIdx.x % 32;
    if (lane % 2) {
        for (int i = 0; i < 3; ++i) {
            value += __shfl_xor_sync(0xaaaaaaaa, value, 2 << i);
            __syncwarp(0xaaaaaaaa);
        }
    } else {
        value ^= __ballot_sync(0x55555555, value % 3 == 0);
        value += __shfl_down_sync(0x55555555, value, 2);
    }
    __syncwarp();
    results[threadIdx.x] = value + __shfl_sync(0xffffffff, value, 7);
}

// ---- atomic operations by many blocks

extern "C" __global__ void count_up(uint32* words, uint64* wide, const uint32* source) {
    const uint32 value = source[blockIdx.x * blockDim.x + threadIdx.x];
    __shared__ uint32 own;
    if (threadIdx.x == 0) own = 0;
    __syncthreads();
    atomicAdd(&own, value % 7);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(words, own);
    atomicAdd(words + 1, 1);
    atomicMin(words + 2, value);
    atomicMax(words + 3, value);
    atomicMin((int*)words + 4, (int)value);
    atomicMax((int*)words + 5, (int)value);
    atomicInc(words + 6, 99);
    atomicDec(words + 7, 49);
    atomicOr(words + 8, 1u << value % 32);
    atomicAnd(words + 9, ~(1u << value % 31));
    atomicXor(words + 10, value);
    uint32 seen = words[11], expected;
    do {
        expected = seen;
        seen = atomicCAS(words + 11, expected, expected * 3 + 1);
    } while (seen != expected);
    if (atomicExch(words + 12, value) == 0xffffffff) atomicAdd(words + 13, 1);
    atomicAdd(wide, (uint64)value << 16);
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(words + 14), "r"(value)
                 : "memory");
    if (value % 2) atomicAdd(words + 15, threadIdx.x);
}
