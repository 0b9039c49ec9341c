"""How sure the weights are: ranges, intervals, simple integers."""
