"""Points in the order of a direction, and what changes from one direction to the next."""
