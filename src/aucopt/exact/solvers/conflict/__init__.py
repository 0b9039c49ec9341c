"""Branch and bound on which pairs are wrong."""
