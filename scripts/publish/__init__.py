"""Tables and plots of the documentation, made from the committed results and nothing else."""
