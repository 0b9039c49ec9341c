"""The report of a fit or a blend: its page, its text and its figures."""
