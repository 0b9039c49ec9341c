import threading

from aucopt.app.job import FAILED, STOPPED_EARLY, Job
from aucopt.tables.errors import TableError


def test_work_says_what_it_does_and_stops_when_told():
    said, go_on = threading.Event(), threading.Event()

    def work(tell):
        tell("one", 1)
        said.set()
        go_on.wait(10)
        try:
            tell("two")
        except KeyboardInterrupt:
            return "what is proved"

    job = Job(work).start()
    assert said.wait(10)
    assert (job.line, job.latest, job.outcome, job.is_stopping) == ("one", 1, None, False)
    job.stop()
    go_on.set()
    assert job.wait().result == "what is proved"
    assert job.is_stopping


def test_work_that_ends_without_a_result_says_why(capsys):
    def stopped(tell):
        raise KeyboardInterrupt

    def refused(tell):
        raise TableError("row 3 lacks a value.", "Add --missing drop to leave it out.")

    def broken(tell):
        raise RuntimeError("a defect")

    assert Job(stopped).start().wait().trouble == STOPPED_EARLY
    # The app names no options of the command.
    assert Job(refused).start().wait().trouble == "Row 3 lacks a value."
    assert Job(broken).start().wait().trouble == FAILED
    assert "a defect" in capsys.readouterr().err
