"""The sentences of docs/answer.md and README.md that quote numbers, with the numbers of the tables beside.

    python results/sentences.py

A test looks for each of them on its page, so that no number there can differ from the tables.
"""

import csv
import gzip
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy import stats

from aucopt.stats import holm_adjusted, signed_rank_posterior, wilcoxon_test

RESULTS = Path(__file__).parent
BAND = 0.005
MINUS = "\N{MINUS SIGN}"
PLANE, LONG, CUT, CUT_LONG, WHOLE, REAL = (
    "linear-2d",
    "linear-2d-long",
    "linear-3d",
    "linear-3d-long",
    "linear-3d-uncut",
    "real",
)
STUDIES = {PLANE: "r2", LONG: "r2", CUT: "r3", CUT_LONG: "r3", WHOLE: "r3", REAL: "real"}


PARTS = {"auc": "AUC", "partial-auc": "partial AUC", "sensitivity": "sensitivity"}
RULES = {"LR": "best by LR", "panel": "best pair", "random": "random"}


def read(study, table):
    """The rows of a table."""
    path = RESULTS / study / f"{table.format(STUDIES[study])}.csv"
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def by_set(study, method):
    """Mean test AUC of a method on each data set."""
    return np.array([float(row[method]) for row in read(study, "auc-by-set-{}-test")])


def mean(study, part="test"):
    """Mean AUC of each method, to four digits."""
    return {row["method"]: f"{float(row[f'{part} mean']):.4f}" for row in read(study, "auc-{}")}


def rank(study):
    """Average rank of each method by test AUC."""
    return {row["method"]: f"{float(row['test rank']):.2f}" for row in read(study, "auc-{}")}


def gap(study):
    """How far methods stay below the proved optimum, on average."""
    return {row["method"]: float(row["mean gap"]) for row in read(study, "optimum-{}")}


def wins(study):
    """Data sets won by test AUC: published, by the paper's test, corrected."""
    return {
        row["cell"]: (row["published"], row["paper's test"], row["corrected"])
        for row in read(study, "beside-{}")
        if row["AUC"] == "test"
    }


def against(study, first, second):
    """The differences of two methods over the data sets, in words' numbers."""
    a, b = by_set(study, first), by_set(study, second)
    d = a - b
    ahead, behind = int((d > 0).sum()), int((d < 0).sum())
    return {
        "ahead": ahead,
        "behind": behind,
        "mean": f"{d.mean():+.4f}".replace("-", MINUS),
        "median": f"{np.median(d):+.4f}",
        "within": int((np.abs(d) <= BAND).sum()),
        "above": int((d > BAND).sum()),
        "below": int((d < -BAND).sum()),
        "p": f"{wilcoxon_test(a, b).pvalue:.1g}",
        "p2": f"{wilcoxon_test(a, b).pvalue:.2g}",
        "sign": f"{stats.binomtest(ahead, ahead + behind).pvalue:.2g}",
        "equivalent": signed_rank_posterior(a, b).equivalent,
    }


def worth(study):
    """On how many data sets AUC-opt is better by more than the band, equivalent, worse."""
    return next(row for row in read(study, "worth-{}") if "AUC-opt" in row.values())


def answer_sentences():
    """Those of the page, in its order."""
    plane, long, cut, whole, real = (mean(study) for study in (PLANE, LONG, CUT, WHOLE, REAL))
    in_plane, in_whole = gap(PLANE), gap(WHOLE)
    yield (
        f"SVM-Perf, the best approximate optimiser, stays {in_plane['SVM-Perf']:.3f} below it in the "
        f"plane and "
        f"{in_whole['SVM-Perf']:.3f} in R³, and so does balanced logistic regression (B-LR)."
    )
    better = [int(worth(study)["better"]) for study in (LONG, WHOLE)]
    assert better == [0, 1]
    yield (
        "AUC-opt is better than B-LR by more than the band on none of 50 data sets in the plane and on one "
        "in R³."
    )
    three = [against(study, "AUC-opt", "B-LR") for study in (LONG, CUT_LONG, WHOLE)]
    least = min(found["equivalent"] for found in three)
    yield f"Over the data sets the two are equivalent within the band with a probability of {least:.2f}."
    values = [
        wilcoxon_test(by_set(study, "AUC-opt"), by_set(study, "B-LR")).pvalue
        for study in (LONG, CUT_LONG, WHOLE)
    ]
    yield (
        f"adjusted for these three comparisons by Holm's method, p = {values[0]:.2f} becomes "
        f"{holm_adjusted(values)[0]:.2f}."
    )
    found = against(PLANE, "AUC-opt", "B-LR")
    yield (
        f"With 10 trials the mean test AUC of AUC-opt is {plane['AUC-opt']}, of SVM-Perf "
        f"{plane['SVM-Perf']}, of "
        f"B-LR {plane['B-LR']}, of LR {plane['LR']}. AUC-opt is ahead of B-LR on {found['ahead']} sets "
        f"of 50 and "
        f"behind on {found['behind']} (Wilcoxon p = {found['p2']}); on {found['within']} the two are "
        f"within 0.005."
    )
    names = [row["data set"] for row in read(PLANE, "auc-by-set-{}-test")]
    gain = dict(zip(names, by_set(PLANE, "AUC-opt") - by_set(PLANE, "B-LR"), strict=True))
    yield (
        f"The two sets that survive the correction are opt_digits_8 ({gain['opt_digits_8']:+.3f} over "
        f"B-LR) and "
        f"pen_digits_5 ({gain['pen_digits_5']:+.3f})."
    )
    short, more = wins(PLANE)["AUC-opt over LR"], wins(LONG)["AUC-opt over LR"]
    yield (
        f"With 142 trials AUC-opt is significantly better than LR on {more[1]} sets by the paper's test "
        f"({short[1]} with 10 trials, {more[0]} published with 200), and on {more[2]} by the corrected one"
    )
    found, other = against(LONG, "AUC-opt", "B-LR"), against(LONG, "AUC-opt", "LR")
    yield (
        f"AUC-opt {long['AUC-opt']}, B-LR {long['B-LR']}, LR {long['LR']} on test rows, a gain of "
        f"{found['mean']} "
        f"over B-LR on average and {found['median']} in the median. AUC-opt is ahead of B-LR on "
        f"{found['ahead']} "
        f"sets and behind on {found['behind']} (Wilcoxon p = {found['p']}), by more than 0.005 on "
        f"{found['above']} and {found['below']}; ahead of LR on {other['ahead']} and behind on "
        f"{other['behind']} "
        f"(p = {other['p']})."
    )
    yield (
        f"AUC-opt {cut['AUC-opt']}, SVM-Perf {cut['SVM-Perf']}, B-LR {cut['B-LR']}, LR {cut['LR']} on "
        f"test rows"
    )
    found, counts = against(CUT_LONG, "AUC-opt", "LR"), wins(CUT_LONG)
    assert counts["LR over AUC-opt"][:2] == ("8", "0")
    yield (
        f"ahead of LR on {found['ahead']} sets and behind on {found['behind']} ({found['mean']} on average, "
        f"Wilcoxon p = {found['p']}); by the paper's test LR is better on no set and AUC-opt on "
        f"{counts['AUC-opt over LR'][1]}."
    )
    found, other = against(WHOLE, "AUC-opt", "B-LR"), against(WHOLE, "AUC-opt", "SVM-Perf")
    p = wilcoxon_test(by_set(WHOLE, "AUC-opt"), by_set(WHOLE, "B-LR")).pvalue
    yield (
        f"{whole['AUC-opt']} against {whole['SVM-Perf']} (SVM-Perf), {whole['B-LR']} (B-LR), "
        f"{whole['LR']} (LR). "
        f"It is ahead of B-LR on {found['ahead']} sets and behind on {found['behind']} (Wilcoxon p = "
        f"{p:.5f}), "
        f"ahead of SVM-Perf on {other['ahead']} (p = {other['p']})."
    )
    yield (
        f"{found['mean'].lstrip('+')} on average and {float(found['median']):.3f} in the median; it "
        f"exceeds 0.005 "
        f"on {found['above']} sets and falls below {MINUS}0.005 on {found['below']}."
    )
    ranks = rank(WHOLE)
    yield (
        f"Average ranks: AUC-opt {ranks['AUC-opt']}, SVM-Perf {ranks['SVM-Perf']}, B-LR {ranks['B-LR']}, LR "
        f"{ranks['LR']}"
    )
    yield (
        f"A balanced random forest has the highest mean test AUC, {real['B-RF']}; a balanced RBF machine "
        f"({real['B-SVM-RBF']}) and a random forest ({real['RF']}) are close. The best AUC optimiser is "
        f"RankBoost with {real['RankBoost']}: behind B-RF on "
        f"{against(REAL, 'RankBoost', 'B-RF')['behind']} of "
        f"20 sets (Wilcoxon p = {against(REAL, 'RankBoost', 'B-RF')['p']}), ahead of gradient boosting "
        f"({real['GB']}). Linear methods follow: SVM-Perf {real['SVM-Perf']}, LR {real['LR']}, B-LR "
        f"{real['B-LR']}."
    )
    found, training = against(REAL, "AUC-opt", "LR"), mean(REAL, "train")
    yield (
        f"reaches the highest training AUC of all linear methods ({training['AUC-opt']}; SVM-Perf "
        f"{training['SVM-Perf']}) and pays for it: {real['AUC-opt']} on test rows, behind LR on "
        f"{found['behind']} of 20 sets ({found['mean']} on average, Wilcoxon p = {found['p']})."
    )
    found, other = against(REAL, "AUC-opt smoothed", "AUC-opt"), against(REAL, "AUC-opt smoothed", "LR")
    yield (
        f"gains {found['mean']} over the plain one (ahead on {found['ahead']} of 20 sets, Wilcoxon p = "
        f"{found['p']}) and is level with LR ({other['mean']}; ahead on {other['ahead']}, behind on "
        f"{other['behind']})."
    )
    found = against(CUT, "AUC-opt smoothed", "AUC-opt")
    yield (
        f"it changes nothing on average ({found['mean']}; ahead on {found['ahead']}, behind on "
        f"{found['behind']})"
    )


def read_pairs():
    """Mean test values and facts of `real-columns`, by rule, objective, method and data set."""
    found = defaultdict(lambda: defaultdict(list))
    with gzip.open(RESULTS / "real-columns" / "pairs.csv.gz", "rt", newline="") as file:
        for row in csv.DictReader(file):
            key = row["rule"], row["objective"], row["method"]
            numbers = (row["test"], row["sensitivity"] or "nan", row["specificity"] or "nan", row["distinct"])
            found[key][row["dataset"]].append(tuple(map(float, numbers)))
    means = {key: {name: np.mean(rows, axis=0) for name, rows in sets.items()} for key, sets in found.items()}
    return means, {len(rows) for sets in found.values() for rows in sets.values()}


def pair_sentences():
    """Rows of the table of real columns, and what is said about it."""
    means, halves = read_pairs()
    (n_halves,) = halves
    yield f"50 data sets, {n_halves} random halves"

    def gains(rule, objective, method="optimum"):
        first, second = means[rule, objective, method], means[rule, objective, "B-LR"]
        return np.array([first[name][0] - second[name][0] for name in second])

    pvalues = {}
    for objective, words in PARTS.items():
        for rule, chosen in RULES.items():
            for method in ("optimum", "smoothed") if objective == "auc" else ("optimum",):
                d = gains(rule, objective, method)
                low, high = (d.mean() + sign * 1.96 * d.std(ddof=1) / np.sqrt(len(d)) for sign in (-1, 1))
                pvalues[objective, rule, method] = wilcoxon_test(d, np.zeros(len(d))).pvalue
                numbers = (
                    f"{d.mean():+z.4f} ({low:+z.4f} to {high:+z.4f}) | {np.median(d):+z.4f} | "
                    f"{(d > 0).sum()} | {(d < 0).sum()} | {(d > BAND).sum()} | {(d < -BAND).sum()} | "
                    f"{pvalues[objective, rule, method]:.2g}"
                )
                what = f"{words}, smoothed" if method == "smoothed" else words
                yield f"| {what} | {chosen} | {numbers.replace('-', MINUS)} |"
    adjusted = dict(zip(pvalues, holm_adjusted(list(pvalues.values())), strict=True))
    of_part = max(adjusted["partial-auc", rule, "optimum"] for rule in RULES)
    of_point = [f"{adjusted['sensitivity', rule, 'optimum']:.2g}" for rule in RULES]
    yield (
        f"Adjusted for the {len(pvalues)} comparisons by Holm's method, p is at most {of_part:.2g} for the "
        f"partial AUC, and {of_point[0]}, {of_point[1]} and {of_point[2]} for the sensitivity."
    )
    part, point = ([gains(rule, name).mean() for rule in RULES] for name in ("partial-auc", "sensitivity"))
    yield (
        f"a partial AUC gains {min(part):.3f} to {max(part):.3f} on average, a sensitivity {min(point):.3f} "
        f"to {max(point):.3f}."
    )
    for rule, chosen in RULES.items():
        rates = [
            np.mean([row[place] for row in means[rule, "sensitivity", method].values()])
            for method in ("optimum", "B-LR")
            for place in (1, 2)
        ]
        yield f"{chosen} {rates[0]:.3f} at {rates[1]:.3f}, B-LR {rates[2]:.3f} at {rates[3]:.3f}"
    links = [
        stats.spearmanr(
            [row[3] for row in means["panel", objective, "optimum"].values()], gains("panel", objective)
        ).statistic
        for objective in PARTS
    ]
    linked = ", ".join(f"{link:+.2f} ({words})" for link, words in zip(links, PARTS.values(), strict=True))
    yield (
        "rank correlation of the gain with the share of distinct values in the best pair: "
        f"{linked.replace('-', MINUS)}"
    )


def readme_sentences():
    """Those of the front page."""
    long, whole = against(LONG, "AUC-opt", "B-LR"), against(WHOLE, "AUC-opt", "B-LR")
    yield (
        f"has a higher test AUC than balanced logistic regression on {whole['ahead']}, by {whole['mean']} on "
        f"average; projected to two columns, on {long['ahead']}, by {long['mean']}."
    )
    least = min(long["equivalent"], whole["equivalent"])
    yield f"over the data sets both are equivalent with a probability of {least:.2f}"
    short, more, three = (wins(study)["AUC-opt over LR"] for study in (PLANE, LONG, WHOLE))
    yield f"on {three[2]} of the 50 sets with three columns, and on {more[2]} with two."
    yield (
        f"it finds {short[1]} sets after 10 splits and {more[1]} after 142, and the paper reports "
        f"{more[0]} after "
        "200."
    )


if __name__ == "__main__":
    print(*answer_sentences(), *pair_sentences(), *readme_sentences(), sep="\n\n", file=sys.stdout)
