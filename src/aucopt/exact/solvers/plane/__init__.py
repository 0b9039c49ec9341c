"""Two columns: bound the circle arc by arc, and sweep where no bound suffices."""
