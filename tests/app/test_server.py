import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("shiny", reason="needs aucopt[app]")

from aucopt.app.server import MEGABYTES, make_server

TOKEN = "secret"


@pytest.fixture(scope="module")
def server():
    return make_server(TOKEN)


def ask(server, path, kind="http", **headers):
    """What the server sends, as status or close code and headers."""
    sent = []
    given = {"host": "127.0.0.1:8000"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": kind,
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        sent.append(message)

    # Playwright keeps a loop of its own in the main thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, server(scope, receive, send)).result()
    first = sent[0]
    return first.get("status", first.get("code")), dict(first.get("headers", []))


def test_only_who_knows_the_token_gets_the_page(server):
    status, headers = ask(server, f"/{TOKEN}/")
    assert status == 200
    assert b"default-src 'self'" in headers[b"content-security-policy"]
    assert headers[b"referrer-policy"] == b"no-referrer"
    for path in ("/", "/secre/", "/secret2/", "/lib/shiny.js"):
        assert ask(server, path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example:8000", "192.168.1.5:8000", ""])
def test_other_names_of_the_machine_are_refused(server, host):
    assert ask(server, f"/{TOKEN}/", host=host)[0] == 403


def test_other_sites_are_refused(server):
    assert ask(server, f"/{TOKEN}/", origin="http://evil.example")[0] == 403
    assert ask(server, f"/{TOKEN}/websocket/", kind="websocket", origin="http://evil.example")[0] == 1008
    assert ask(server, f"/{TOKEN}/", origin="http://127.0.0.1:8000")[0] == 200


@pytest.mark.parametrize("size", [str((MEGABYTES + 1) << 20), "many"])
def test_large_files_are_refused(server, size):
    assert ask(server, f"/{TOKEN}/", content_length=size)[0] == 413
