// Keeps the GPU busy while the host queues a sample, so that no launch latency is in it.
#include "clock.cuh"

extern "C" __global__ void __launch_bounds__(32)
    bench_hold(uint64* slots, int multiprocessors, int sample, uint64 duration) {
    const uint64 start = nanoseconds();
    record_clock(slots, multiprocessors, sample);
    while (nanoseconds() - start < duration) {
    }
}
