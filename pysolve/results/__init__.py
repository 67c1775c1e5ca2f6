"""Records: what every one of them has in common, and those of commands that are no analyses."""
