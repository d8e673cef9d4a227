"""Consumers of what generated code reports: each is told of every memory access of a thread."""
