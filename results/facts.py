"""The numbers in the running text of docs/answer.md and README.md; `answer.md.j2` calls these by name."""

from functools import cache

import algorithms
import claims
import multiverse
import numpy as np
import simulated
from scipy import stats
from sources import (
    AS_CODED,
    BAND,
    LONG,
    MINUS,
    PARTS,
    PLANE,
    PRIMARY,
    RESULTS,
    RULES,
    WHOLE,
    by_set,
    has_records,
    means,
    pair_values,
    read,
    read_csv,
    records,
    trials,
)

from aucopt.stats import (
    corrected_t_test,
    holm_adjusted,
    practical_judgement,
    signed_rank_posterior,
    wilcoxon_test,
)


def signed(value, digits=4):
    """A difference with its sign, as in print."""
    return f"{value:+z.{digits}f}".replace("-", MINUS)


def mean(study, part="test"):
    """Mean AUC of each method, to four digits."""
    return {row["method"]: f"{float(row[f'{part} mean']):.4f}" for row in read(study, "auc-{}")}


def rank(study, part="test"):
    """Average rank of each method."""
    return {row["method"]: f"{float(row[f'{part} rank']):.2f}" for row in read(study, "auc-{}")}


def gap(study):
    """How far methods stay below the proved optimum, on average."""
    return {row["method"]: f"{float(row['mean gap']):.3f}" for row in read(study, "optimum-{}")}


def largest_gap(study):
    """The largest such gap."""
    return {row["method"]: f"{float(row['largest gap']):.2f}" for row in read(study, "optimum-{}")}


def wins(study, cell):
    """Data sets won by test AUC: published, by the paper's test, corrected."""
    for row in read(study, "beside-{}"):
        if row["AUC"] == "test" and row["cell"] == cell:
            return {
                "published": row["published"],
                "paper": row["paper's test"],
                "corrected": row["corrected"],
            }
    raise KeyError(cell)


def won_sets(study, first="AUC-opt", second="B-LR"):
    """Data sets on which one method is ahead of another by the corrected test, with their gains."""
    ours, theirs = trials(study, first), trials(study, second)
    won = [name for name in ours if corrected_t_test(ours[name], theirs[name]).better()]
    return ", ".join(f"{name} ({gain(study, name, first, second)})" for name in won) or "none"


def worth_sets(study, first="AUC-opt", second="B-LR"):
    """Data sets on which one method is better than another by more than the band, with their gains."""
    ours, theirs = trials(study, first), trials(study, second)
    sure = [n for n in ours if practical_judgement(corrected_t_test(ours[n], theirs[n])) == "better"]
    return ", ".join(f"{name} ({gain(study, name, first, second)})" for name in sure) or "none"


def gain(study, dataset, first="AUC-opt", second="B-LR"):
    """The difference of two methods on one data set."""
    return signed(means(study, first)[dataset] - means(study, second)[dataset], 3)


def against(study, first="AUC-opt", second="B-LR"):
    """The differences of two methods over the data sets."""
    a, b = by_set(study, first), by_set(study, second)
    d = a - b
    ahead, behind = int((d > 0).sum()), int((d < 0).sum())
    return {
        "ahead": ahead,
        "behind": behind,
        "mean": signed(d.mean()),
        "median": signed(np.median(d)),
        "within": int((np.abs(d) <= BAND).sum()),
        "above": int((d > BAND).sum()),
        "below": int((d < -BAND).sum()),
        "p": f"{wilcoxon_test(a, b).pvalue:.1g}",
    }


def largest(study, n=4):
    """The data sets on which AUC-opt gains the most on B-LR, with their gains."""
    ours, theirs = means(study, "AUC-opt"), means(study, "B-LR")
    gains = sorted(((ours[name] - theirs[name], name) for name in theirs), reverse=True)
    return ", ".join(f"{name} ({signed(value, 3)})" for value, name in gains[:n])


def unproved():
    """Of the studies with records, trials of AUC-opt in which the bound was not reached, and their sets."""
    studies = [PRIMARY, *(name for name in multiverse.WAYS if has_records(name))]
    optima = [r for study in studies for r in records(study) if r.unit.method == "AUC-opt"]
    open_ones = [r.unit.dataset for r in optima if r.bound is None or r.bound > r.train.auc]
    return {"n": len(open_ones), "of": f"{len(optima):,}", "sets": ", ".join(sorted(set(open_ones)))}


def worth(study):
    """On how many data sets AUC-opt is better by more than the band, equivalent, worse."""
    return next(row for row in read(study, "worth-{}") if "AUC-opt" in row.values())


def equivalence(*studies):
    """The least probability that AUC-opt and B-LR are equivalent within the band."""
    found = [
        signed_rank_posterior(by_set(study, "AUC-opt"), by_set(study, "B-LR"), n_samples=5_000).equivalent
        for study in studies
    ]
    return f"{min(found):.2f}"


def closest(study):
    """Among the three approximate optimisers, the share of trials in which SVM-Perf is the closest."""
    bound = {r.unit[:3]: r.bound for r in records(study) if r.unit.method == "AUC-opt"}
    gaps = {}
    for record in records(study):
        if record.unit.method in ("SVM-Perf", "SPAM", "SPAUC"):
            gaps.setdefault(record.unit[:3], {})[record.unit.method] = (
                bound[record.unit[:3]] - record.train.auc
            )
    return f"{100 * np.mean([of['SVM-Perf'] <= min(of.values()) for of in gaps.values()]):.0f} %"


def rank_of_svmperf():
    """Training rank of SVM-Perf as coded, and on the same data sets run as meant."""
    coded = read_csv(RESULTS / "as-coded-2d" / "auc-r2.csv")
    as_coded = next(float(row["train rank"]) for row in coded if row["method"] == "SVM-Perf")
    small = {row["data set"] for row in read_csv(RESULTS / "as-coded-2d" / "auc-by-set-r2-test.csv")}
    rows = [row for row in read(PLANE, "auc-by-set-{}-train") if row["data set"] in small]
    ranks = [
        stats.rankdata([-float(value) for name, value in row.items() if name != "data set"]) for row in rows
    ]
    place = [name for name in rows[0] if name != "data set"].index("SVM-Perf")
    return f"{as_coded:.1f}", f"{np.mean([rank[place] for rank in ranks]):.1f}"


def order_of_methods():
    """Rank correlation of our average wins on the original columns with the published ones."""
    from blocks import original_columns

    rows = [line.split(" | ")[1:3] for line in original_columns().splitlines()[2:]]
    return f"{stats.spearmanr(*np.array(rows, dtype=float).T).statistic:.2f}"


def pair_gains(rule, objective, method="optimum", k=2):
    """Mean gains by data set on real columns."""
    ours, theirs = (pair_values(k, rule, objective, name) for name in (method, "B-LR"))
    return np.array([(ours[name] - theirs[name]).mean() for name in theirs])


def pair_range(objective):
    """The lowest and the highest mean gain over the rules."""
    found = [pair_gains(rule, objective).mean() for rule in RULES]
    return f"{min(found):.3f}", f"{max(found):.3f}"


@cache
def pair_holm():
    """P-values of all comparisons on real columns, adjusted: the highest of an objective."""
    keys = [(objective, rule, "optimum") for objective in PARTS for rule in RULES]
    keys += [("auc", rule, "smoothed") for rule in RULES]
    values = [
        wilcoxon_test(d, np.zeros(len(d))).pvalue
        for d in (pair_gains(rule, objective, method) for objective, rule, method in keys)
    ]
    adjusted = dict(zip(keys, holm_adjusted(values), strict=True))
    worst = {
        objective: f"{max(adjusted[objective, rule, 'optimum'] for rule in RULES):.2g}" for objective in PARTS
    }
    return {"n": len(keys), **worst}


def pair_halves(k=2):
    """How many halves the study of real columns has."""
    return min(map(len, pair_values(k, "LR", "auc", "B-LR").values()))


def pair_rates(rule):
    """Sensitivity and specificity on test rows at the training cut-off, of both methods."""
    rates = [
        np.mean([of.mean() for of in pair_values(2, rule, "sensitivity", method, rate).values()])
        for method in ("optimum", "B-LR")
        for rate in ("sensitivity", "specificity")
    ]
    return "{:.3f} and {:.3f} (B-LR {:.3f} and {:.3f})".format(*rates)


def pair_link(objective, fact):
    """Rank correlation of the gain of the best pair with a fact of the training half."""
    values = [of.mean() for of in pair_values(2, "panel", objective, "optimum", fact).values()]
    return signed(stats.spearmanr(values, pair_gains("panel", objective)).statistic, 2)


@cache
def spread():
    """The universes of the multiverse with all data sets: by what the band says of them."""
    lines = multiverse.lines()
    whole = [line for line in lines if line.sets == "all"]
    odds = {band: [line.posteriors[i] for line in lines] for i, band in enumerate(multiverse.BANDS)}
    return {
        "n": len(lines),
        "ways": len(whole),
        "positive": sum(line.mean > 0 for line in lines),
        "low": signed(min(line.median for line in whole)),
        "high": signed(max(line.median for line in whole)),
        "mean low": signed(min(line.mean for line in whole)),
        "mean high": signed(max(line.mean for line in whole)),
        "least": f"{min(odds_of.equivalent for odds_of in odds[0.005]):.2f}",
        "above": sum(line.mean > BAND for line in whole),
        "most better": f"{max(odds_of.better for odds_of in odds[0.002]):.2f}",
        "narrow": sum(odds_of.equivalent < 0.95 for odds_of in odds[0.002]),
        "names above": "; ".join(line.name for line in whole if line.mean > BAND) or "none",
    }


def cut_of(method):
    """Balanced accuracy and F1 of a method: by its own rule, by one rule."""
    own, one, own_f1, one_f1 = (f"{value:.3f}" for value in claims.cut_scores()[method])
    return {"own": own, "one": one, "own_f1": own_f1, "one_f1": one_f1}


cut_trials = claims.cut_trials
detectable, level, levels = simulated.detectable, simulated.level, simulated.levels


def variance_of(method):
    """Median variance of training and test AUC over the data sets, in ten-thousandths."""
    train, _, test, _ = claims.spread_of_methods()[method]
    return {"train": f"{1e4 * train:.1f}", "test": f"{1e4 * test:.1f}"}


def slower():
    """How many times as long a fit of AUC-opt takes as one of SVM-Perf: mean, median; and the paper's."""
    found, published = claims.seconds(), claims.RUN_TIMES["tsne2"]
    median, average = (
        ours / theirs for ours, theirs in zip(found["AUC-opt"], found["SVM-Perf"], strict=True)
    )
    return {
        "mean": f"{average:.0f}",
        "median": f"{median:.1f}",
        "published": f"{published['SVM-Perf'][0] / published['AUC-opt'][0]:.1f}",
        "seconds": f"{found['AUC-opt'][1]:.2f}",
    }


def printed_change(part):
    """What the printed algorithm changes, on average over the data sets, on halves that both have."""
    exact, as_printed = algorithms.lines()[1:3]
    return signed(getattr(as_printed, part) - getattr(exact, part))


def printed_line(place):
    """A line of the table of projection, cut and algorithm."""
    of = algorithms.lines()[place]
    return {"gain": signed(of.gain), "sets": of.sets, "halves": of.halves, "won": of.won, "lost": of.lost}


def coded():
    """How many data sets were run in R^3 as coded."""
    return {"sets": len(means(AS_CODED, "LR"))}


def separable_sets():
    """Halves that a linear score separates in the studies with records."""
    found = list(claims.separable_halves())
    names = sorted({name for *_, sets in found for name in sets})
    return f"{sum(n for *_, n, _ in found)} of {sum(n for _, n, *_ in found):,} halves ({', '.join(names)})"


def toy():
    """Training AUC on the toy set."""
    return {row["method"]: f"{float(row['AUC']):.3f}" for row in read_csv(RESULTS / "toy" / "fig1-toy.csv")}


def readme_sentences():
    """Those of the front page, which quotes this one."""
    long, whole = against(LONG), against(WHOLE)
    yield (
        f"has a higher test AUC than balanced logistic regression on {whole['ahead']}, by {whole['mean']} on "
        f"average; projected to two columns, on {long['ahead']}, by {long['mean']}."
    )
    yield f"over the data sets both are equivalent with a probability of {equivalence(LONG, WHOLE)}"
    short, more, three = (wins(study, "AUC-opt over LR") for study in (PLANE, LONG, WHOLE))
    yield f"on {three['corrected']} of the 50 sets with three columns, and on {more['corrected']} with two."
    yield (
        f"it finds {short['paper']} sets after 10 splits and {more['paper']} after 142, and the paper "
        f"reports {more['published']} after 200."
    )
