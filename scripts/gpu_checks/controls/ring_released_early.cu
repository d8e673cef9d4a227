// A control for racecheck: a stage is released before it is read.
#include "copies_in_ring.cuh"

extern "C" __global__ void ring_released_early(SGEMM_PARAMETERS) {
    sum_through_ring<Release::before_reading>(SGEMM_ARGUMENTS);
}
