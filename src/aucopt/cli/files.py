"""Files that commands write: whole or not at all, and refused before the work rather than after it."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any

from aucopt.cli.command import CommandError


def check_writable(directory: Path) -> None:
    """Fail before the work, not after it."""
    try:
        with TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise CommandError(f"cannot write to {directory}: {error.strerror}") from None


def make_folder(path: Path) -> None:
    """Make a folder if it is not there, and fail before the work if nothing can be written there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot make {path}: {error.strerror}") from None
    check_writable(path)


def check_free(path: Path, replace: bool) -> None:
    """Fail before the work if a file could not be written, or would be lost."""
    if path.is_dir():
        raise CommandError(f"{path} is a directory.")
    if _is_device(path):
        return
    if path.exists() and not replace:
        raise CommandError(f"{path} exists; add --force to replace it.")
    check_writable(path.parent)


@contextmanager
def write_whole(path: Path, *, binary: bool = False) -> Iterator[Any]:
    """A file, of text unless it is binary, that is there when all of it is written, and not before.

    A device or a pipe, such as /dev/stdout, is written to as it is.
    """
    part: Path | None = None
    how: dict[str, Any] = {"mode": "wb"} if binary else {"mode": "w", "newline": "", "encoding": "utf-8"}
    try:
        if _is_device(path):
            with path.open(**how) as file:
                yield file
            return
        target = path.resolve()
        with NamedTemporaryFile(dir=target.parent, delete=False, **how) as file:
            part = Path(file.name)
            yield file
        # Temporary files are private; this one is not.
        part.chmod(0o666 & ~_umask())
        part.replace(target)
        part = None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def write_option(arguments: argparse.Namespace, option: str, content: str) -> None:
    """Write what an option asks for; a full disk loses this file, and not the results of a long search.

    The error joins `arguments.unwritten`, which ends the command when all else is printed, and the option is
    unset, so that nothing speaks of a file that is not there.
    """
    try:
        with write_whole(getattr(arguments, option)) as file:
            file.write(content)
    except CommandError as error:
        arguments.unwritten.append(error)
        setattr(arguments, option, None)


def _is_device(path: Path) -> bool:
    """Whether something is there that is no file, such as a pipe."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
