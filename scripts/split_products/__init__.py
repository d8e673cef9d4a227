"""FP32 products made of products on tensor cores, simulated: splits, sums, and the choice."""
