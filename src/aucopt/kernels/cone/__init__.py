"""Which pairs a cone of directions decides, and how it is split."""
