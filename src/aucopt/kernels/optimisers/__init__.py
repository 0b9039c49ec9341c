"""The loops of the optimisers that the paper compares."""
