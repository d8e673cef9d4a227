"""Arrays of any library: where they lie, how they are copied, and how results are made."""
