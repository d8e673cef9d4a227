"""Benchmark: timing, baselines, what machine this is, and results on disk."""
