"""The checks of a GPU round, one a file; ``gpu_round.py`` beside this folder runs them."""
