// The main launch of kernels on tensor cores, whichever instruction multiplies. See split.py.
#pragma once
#include "launch_instructions.cuh"
#include "split_choice.cuh"

// All tiles that these parts are suited for.
template <class Parts>
__device__ __forceinline__ void multiply_parts(SPLIT_PARAMETERS) {
    extern __shared__ __align__(1024) unsigned char memory[];
    skip_product_if_unused(k, alpha);
    const uint32 stages = started_stages<Parts>(memory);
    wait_for_primary_launch();
    launch_dependents();
    if (k < Constants::least_k) return;
    const bool is_uncommon = noted_as_uncommon(reinterpret_cast<SplitNotes*>(workspace), counters,
                                               prepared_a, prepared_b);
    multiply_suited<Parts>(stages, is_uncommon, SPLIT_ARGUMENTS);
}
