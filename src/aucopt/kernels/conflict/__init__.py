"""Which pairs cannot all be right: the nearest point of a hull."""
