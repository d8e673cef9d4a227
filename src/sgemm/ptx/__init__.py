"""The PTX language: syntax tree, parser, control flow, analyses. Knows nothing of execution."""
