// The main launch of kernels on tensor cores, whichever instruction multiplies: what is included
// before has multiply_suited and started_stages. See split.py.
#pragma once
#include "launch_instructions.cuh"
#include "split_choice.cuh"

// All tiles that these parts are suited for.
template <class Parts>
__device__ __forceinline__ void multiply_parts(SPLIT_PARAMETERS) {
    skip_product_if_unused(k, alpha);
    const uint32 stages = started_stages<Parts>(dynamic_memory);
    wait_for_primary_launch();
    launch_dependents();
    if (k < Constants::least_k) return;
    const bool is_uncommon = noted_as_uncommon(reinterpret_cast<SplitNotes*>(workspace), counters,
                                               prepared_a, prepared_b);
    multiply_suited<Parts>(stages, is_uncommon, SPLIT_ARGUMENTS);
}
