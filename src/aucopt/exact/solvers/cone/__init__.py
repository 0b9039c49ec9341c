"""Three columns and more: branch and bound over cones of directions."""
