"""Prebuilt machine code of the kernels of sgemm, which finds this package by its name."""
