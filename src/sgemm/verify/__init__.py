"""Verification: inputs, the float64 reference, the error and the bound it must keep."""

DEFAULT_INPUT_CLASS = "uniform_signed"
"""A name in :data:`sgemm.verify.inputs.INPUT_CLASSES`.

It stands here because who reads results needs it, and NumPy not.
"""
