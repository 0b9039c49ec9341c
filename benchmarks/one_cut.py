"""Balanced accuracy and F1 with one rule for the cut-off: python benchmarks/one_cut.py RECORDS --output FILE.

In the paper AUC optimisers take the cut-off with the best balanced accuracy on the training rows, and
standard classifiers their own `predict`. Here every method is fitted again on the halves of a study, with the
parameters that its records name, and all are cut by the first rule. RECORDS is an archive of the study in R^2
(`records.csv.gz`); FILE gets a line for each of its units, and the test AUC has to be the recorded one.
"""

import argparse
import csv
import gzip
import io
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from sklearn.preprocessing import StandardScaler

from aucopt.estimators.scoring import best_cut
from aucopt.lab import paper_study
from aucopt.lab.archive import read_archive
from aucopt.lab.protocol import single_threaded
from aucopt.lab.split import stable_seed
from aucopt.lab.study import load_rows
from aucopt.lab.tuning import class_scores
from aucopt.metrics import roc_auc_score

FIELDS = ("dataset", "trial", "method", "balanced_accuracy", "f1")


def rates(called, positive):
    """Balanced accuracy and F1."""
    right, n_positive = np.count_nonzero(called & positive), np.count_nonzero(positive)
    false = np.count_nonzero(called) - right
    n_negative = len(positive) - n_positive
    return (right / n_positive + 1 - false / n_negative) / 2, 2 * right / (n_positive + right + false)


def fit_again(study, record, X, positive):
    unit = record.unit
    split = study.split(unit.dataset, unit.trial, positive.astype(np.int8))
    method = study.method(unit.method)
    train, test = X[split.train], X[split.test]
    if method.standardise:
        scaler = StandardScaler().fit(train)
        train, test = scaler.transform(train), scaler.transform(test)
    model = method.make(stable_seed(*unit), **record.parameters)
    model.fit(train, positive[split.train].astype(np.int8))
    seen, new = class_scores(model, train), class_scores(model, test)
    found = roc_auc_score(positive[split.test], new)
    if abs(found - record.test.auc) > 1e-6:
        raise SystemExit(f"{unit}: test AUC {found:.6f}, recorded {record.test.auc:.6f}.")
    labels = positive[split.train]
    cut = best_cut(labels, seen, np.ones(len(labels)))
    return rates(new > cut, positive[split.test])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    study = replace(paper_study("linear-2d"), trials=1)
    load = cache(lambda name: load_rows(study, name))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    with single_threaded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for record in read_archive(arguments.records).records:
            X, y = load(record.unit.dataset)
            numbers = fit_again(study, record, X, np.asarray(y) == 1)
            unit = record.unit
            writer.writerow((unit.dataset, unit.trial, unit.method, *(f"{value:.6f}" for value in numbers)))
    arguments.output.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


if __name__ == "__main__":
    main()
