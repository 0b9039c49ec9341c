"""Opening a certificate: a file or its content becomes a statement, by the reader of its version."""

import json
from collections.abc import Callable
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from aucopt.verifier.statement import FailedError, Statement, UncheckedError
from aucopt.verifier.version_1 import StatementV1
from aucopt.verifier.version_2 import read_statement

FORMAT = "aucopt certificate"
# Longer files are not read: they would need several times as much memory.
LONGEST_FILE = 1 << 31
READERS: dict[int, Callable[[dict[str, Any]], Statement]] = {1: StatementV1, 2: read_statement}


def open_certificate(certificate: Any) -> dict[str, Any]:
    """The content of a certificate of a known version, or of the file that holds it."""
    content = getattr(certificate, "content", certificate)
    if isinstance(content, str | PathLike):
        try:
            return load_certificate(content)
        except OSError as failure:
            raise FailedError(f"The certificate cannot be read: {failure}.") from None
    return check_version(content)


def load_certificate(path: str | PathLike[str]) -> dict[str, Any]:
    """The content of a file."""
    if Path(path).stat().st_size > LONGEST_FILE:
        raise UncheckedError(f"files of more than {LONGEST_FILE:,} bytes")
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError:
        raise FailedError("The file is damaged, cut off, or not a certificate: it is not JSON.") from None
    return check_version(content)


def check_version(content: Any) -> dict[str, Any]:
    """The content of a certificate, if there is a reader for its version."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FailedError("This is not a certificate of aucopt.")
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise FailedError(f"The certificate is malformed: {version!r} is not a version of the format.")
    if version not in READERS:
        known = " and ".join(map(str, READERS))
        raise UncheckedError(f"certificates of version {version}, only those of versions {known}")
    return content


def read_version(content: dict[str, Any]) -> Statement:
    """What a certificate that was opened states, if its checksum is right."""
    if content.get("sha256") != seal(content):
        raise FailedError("The certificate was damaged or changed: its checksum does not match its content.")
    return READERS[content["version"]](content)


def seal(content: dict[str, Any]) -> str:
    """SHA-256 of all of a certificate but this checksum itself: tells a damaged file from a false claim."""
    body = {key: value for key, value in content.items() if key != "sha256"}
    return sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
