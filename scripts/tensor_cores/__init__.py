"""What scripts/probe_tensor_cores.py is made of."""
