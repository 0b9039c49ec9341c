"""Bytes from the sources: with a time limit, a bar, and a check that all have come."""

import http.client
import os
from io import BytesIO
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from aucopt.datasets.progress import show_transfer

# Without a byte for so long, a connection counts as dead.
SECONDS = 30
CHUNK = 1 << 16

BASES = {
    "zenodo": "https://zenodo.org/record/61452/files/",
    "openml": "https://www.openml.org/",
    "libsvm": "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/",
    "uci": "https://archive.ics.uci.edu/",
}


class DownloadError(OSError):
    """A data set could not be fetched; the message says why and what to do."""


def address(source: str, path: str) -> str:
    """Return the address of a file; AUCOPT_MIRROR, if set, stands for all hosts as MIRROR/SOURCE/path."""
    mirror = os.environ.get("AUCOPT_MIRROR")
    if mirror:
        # A full address, as OpenML gives them, keeps its path only.
        return f"{mirror.rstrip('/')}/{source}/{urlsplit(path).path.lstrip('/')}"
    return path if urlsplit(path).scheme else BASES[source] + path


def read_bytes(source: str, path: str, progress: bool | None) -> bytes:
    """Fetch a file into memory."""
    file = BytesIO()
    save_bytes(source, path, file, progress)
    return file.getvalue()


def save_bytes(source: str, path: str, file: IO[bytes], progress: bool | None) -> None:
    """Fetch a file into an open one."""
    url = address(source, path)
    try:
        # Some hosts turn away clients without a name.
        request = Request(url, headers={"User-Agent": "aucopt"})
    except ValueError:
        raise DownloadError(
            f"{url} is no address: AUCOPT_MIRROR must begin with http:// or the like."
        ) from None
    try:
        with (
            urlopen(request, timeout=SECONDS) as response,
            show_transfer(urlsplit(url).path.rpartition("/")[2], progress) as show,
        ):
            length = response.headers.get("Content-Length")
            total = int(length) if length else None
            done = 0
            while chunk := response.read(CHUNK):
                file.write(chunk)
                done += len(chunk)
                show(done, total)
    except HTTPError as error:
        error.close()
        raise DownloadError(f"{url} answers {error.code} {error.reason}.") from None
    except URLError as error:
        raise DownloadError(f"{url} cannot be reached: {error.reason}.") from None
    except (http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise DownloadError(f"{url} broke off: {error or type(error).__name__}.") from None
    if total is not None and done != total:
        raise DownloadError(f"{url} broke off after {done:,} of {total:,} bytes.")
