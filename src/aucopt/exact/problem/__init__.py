"""A table becomes exact integer points, and directions are counted on them."""
