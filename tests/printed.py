"""Printed text as words and numbers, so that examples may be compared with what the documentation shows."""

import re

DECIMAL = re.compile(r"-?\d+\.\d+")
SECONDS = re.compile(r"[\d.]+ s\b")
# Other versions of scikit-learn train other models; a blend or a bootstrap moves by less than this.
RELATIVE, ABSOLUTE = 0.05, 0.005


def read(text):
    """Words and whole numbers, and decimals; times left out."""
    text = SECONDS.sub("", text)
    return DECIMAL.sub("", text).split(), [float(number) for number in DECIMAL.findall(text)]
