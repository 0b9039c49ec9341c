"""Batches of panels: bounds on what their columns can reach."""
