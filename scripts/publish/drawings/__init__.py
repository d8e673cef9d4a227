"""Pictures of what threads did, drawn from recordings: one kind of picture a file."""
