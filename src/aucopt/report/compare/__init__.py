"""The report of a comparison, which says whether it pays to optimise AUC on some data."""
