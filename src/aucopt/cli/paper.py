"""`aucopt paper`: the experiment of the paper, or a part of it, in runs that may be stopped and go on."""

import argparse
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucopt.cli import results
from aucopt.cli.command import CommandError, add_scheduler_option, count_jobs, new_parser
from aucopt.cli.duration import read_duration, spell_duration

if TYPE_CHECKING:
    from aucopt.lab import Record

STUDIES = ("linear-2d", "linear-3d", "linear-3d-uncut", "real")
EXAMPLES = (
    "aucopt paper run --study linear-2d --trials 5 --budget 150m    a part of the paper's study in R^2",
    "aucopt paper status --store linear-2d.sqlite    how far it is, what failed, how long the rest takes",
    "aucopt paper export --store linear-2d.sqlite    all scores as linear-2d.csv",
    "aucopt paper export --store linear-2d.sqlite --output records.csv.gz --complete    an archive of it",
)


def add_parser(commands: Any) -> None:
    """Declare the command and those under it."""
    parser = commands.add_parser(
        "paper",
        help="run the paper's experiment, or a part of it",
        description="The experiment of the paper: run it, see how far it is, export its scores, write its\n"
        "tables and figures. A run that was stopped, by a budget, an interrupt or a kill, goes on where it\n"
        "was when it is run again.",
        epilog="example:\n" + "".join(f"  {example}\n" for example in (*EXAMPLES, *results.EXAMPLES)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _add_run(actions)
    _add_status(actions)
    _add_export(actions)
    results.add_actions(actions)


def _add_run(actions: Any) -> None:
    parser = new_parser(
        actions,
        "run",
        run,
        help="run what is left of a study",
        description="Run the units of a study that its file does not have yet. A unit is one method, tuned\n"
        "and fitted on one random half of a data set and scored on both.",
        examples=EXAMPLES[:1],
    )
    parser.add_argument("--study", choices=STUDIES, default=STUDIES[0], help="default: %(default)s")
    parser.add_argument(
        "--store", type=Path, metavar="FILE", help="where records go (default: STUDY.sqlite, here)"
    )
    parser.add_argument(
        "--begin-with", type=Path, metavar="FILE", help="take over the records that `export` wrote (.csv.gz)"
    )
    parser.add_argument(
        "--datasets", nargs="+", metavar="NAME", help="only these data sets; also your own in the data folder"
    )
    parser.add_argument("--methods", nargs="+", metavar="NAME", help="only these methods")
    parser.add_argument("--trials", type=int, metavar="N", help="random splits of each data set")
    parser.add_argument(
        "--every", type=int, metavar="K", help="keep every K-th value of each parameter of a grid"
    )
    parser.add_argument(
        "--thin", type=int, metavar="K", help="keep at most K values of each parameter of a grid"
    )
    parser.add_argument(
        "--as-coded", action="store_true", help="follow the authors' code where it differs from the paper"
    )
    parser.add_argument(
        "--jobs", type=count_jobs, default=-1, metavar="N", help="workers (default: all cores)"
    )
    add_scheduler_option(parser)
    parser.add_argument(
        "--budget", type=read_duration, metavar="TIME", help="stop after this time: 150m, 2h30m, 90s"
    )
    parser.add_argument("--unit-limit", type=read_duration, metavar="TIME", help="time limit for one unit")
    parser.add_argument(
        "--retry-failed", action="store_true", help="run units again that failed or reached their time limit"
    )
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="a folder of NAME.npz (default: AUCOPT_DATA)"
    )
    parser.add_argument(
        "--projections",
        type=Path,
        metavar="FOLDER",
        help="a folder of NAME_tsne2.npz and NAME_tsne3.npz (default: AUCOPT_PROJECTIONS)",
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def _add_status(actions: Any) -> None:
    parser = new_parser(
        actions,
        "status",
        status,
        help="show the progress of a study",
        description="Say what of a study is done, what failed and why, and how long the rest may take.",
        examples=EXAMPLES[1:2],
    )
    parser.add_argument("--store", type=Path, required=True, metavar="FILE", help="the file of the study")


def _add_export(actions: Any) -> None:
    parser = new_parser(
        actions,
        "export",
        export,
        help="write the scores of a study as CSV",
        description="Write one line for each unit, sorted by key. Times and host names are left out, so\n"
        "that equal results give equal files. A name that ends in .csv.gz makes an archive: compressed,\n"
        "with run times and the settings of the study, so that tables, figures and further runs can be\n"
        "made from it.",
        examples=EXAMPLES[2:],
    )
    parser.add_argument("--store", type=Path, required=True, metavar="FILE", help="the file of the study")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="default: the name of the study's file with .csv"
    )
    parser.add_argument(
        "--complete",
        action="store_true",
        help="an archive of the trials that all data sets and methods have finished",
    )


def run(arguments: argparse.Namespace) -> None:
    """Run what is left of a study."""
    from aucopt.cli.live import Live
    from aucopt.lab import Store, paper_study, run_study
    from aucopt.lab.archive import read_archive, restore
    from aucopt.lab.study import load_rows

    name = f"{arguments.study}-as-coded" if arguments.as_coded else arguments.study
    path = arguments.store or Path(f"{name}.sqlite")
    with _explained():
        study = paper_study(
            arguments.study,
            as_coded=arguments.as_coded,
            datasets=arguments.datasets and tuple(arguments.datasets),
            methods=arguments.methods and tuple(arguments.methods),
            trials=arguments.trials,
            every=arguments.every,
            thin=arguments.thin,
            unit_seconds=arguments.unit_limit,
        )
        begun = None if arguments.begin_with is None else read_archive(arguments.begin_with)
        with Store(path) as store, Live(arguments.quiet).shown() as live:
            if begun is not None:
                restore(begun, store)
            try:
                state = run_study(
                    study,
                    store,
                    n_jobs=arguments.jobs,
                    scheduler=arguments.scheduler,
                    budget=arguments.budget,
                    retry_failed=arguments.retry_failed,
                    load=partial(load_rows, study, data=arguments.data, projections=arguments.projections),
                    follow=live,
                )
            except KeyboardInterrupt:
                kept = f"{len(store.units()):,} units are safe in {path}"
                raise KeyboardInterrupt(f"{kept}; run the same command again to go on.") from None
    print(f"{state.done:,} of {state.done + state.left:,} units are in {path}", end="")
    print(f", {state.failed:,} of them not done in this run." if state.failed else ".")
    if state.left:
        rest = "" if state.seconds_left is None else f", about {spell_duration(state.seconds_left)}"
        print(f"The budget is spent. {state.left:,} units are left{rest}: run the same command again.")


def status(arguments: argparse.Namespace) -> None:
    """Say show the progress of a study."""
    import joblib

    from aucopt.lab import Store
    from aucopt.lab.pace import Pace, count_kinds

    with _explained(), Store(arguments.store, create=False) as store:
        records, planned = store.records(), store.planned()
    done = {record.unit for record in records}
    left = [unit for unit in planned if unit not in done]
    failures = [record for record in records if record.status != "done"]
    print(f"{arguments.store}: {_count_names(records, planned)}")
    elapsed = sum(record.elapsed for record in records if record.status == "done")
    hours = f"   {spell_duration(elapsed)} of a core" if len(records) > len(failures) else ""
    print(f"done    {len(records) - len(failures):>9,}{hours}")
    print(f"failed  {len(failures):>9,}" + "".join(f"\n{line}" for line in _group(failures)))
    seconds = Pace(records).seconds(count_kinds(left))
    cores = joblib.cpu_count()
    rest = (
        f"   about {spell_duration(seconds / cores)} on {cores} cores" if left and seconds is not None else ""
    )
    print(f"left    {len(left):>9,}{rest}")


def _count_names(records: "list[Record]", planned: list[Any]) -> str:
    units = {*planned, *(record.unit for record in records)}
    counts = [len({unit[part] for unit in units}) for part in (0, 3, 2)]
    return "{} data sets, {} methods, {} trials".format(*counts)


def _group(failures: "list[Record]") -> list[str]:
    """Failures alike as one line, the most frequent first."""
    counts = Counter((record.unit.method, record.unit.dataset, record.reason) for record in failures)
    return [
        f"        {n:>9,}   {method} on {dataset}: {reason}"
        for (method, dataset, reason), n in counts.most_common()
    ]


def export(arguments: argparse.Namespace) -> None:
    """Write the scores as CSV."""
    from aucopt.lab import Store
    from aucopt.lab.archive import SUFFIX, is_archive, write_archive

    output = arguments.output or arguments.store.with_suffix(".csv")
    if arguments.complete and not is_archive(output):
        raise CommandError(f"--complete is for archives: give an --output that ends in {SUFFIX}.")
    with _explained(), Store(arguments.store, create=False) as store:
        if is_archive(output):
            n = write_archive(store, output, complete=arguments.complete)
        else:
            n = store.export(output)
    print(f"{n:,} units are in {output}")


@contextmanager
def _explained() -> Iterator[None]:
    """Errors whose message is all that a user needs."""
    from aucopt.lab import StoreError, WorkerError

    try:
        yield
    except (StoreError, WorkerError, ValueError, OSError) as error:
        raise CommandError(str(error)) from None
