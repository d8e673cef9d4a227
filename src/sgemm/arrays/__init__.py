"""Arrays of any library: where they lie, how they travel, and how results are made."""
