"""The report of a comparison, which says whether it pays to optimise an objective on some data."""

from collections.abc import Mapping, Sequence

from aucopt.analysis.payoff import CHOSEN, MethodResult, PayOff, name_optimising
from aucopt.lab.protocol import ROC_RATES
from aucopt.report.compare.figures import plot_differences, plot_promises
from aucopt.report.fit.roc_figure import RocCurve, plot_roc
from aucopt.report.page.page import Fact, Headline, Illustration, Page, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.words.numbers import (
    AUC_FORM,
    DIFFERENCE_FORM,
    name_interval,
    show_auc,
    show_difference,
    show_probability,
    show_span,
)
from aucopt.words.sentences import count

CURVES = 4  # more of them hide each other


def pay_page(
    found: PayOff, *, source: str, command: str, settings: Mapping[str, str], notes: Sequence[str] = ()
) -> Page:
    """Assemble the report.

    Parameters
    ----------
    found : PayOff
        The result of `does_it_pay`.
    source : str
        The name of the data.
    command : str
        The command that reproduces the report.
    settings : mapping of str to str
        The options that were chosen.
    notes : sequence of str
        Notes on rows and columns that were left out.

    Returns
    -------
    Page

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.report import pay_page
    >>> found = aucopt.does_it_pay(*load_toy(), methods=["LR", "AUC-opt"], n_repeats=1, n_jobs=1)
    >>> page = pay_page(found, source="the toy set", command="", settings={})
    >>> page.title
    'Does it pay to optimise AUC?'
    """
    name = found.objective.name
    # The answer is a headline; the numbers behind it follow in smaller type.
    answer, _, numbers = found.sentence.partition(". ")
    differences = Illustration(
        "differences",
        plot_differences(found),
        f"The top line decides: the {found.contenders[0].family} that was chosen on the training rows of "
        "each split, minus the standard classifier that was chosen there. The other lines are descriptive: "
        f"each method minus {found.reference}, the standard classifier with the highest mean test {name}. "
        f"Differences in the grey band are too small to matter. The {found.confidence:.0%} intervals account "
        "for the overlap between splits.",
        f"The deciding difference, and the difference of each method's test {name} to {found.reference}.",
    )
    promises = Illustration(
        "training-and-test",
        plot_promises(found),
        f"The {name} of each method on the training rows and on the test rows; the difference is the "
        f"optimism of the training {name}.",
        f"The {name} of each method on training and on test rows.",
    )
    return Page(
        title=f"Does it pay to optimise {name_optimising(found.objective)}?",
        subtitle=f"{source} · {found.n_rows:,} rows ({found.n_positive:,} positive), "
        f"{count(found.n_columns, 'column')}",
        headline=Headline(
            f"{answer.removesuffix('.')}.",
            [text for text in (numbers, *found.sentences[1:], *found.failures) if text],
            settled=found.answer in ("pays", "does not pay"),
        ),
        facts=_facts(found),
        sections=[
            Section("Who is better", [differences, _table(found)]),
            Section("Training and test", [promises]),
            *_curves(found),
        ],
        methods=[*_methods(found), *notes],
        command=command,
        settings=settings,
    )


def _curves(found: PayOff) -> list[Section]:
    """The ROC curves of the best few methods, those that are compared among them."""
    known = [result for result in found.results if result.roc is not None]
    if not known:
        return []
    chosen = max(found.contenders, key=lambda result: result.n_chosen, default=None)
    compared = {found.reference} if chosen is None else {found.reference, chosen.name}
    others = [result.name for result in known if result.name not in compared][: CURVES - len(compared)]
    shown = [result for result in known if result.name in compared.union(others)]
    curves = [RocCurve(r.name, ROC_RATES, r.roc or (), r.test_value, *r.interval) for r in shown]
    caption = (
        "On test rows: the mean sensitivity over the splits at each false positive rate. The legend shows "
        f"the mean test {found.objective.name} with its {name_interval(found.confidence)}."
    )
    figure = plot_roc(curves, part=found.objective.part)
    names = ", ".join(r.name for r in shown)
    return [Section("ROC curves", [Illustration("roc", figure, caption, f"ROC curves of {names}.")])]


def _facts(found: PayOff) -> list[Fact]:
    contrast, splits = found.contrast, f"chosen on the training rows of {found.n_done} splits"
    better, equivalent, worse = map(show_probability, contrast.posterior)
    between = show_span(*contrast.interval, DIFFERENCE_FORM)
    return [
        Fact(f"best {found.contenders[0].family}", show_auc(contrast.optimiser_value), splits),
        Fact("best standard classifier", show_auc(contrast.standard_value), splits),
        Fact("difference", show_difference(contrast.difference), between),
        Fact(
            f"probability of a gain above {found.band:g}",
            better,
            f"equivalent {equivalent}, a loss {worse}",
        ),
    ]


def _table(found: PayOff) -> ReportTable:
    name = found.objective.name
    header = [
        "method",
        "family",
        "chosen",
        f"test {name}",
        "from",
        "to",
        "gain",
        "from",
        "to",
        f"training {name}",
    ]
    notes = [
        CHOSEN,
        f"Gain: test {name} minus that of {found.reference}. It is descriptive; the answer does not depend "
        f"on it.",
    ]
    proved = any(result.below_optimum is not None for result in found.results)
    if proved:
        header += ("below optimum",)
        notes.append(
            f"Below optimum: mean distance of the training {name} below the proved bound on all linear "
            f"scores."
        )
    rows = tuple(_row(result)[: len(header)] for result in found.results)
    return ReportTable(
        "methods",
        f"Mean {found.objective.quantity.whole} over {count(found.n_done, 'split')}",
        tuple(header),
        rows,
        tuple(notes),
    )


def _row(result: MethodResult) -> tuple[TableCell, ...]:
    difference = None if result.comparison is None else result.comparison.difference
    low, high = result.difference_interval or (None, None)
    return (
        TableCell(result.name),
        TableCell("optimiser" if result.family == "AUC optimiser" else result.family),
        TableCell(result.n_chosen),
        *(TableCell(value, AUC_FORM) for value in (result.test_value, *result.interval)),
        *(TableCell(value, DIFFERENCE_FORM) for value in (difference, low, high)),
        TableCell(result.train_value, AUC_FORM),
        TableCell(result.below_optimum, AUC_FORM),
    )


def _methods(found: PayOff) -> list[str]:
    name = found.objective.name
    if found.objective.is_auc:
        known = (
            "The standard error of the difference is computed from the gain of each row: the change in the "
            "share of test rows of the other class that it is ranked correctly against, averaged over the "
            "repeats."
        )
    else:
        known = (
            "The differences are tested by the correlated Bayesian t-test of Corani and Benavoli (2015), "
            "which accounts for the overlap between splits."
        )
    return [
        f"The rows were split by {found.splitting}. On the training rows of each split, every method was "
        f"tuned by an inner cross-validation, which also chose the best optimiser and the best standard "
        f"classifier. The {name} of these two was compared on the test rows.",
        f"{known} Optimising pays if the probability of a gain of more than {found.band:g} is at least "
        f"{found.confidence:g}, and does not pay if the probability of no such gain is.",
        "The question and the methods are those of Zhou and Skiena, Does it pay to optimize AUC? (2023).",
    ]
