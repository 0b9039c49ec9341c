"""The published example of DeLong's test."""

import numpy as np

# 49 patients with ovarian cancer in DeLong, DeLong and Clarke-Pearson (1988), the 43 without missing values:
# albumin, total protein, K-G score, whether surgery helped.
PUBLISHED = """
    3.0 5.8 10 0 3.2 6.3 5 1 3.9 6.8 3 1 2.8 4.8 6 0 3.2 5.8 3 1 0.9 4.0 5 0 2.5 5.7 8 0 1.6 5.6 5 1
    3.8 5.7 5 1 3.7 6.7 6 1 3.2 5.4 4 1 3.8 6.6 6 1 4.1 6.6 5 1 3.6 5.7 5 1 4.3 7.0 4 1 3.6 6.7 4 0
    2.3 4.4 6 1 4.2 7.6 4 0 4.0 6.6 6 0 3.5 5.8 6 1 3.8 6.8 7 1 3.0 4.7 8 0 4.5 7.4 5 1 3.7 7.4 5 1
    3.1 6.6 6 1 4.1 8.2 6 1 4.3 7.0 5 1 4.3 6.5 4 1 3.2 5.1 5 1 2.6 4.7 6 1 3.3 6.8 6 0 1.7 4.0 7 0
    3.7 6.1 5 1 3.3 6.3 7 1 4.2 7.7 6 1 3.5 6.2 5 1 2.9 5.7 9 0 2.1 4.8 7 1 2.8 6.2 8 0 4.0 7.0 7 1
    3.3 5.7 6 1 3.7 6.9 5 1 3.6 6.6 5 1"""

OVARIAN = np.array(PUBLISHED.split(), dtype=float).reshape(-1, 4)
HELPED = OVARIAN[:, 3]
TESTS = {"albumin": OVARIAN[:, 0], "K-G": -OVARIAN[:, 2], "protein": OVARIAN[:, 1]}
