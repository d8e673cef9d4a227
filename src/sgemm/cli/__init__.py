"""The command line: one file a command, and what all commands share."""
