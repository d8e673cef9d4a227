"""What a benchmark runs on the GPU besides the contenders: inputs, reference, judge, clocks."""
