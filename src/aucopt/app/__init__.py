"""The app: the same search by mouse, in the browser, on the user's own machine.

`server.py` keeps the page to this machine, `page.py` is the page with its three tabs, and what a tab shows is
computed by modules that know nothing of browsers (`overview.py`, `question.py`, `answer.py`, `roc.py`).
"""
