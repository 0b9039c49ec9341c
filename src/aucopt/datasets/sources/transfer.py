"""Bytes from the sources, by pooch: fetched again if a connection breaks, checked against a hash if known."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from urllib.parse import urlsplit

from aucopt.datasets.progress import show_transfer

# Without a byte for so long, a connection counts as dead.
SECONDS = 30
# How often to try again what may be a passing trouble; pooch waits a second before the first time, then two.
RETRIES = 2
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


def read_bytes(source: str, path: str, progress: bool | None, known_hash: str | None = None) -> bytes:
    """Fetch a file; the hash is written as `md5:...`."""
    import pooch
    from requests.exceptions import RequestException

    url = address(source, path)
    if urlsplit(url).scheme not in ("http", "https"):
        raise DownloadError(
            f"{url} is not a valid address: AUCOPT_MIRROR must begin with http:// or https://."
        )
    with (
        TemporaryDirectory() as folder,
        show_transfer(urlsplit(url).path.rpartition("/")[2], progress) as bar,
        _quiet(pooch.get_logger()),
    ):
        files = pooch.create(
            folder, base_url="", registry={"file": known_hash}, urls={"file": url}, retry_if_failed=RETRIES
        )
        try:
            return Path(files.fetch("file", downloader=_Download(bar))).read_bytes()
        except RequestException as error:
            raise DownloadError(f"{url} {_trouble(error)}.") from None
        except ValueError:
            raise DownloadError(f"{url} sent a damaged file: its checksum is wrong.") from None


class _Download:
    """What pooch calls for each try."""

    def __init__(self, bar: Any) -> None:
        from pooch import HTTPDownloader

        # Some hosts turn away clients without a name.
        options = {"timeout": SECONDS, "headers": {"User-Agent": "aucopt"}}
        self._download = HTTPDownloader(progressbar=bar, chunk_size=CHUNK, **options)

    def __call__(self, url: str, output_file: Any, pooch: Any) -> None:
        from requests import HTTPError, Response

        try:
            self._download(url, output_file, pooch)
        except HTTPError as error:
            answer = cast(Response, error.response)
            answer.close()
            # A server that knows its answer gives it again: this one ends the tries.
            if answer.status_code < 500:
                raise DownloadError(f"{url} {_trouble(error)}.") from None
            raise


def _trouble(error: Exception) -> str:
    """What happened, in the words of whoever saw it first."""
    from requests import exceptions
    from urllib3.exceptions import IncompleteRead

    if isinstance(error, exceptions.HTTPError) and error.response is not None:
        return f"answers {error.response.status_code} {error.response.reason}"
    cause: BaseException = error
    while (earlier := cause.__cause__ or cause.__context__) is not None:
        cause = earlier
    if isinstance(cause, IncompleteRead):
        return f"broke off after {cause.partial:,} of {cause.partial + cause.expected:,} bytes"
    verb = "cannot be reached" if isinstance(error, exceptions.ConnectionError) else "broke off"
    return f"{verb}: {cause or type(cause).__name__}"


@contextmanager
def _quiet(logger: logging.Logger) -> Iterator[None]:
    """Keep a logger from telling what a bar shows."""
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)
