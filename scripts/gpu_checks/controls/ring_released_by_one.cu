// A control for racecheck, with no fault: the lanes meet, then one of them releases the stage.
#include "copies_in_ring.cuh"

extern "C" __global__ void ring_released_by_one(SGEMM_PARAMETERS) {
    sum_through_ring<Release::by_one_lane>(SGEMM_ARGUMENTS);
}
