"""The page of a panel and its figures."""
