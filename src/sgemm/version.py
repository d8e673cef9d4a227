"""The version of sgemm."""

__version__ = "0.1.0"
