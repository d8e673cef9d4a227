"""What the threads of a kernel did, recorded by the executor, as rows of small tables."""
