"""A page in a real browser: what a person would do there, and what went wrong."""

import json
import re
import shutil
import subprocess
from html import unescape

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)

needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium or Chrome is installed to open the report"
)

# Runs in the page itself, before its own script; what it saw is left in the title.
WATCH = """
<script>
const errors = [];
addEventListener("error", (event) => errors.push(event.message));
addEventListener("securitypolicyviolation", (event) => errors.push(event.blockedURI));
addEventListener("load", () => {
const seen = {};
ACTIONS
seen.errors = errors;
document.title = JSON.stringify(seen);
});
</script>
"""


def browse(html, directory, actions, *flags):
    """What actions, JavaScript that fills `seen`, saw; its `errors` hold those of the console too."""
    file = directory / "page.html"
    file.write_text(html.replace("</head>", WATCH.replace("ACTIONS", actions) + "</head>"), encoding="utf-8")
    command = [
        *(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        *(f"--user-data-dir={directory / 'profile'}", "--enable-logging=stderr", *flags),
        *("--dump-dom", file.as_uri()),
    ]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(unescape(re.search(r"<title>(.*?)</title>", done.stdout, flags=re.DOTALL)[1]))
    seen["errors"] += [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return seen
