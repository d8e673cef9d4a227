"""What scripts/probe_tensor_cores.py is made of; tests compare with its ``model``, too."""
