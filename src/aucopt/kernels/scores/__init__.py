"""Float scores: their pairs, their sums, rays between them."""
