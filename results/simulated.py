"""What tests and answers are worth where the truth is known, and what the studies could detect.

`level/level.csv` is written by `benchmarks/level.py`; `pay/pay.csv` by `benchmarks/pay.py`, from the answers
in the file beside it.
"""

import numpy as np
from claims import markdown
from scipy import stats
from sources import RESULTS, read_csv, trials

from aucopt.stats import corrected_t_test

TESTS = ("paper", "corrected")
KINDS = {
    "normal": "logistic regression is the right model",
    "edge": "just within the band",
    "far": "it pays",
}
ANSWERS = ("pays", "does not pay", "undecided")


def levels_of_tests():
    """The lines of the simulation of tests over random halves."""
    return read_csv(RESULTS / "level" / "level.csv")


def called(row, test):
    """How often a test calls either method better."""
    return float(row[f"{test} better"]) + float(row[f"{test} worse"])


def level(scores, rows, halves, cut="", gain=False):
    """A line of the simulation of tests over random halves."""
    row = [
        row
        for row in levels_of_tests()
        if (row["scores"], int(row["rows"]), int(row["halves"]), row["cut"])
        == (scores, rows, halves, str(cut))
        and (float(row["true difference"]) != 0) == gain
    ][-1]
    return {
        "found": f"{100 * float(row['corrected better']):.0f} %",
        "difference": f"{float(row['true difference']):.3f}",
        "runs": row["runs"],
    }


def levels(test, halves):
    """The lowest and the highest share of wrong findings of a test without a difference."""
    shares = [
        100 * called(row, test)
        for row in levels_of_tests()
        if float(row["true difference"]) == 0 and int(row["halves"]) == halves
    ]
    return f"{min(shares):.0f}", f"{max(shares):.0f} %"


def level_table():
    """How often tests over random halves err, and what they find."""
    rows = []
    for row in levels_of_tests():
        # The rest is in the file: scores that share nothing, and ten halves.
        if row["scores"] != "alike" or row["halves"] != "50":
            continue
        n = f"{int(row['rows']):,}" + (", cut" if row["cut"] else "")
        null = float(row["true difference"]) == 0
        found = [called(row, test) if null else float(row[f"{test} better"]) for test in TESTS]
        shares = [*found, *(float(row[name]) for name in ("above band", "within band"))]
        errors = [row[name] for name in ("spread", "paper error", "corrected error")]
        rows.append([n, row["true difference"], *(f"{100 * share:.1f} %" for share in shares), *errors])
    head = ["rows, 50 halves", "true difference", "paper's test", "corrected"]
    return markdown([*head, "above band", "within band", "spread", "paper's error", "corrected error"], rows)


def detectable(study, first="AUC-opt", second="B-LR"):
    """The least difference that the corrected test calls significant, on each data set: quartiles."""
    found = []
    for name, ours in trials(study, first).items():
        test = corrected_t_test(ours, trials(study, second)[name])
        found.append(test.standard_error * stats.t.ppf(0.975, test.degrees))
    low, middle, high = (f"{value:.3f}" for value in np.quantile(found, [0.25, 0.5, 0.75]))
    return {"low": low, "median": middle, "high": high}


def share(n, of):
    """A share with its exact binomial interval, in per cent."""
    interval = stats.binomtest(n, of).proportion_ci(method="exact")
    return f"{100 * n / of:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def pay_table():
    """What `does_it_pay` answers, with the shares of wrong answers."""
    rows = []
    for row in read_csv(RESULTS / "pay" / "pay.csv"):
        runs = int(row["tables"])
        shares = [share(int(row[answer]), runs) for answer in ANSWERS]
        error = [row["spread"], row["error"]]
        rows.append([KINDS[row["scenario"]], f"{float(row['true difference']):+.4f}", runs, *shares, *error])
    head = ["tables", "true difference", "number", *ANSWERS]
    return markdown([*head, "spread", "error"], rows)
