"""The server: on this machine alone, behind an address that nobody can guess, and silent to the outside."""

import secrets
import socket
import webbrowser
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aucopt.app.page import make_page

HOST = "127.0.0.1"
# The largest file that is taken, and what the framework adds to it on the way.
MEGABYTES = 200
_MOST_BYTES, _AROUND = MEGABYTES << 20, 1 << 16
_NAMES = (HOST, "localhost")
# The browser itself refuses to load anything from elsewhere, or to send anything there.
_HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Lets requests in that come from this machine's browser, and nothing that is too large.

    A web site can give its own name the address 127.0.0.1, so the name in the request is checked as well.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on and add headers to what comes back."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if given.get("host", "").partition(":")[0] not in _NAMES or not _is_ours(given):
            await self._refuse(
                scope, receive, send, 403, "This app can only be used on the computer on which it runs."
            )
            return
        size = given.get("content-length", "0")
        if not size.isdigit() or int(size) > _MOST_BYTES + _AROUND:
            await self._refuse(scope, receive, send, 413, f"Files may be at most {MEGABYTES} MB large.")
            return

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *added]}
            await send(message)

        await self._app(scope, receive, add_headers)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
            return
        await PlainTextResponse(why, status)(scope, receive, send)


def _is_ours(headers: dict[str, str]) -> bool:
    """Whether the page that sends a request, if it says so, is the app's own."""
    origin = headers.get("origin")
    return origin in (None, f"http://{headers.get('host')}")


def make_server(token: str) -> ASGIApp:
    """The app at the address /token/ and nowhere else."""
    return Guard(Starlette(routes=[Mount(f"/{token}", app=make_page(MEGABYTES))]))


def serve(port: int = 0, *, open_browser: bool = True, say: Any = print) -> None:
    """Serve the app until it is interrupted.

    Parameters
    ----------
    port : int
        0 takes a free one.
    open_browser : bool
        Whether to open the page in the user's browser.
    say : callable
        Told the address.
    """
    token = secrets.token_urlsafe(24)
    with socket.socket() as listener:
        listener.bind((HOST, port))
        listener.listen()
        address = f"http://{HOST}:{listener.getsockname()[1]}/{token}/"
        say(address)
        if open_browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            make_server(token), log_level="warning", lifespan="off", timeout_graceful_shutdown=1
        )
        uvicorn.Server(config).run(sockets=[listener])
