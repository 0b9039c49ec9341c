"""Ways to search: each takes a problem and options, and answers what `base` describes."""
