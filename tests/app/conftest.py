"""The app in this process, and a browser that opens it."""

import threading
import time

import pytest
from browser import BROWSER

TOKEN = "token-of-the-tests"


@pytest.fixture(scope="session")
def address():
    """Where the app is served, for as long as tests run."""
    uvicorn = pytest.importorskip("uvicorn", reason="needs aucopt[app]")
    pytest.importorskip("shiny", reason="needs aucopt[app]")
    from aucopt.app.server import HOST, make_server

    config = uvicorn.Config(
        make_server(TOKEN), host=HOST, port=0, log_level="error", lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://{HOST}:{port}/{TOKEN}/"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def chromium():
    """A browser."""
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture
def open_app(chromium, address):
    """A function that opens the app in a tab of its own; what goes wrong there fails the test."""
    contexts, complaints = [], []

    def watch_request(request):
        if not request.url.startswith((address, "data:", "blob:", address.replace("http", "ws", 1))):
            complaints.append(request.url)

    def watch_console(message):
        if message.type == "error":
            complaints.append(message.text)

    def open_page(**options):
        context = chromium.new_context(viewport={"width": 1000, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("request", watch_request)
        page.on("console", watch_console)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        # The page is alive when the server has answered.
        page.wait_for_function("window.Shiny?.shinyapp?.isConnected?.()")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
