// A ring of two stages for the controls of racecheck: one warp fills it by asynchronous copies, the
// other reads it. C[lane] becomes the sum of every 32nd element of A, from number `lane` on, of the
// k that A has in its first row.
#pragma once
#include "async_instructions.cuh"
#include "cp_async_instructions.cuh"
#include "instructions.cuh"
#include "launch_instructions.cuh"

// Who says that a stage has been read, and when.
enum class Release { by_each_lane, by_one_lane, before_reading };

template <Release release>
__device__ __forceinline__ void sum_through_ring(SGEMM_PARAMETERS) {
    constexpr uint32 stages = 2, width = 32;
    constexpr bool by_one = release == Release::by_one_lane;
    constexpr bool early = release == Release::before_reading;
    __shared__ float data[stages][width];
    __shared__ uint64 full[stages], empty[stages];
    const uint32 lane = threadIdx.x % width;
    const uint32 blocks = ((uint32)k + width - 1) / width;
    if (threadIdx.x < stages) {
        mbarrier_init(cvta_to_shared(&full[threadIdx.x]), width);
        mbarrier_init(cvta_to_shared(&empty[threadIdx.x]), by_one ? 1 : width);
    }
    __syncthreads();
    float sum = 0.0f;
    for (uint32 block = 0; block < blocks; ++block) {
        const uint32 stage = block % stages, parity = block / stages % 2;
        const uint32 is_full = cvta_to_shared(&full[stage]);
        const uint32 is_empty = cvta_to_shared(&empty[stage]);
        if (threadIdx.x < width) {
            while (!mbarrier_try_wait_parity(is_empty, parity ^ 1)) {
            }
            const uint32 step = block * width + lane;
            const bool inside = step < k;
            cp_async_ca_4(cvta_to_shared(&data[stage][lane]), A + (inside ? step : 0),
                          inside ? 4 : 0);
            cp_async_mbarrier_arrive_noinc(is_full);
        } else {
            while (!mbarrier_try_wait_parity(is_full, parity)) {
            }
            if (early) mbarrier_arrive(is_empty);
            sum += ld_shared(cvta_to_shared(&data[stage][lane]));
            if (by_one) __syncwarp();
            if (!early && (!by_one || lane == 0)) mbarrier_arrive(is_empty);
        }
    }
    if (threadIdx.x >= width && lane < n) C[lane] = sum;
}
