"""The app as a person uses it: real Chromium, mouse and keyboard, files that go in and come out."""

import json
import time

import numpy as np
import pytest
from browser import needs_browser

import aucopt
from aucopt.cli import main

pytest.importorskip("shiny", reason="needs aucopt[app]")
api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")

from aucopt.app import answer, panel_answer  # noqa: E402 (needs what is looked for above)
from aucopt.exact.solvers.plane import solver as plane  # noqa: E402

pytestmark = needs_browser
expect = api.expect
expect.set_options(timeout=30_000)  # the first search compiles
COLD = 240_000  # kernels that no other test of this file needs

# Twelve patients: a marker that helps, one that helps a little, an empty cell, a column of text.
PATIENTS = """name,marker,dose,ward,state
a1,1.0,3,east,case
a2,2.5,1,west,control
a3,3.0,4,east,case
a4,0.5,2,west,control
a5,2.0,,east,case
a6,1.5,1,west,control
a7,3.5,2,east,case
a8,0.7,3,west,control
a9,2.2,5,east,case
b1,1.1,2,west,control
b2,0.9,4,east,case
b3,1.4,1,west,control
"""


@pytest.fixture(autouse=True)
def quick_checks(monkeypatch):
    """Cross-validation and resampling have tests of their own."""
    monkeypatch.setattr(answer, "_CHECKS", 0.5)
    monkeypatch.setattr(answer, "_LOOK", 0.5)


@pytest.fixture
def patients(tmp_path):
    path = tmp_path / "patients.csv"
    path.write_text(PATIENTS, encoding="utf-8")
    return path


def choose(page, path, tab="fit"):
    page.set_input_files(f"#{tab}-data-file", path)
    expect(page.locator(f"#{tab}-data-about")).to_contain_text(path.name)


def keep(page, title, folder):
    """Press a button that downloads, and return where the file is."""
    with page.expect_download() as started:
        page.get_by_role("link", name=title).click()
    path = folder / started.value.suggested_filename
    started.value.save_as(path)
    return path


def test_a_workbook_with_limits_of_detection(open_app, tmp_path):
    openpyxl = pytest.importorskip("openpyxl", reason="needs aucopt[app]")
    book = openpyxl.Workbook()
    for cells in [("crp", "state"), ("<0.5", "control"), (3.5, "case"), (1.5, "control"), (4, "case")]:
        book.active.append(cells)
    book.save(tmp_path / "patients.xlsx")
    page = open_app()
    choose(page, tmp_path / "patients.xlsx")
    expect(page.locator("#fit-data-columns")).to_contain_text("numbers, 1 limit of detection")
    expect(page.locator("#fit-data-left_out")).to_contain_text("<0.1 counts as half of the limit")


def test_from_a_file_to_what_can_be_kept(open_app, patients, tmp_path, capsys):
    page = open_app()
    choose(page, patients)
    # The usual word is the positive class, names cannot be chosen, categories can, the marker has its AUC.
    expect(page.locator("#fit-data-target")).to_have_value("state")
    expect(page.locator("#fit-data-positive")).to_have_value("case")
    expect(page.locator("#fit-data-left_out")).to_contain_text("1 of 12 rows lack a value")
    row = page.locator("#fit-data-columns tr", has_text="marker")
    positives, negatives = [1.0, 3.0, 2.0, 3.5, 2.2, 0.9], [2.5, 0.5, 1.5, 0.7, 1.1, 1.4]
    own = aucopt.roc_auc_score([1] * 6 + [0] * 6, positives + negatives)
    expect(row).to_contain_text(f"{own:.4f}")
    expect(page.locator("#fit-data-columns tr", has_text="name").locator("input")).to_be_disabled()
    ward = page.locator("#fit-data-columns tr", has_text="ward")
    expect(ward).to_contain_text("text: 2 categories")
    expect(ward.locator("input")).not_to_be_checked()

    page.get_by_role("button", name="Start").click()
    expect(page.locator(".report .sentence")).to_contain_text("It is proved that no other has a higher one.")
    expect(page.locator(".report")).to_contain_text("logistic regression")
    expect(page.locator(".report")).to_contain_text("aucopt fit patients.csv --target state")
    page.locator(".report .drawing:has(#roc-axes_1) svg").hover()
    expect(page.locator(".readout")).to_contain_text("sensitivity")

    report = keep(page, "Report", tmp_path).read_text(encoding="utf-8")
    assert "It is proved that no other has a higher one." in report
    model = aucopt.load_model(keep(page, "Model", tmp_path))
    assert model.columns == ("marker", "dose")
    assert model.classes == ("control", "case")
    proof = keep(page, "Certificate", tmp_path)
    assert main(["verify", str(proof), str(patients), "--target", "state", "--missing", "drop"]) == 0
    assert "The proof holds." in capsys.readouterr().out

    # The second tab applies the model, and the third checks the certificate.
    page.get_by_role("tab", name="Apply a model").click()
    page.set_input_files("#apply-model", tmp_path / "aucopt-model.json")
    page.set_input_files("#apply-file", patients)
    expect(page.locator("#apply-result")).to_contain_text("11 rows scored")
    expect(page.locator("#apply-result")).to_contain_text("1 row without a score")
    scores = keep(page, "Scores", tmp_path).read_text(encoding="utf-8").splitlines()
    assert scores[0] == "name,score,predicted"
    assert len(scores) == 13
    assert scores[5] == "a5,,"

    page.get_by_role("tab", name="Check a certificate").click()
    choose(page, patients, "check")
    page.set_input_files("#check-proof", proof)
    expect(page.locator("#check-proof_progress")).to_contain_text("Upload complete")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#check-verdict")).to_contain_text("The proof holds.")
    page.select_option("#check-data-positive", "control")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#check-verdict")).to_contain_text("The proof fails.")


def test_stop_keeps_what_is_proved(open_app, monkeypatch):
    monkeypatch.setattr(plane, "LISTED", 0)  # so few pairs would not need a march

    def search_until_stopped(*arguments, callback, search=answer.maximize, **options):
        def follow(progress):
            while True:
                callback(progress)
                time.sleep(0.01)

        return search(*arguments, callback=follow, **options)

    monkeypatch.setattr(answer, "maximize", search_until_stopped)
    page = open_app()
    page.select_option("#fit-data-example", label="The toy set of the paper: 769 rows, 2 columns")
    expect(page.locator("#fit-data-columns")).to_contain_text("x1")
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()
    page.get_by_role("button", name="Start").click()
    live = page.locator("#fit-progress .live")
    for what in ("searching", "best so far", "bound", "gap"):
        expect(live).to_contain_text(what)
    # Another tab has data and results of its own meanwhile.
    other = open_app()
    expect(other.locator("#fit-data-columns")).to_have_count(0)
    other.select_option("#fit-data-example", index=1)
    expect(other.locator("#fit-data-columns")).to_contain_text("mean texture")
    expect(other.locator("#fit-data-positive")).to_have_value("malignant")
    expect(page.locator("#fit-data-columns")).not_to_contain_text("mean texture")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".report .sentence")).to_contain_text("The best linear score found has an AUC of 0.")
    expect(page.locator(".report")).to_contain_text("interrupted")
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    assert other.locator(".report").count() == 0


@pytest.mark.parametrize("width", [360])
def test_narrow_screen_both_themes_and_keyboard_alone(open_app, patients, width):
    page = open_app(color_scheme="dark")
    page.set_viewport_size({"width": width, "height": 700})
    assert page.evaluate("document.documentElement.dataset.bsTheme") == "dark"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    choose(page, patients)
    expect(page.locator("#fit-data-columns")).to_contain_text("marker")
    # From the last column on by keyboard: choose an objective, start, read the curve.
    page.locator("#fit-objective").focus()
    page.keyboard.press("s")
    expect(page.locator("#fit-limit")).to_have_value("0.95")
    page.keyboard.press("Home")
    expect(page.locator("#fit-limit")).to_be_hidden()
    press_until(page, "fit-start")
    page.keyboard.press("Enter")
    expect(page.locator(".report .sentence")).to_contain_text("has an AUC of")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.querySelector?.('#roc-axes_1') !== null"):
            break
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_contain_text("specificity")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Names are not broken within a word.
    assert page.locator(".columns label", has_text="marker").bounding_box()["width"] >= 120
    page.locator("#mode").evaluate("element => element.shadowRoot.querySelector('button').click()")
    page.wait_for_function("document.documentElement.dataset.bsTheme === 'light'")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def press_until(page, id):
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == id:
            return
    raise AssertionError(f"{id} is not reached by Tab")


def test_bad_files_are_refused_with_a_reason(open_app, tmp_path):
    page = open_app()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#fit-refusal")).to_contain_text("Choose a file or an example first.")
    bad = {
        "short.csv": (b"a,b,y\n1,2,0\n3,4\n", "line 3 has 2 cells, the header 3"),
        "empty.csv": (b"", "empty.csv is empty"),
        "sheet.xlsx.zip": (b"PK\x03\x04 no archive", "Cannot read sheet.xlsx.zip"),
    }
    for name, (content, message) in bad.items():
        (tmp_path / name).write_bytes(content)
        page.set_input_files("#fit-data-file", tmp_path / name)
        expect(page.locator("#fit-data-about .trouble")).to_contain_text(message)
    (tmp_path / "one.csv").write_text("Ward 3\nx,y\n1,a\n2,a\n3,a\n", encoding="utf-8")
    page.set_input_files("#fit-data-file", tmp_path / "one.csv")
    expect(page.locator("#fit-data-target_trouble")).to_contain_text("cannot be the target")
    expect(page.locator("#fit-data-about")).to_contain_text("one.csv has a title above its header")
    # There are data now.
    expect(page.locator("#fit-refusal")).to_be_empty()
    page.get_by_role("tab", name="Apply a model").click()
    (tmp_path / "model.json").write_text(json.dumps({"format": "other"}), encoding="utf-8")
    page.set_input_files("#apply-model", tmp_path / "model.json")
    page.set_input_files("#apply-file", tmp_path / "one.csv")
    expect(page.locator("#apply-result")).to_contain_text("model.json is not")
    page.get_by_role("tab", name="Check a certificate").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#check-verdict")).to_contain_text("Choose a file or an example first.")


def test_a_file_that_is_too_large_stays_where_it_is(open_app, patients):
    page = open_app()
    page.evaluate("document.querySelector('[data-most-megabytes]').dataset.mostMegabytes = '0.0001'")
    page.set_input_files("#fit-data-file", patients)
    expect(
        page.locator("#fit-data-file").locator("xpath=ancestor::*[contains(@class, 'shiny-input-container')]")
    ).to_contain_text("larger than 0.0001 MB")
    expect(page.locator("#fit-data-about")).to_be_empty()


GRADES = """marker,ward,grade,months,died
1.5,east,1,3,1
,west,2,5,0
2.5,east,3,8,1
0.4,west,2,9,0
3.5,south,1,2,1
1.0,east,3,7,0
2.0,west,1,4,1
1.2,south,3,6,0
"""


@pytest.fixture
def grades(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text(GRADES, encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "target"),
    [("ordered", "grade"), ("censored", "died")],
)
def test_ranks_and_survival(open_app, grades, kind, target):
    page = open_app()
    choose(page, grades)
    page.select_option("#fit-data-kind", kind)
    page.select_option("#fit-data-target", target)
    if kind == "censored":
        expect(page.locator("#fit-data-time")).to_have_value("months")
        expect(page.locator("#fit-data-positive")).to_have_value("1")
    else:
        expect(page.locator("#fit-data-positive")).to_be_hidden()
    expect(page.locator("#fit-data-columns thead")).to_contain_text("concordance by itself")
    expect(page.locator("#fit-objective")).to_have_value("concordance")
    expect(page.locator("#fit-task option")).to_have_count(1)
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".report .sentence")).to_contain_text("concordance", timeout=COLD)
    expect(page.locator(".report")).to_contain_text("--objective concordance")
    assert page.locator(".readout").count() == 0


@pytest.mark.slow
def test_categories_gaps_a_second_file_and_a_risk(open_app, tmp_path):
    path = write_many(tmp_path / "first.csv", 0)
    page = open_app()
    choose(page, path)
    page.locator("#fit-data-columns tr", has_text="ward").locator("input").check()
    page.select_option("#fit-data-missing", "impute")
    expect(page.locator("#fit-data-left_out")).to_be_empty()
    page.get_by_text("More: a second file").click()
    page.set_input_files("#fit-further-file", write_many(tmp_path / "hospital_b.csv", 1))
    expect(page.locator("#fit-further-file_progress")).to_contain_text("Upload complete")
    page.select_option("#fit-further-risk", "logistic")
    page.get_by_role("button", name="Start").click()
    report = page.locator(".report")
    expect(report).to_contain_text("On hospital_b.csv", timeout=COLD)
    for what in ("calibration slope", "ward = west", "marker is missing", "--validate hospital_b.csv"):
        expect(report).to_contain_text(what)
    model = aucopt.load_model(keep(page, "Model", tmp_path))
    assert model.risk is not None
    assert model.preparation is not None


def write_many(path, seed):
    rng = np.random.default_rng(seed)
    lines = ["marker,dose,ward,state"]
    for i in range(60):
        marker = "" if i % 10 == 0 else f"{rng.normal() + i % 2:.1f}"
        lines.append(f"{marker},{rng.integers(5)},{'east' if rng.random() < 0.5 else 'west'},{i % 2}")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.slow
def test_the_best_panel(open_app, tmp_path, monkeypatch):
    monkeypatch.setattr(panel_answer, "_CHECKS", 0.0)
    page = open_app()
    choose(page, write_many(tmp_path / "first.csv", 0))
    page.locator("#fit-data-columns tr", has_text="ward").locator("input").check()
    page.select_option("#fit-task", "panel")
    expect(page.locator("#fit-certify")).to_be_hidden()
    expect(page.locator("#fit-further-risk")).to_be_hidden()
    page.locator("#fit-size").fill("9")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#fit-refusal")).to_contain_text("a whole number from 1 to 3")
    page.locator("#fit-size").fill("2")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".report .sentence")).to_contain_text("The best panel of 2 is", timeout=COLD)
    expect(page.locator(".report")).to_contain_text("aucopt panel first.csv")
    assert len(aucopt.load_model(keep(page, "Model", tmp_path)).columns) >= 2
    page.locator(".report .drawing:has(#roc-axes_1) svg").hover()
    expect(page.locator(".readout")).to_contain_text("sensitivity")
