"""Verification: inputs, the float64 reference, the error and the bound it must keep."""
