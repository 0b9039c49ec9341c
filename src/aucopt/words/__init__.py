"""The narrator: numbers, sentences, statuses and tables of weights, for terminal, report and notebook alike.

It knows nothing of the rest of the package; every other part may use it.
"""
