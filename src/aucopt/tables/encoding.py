"""Text in other encodings than UTF-8 becomes UTF-8.

UTF-16 is told by its byte order mark, or by the zero bytes of plain letters. Bytes that are no UTF-8 are read
as Windows-1252, which is Latin-1 with more letters: digits are the same in both, and a note says so.
"""

import codecs

from aucopt.tables.errors import TableError

_UTF8 = codecs.BOM_UTF8
_LOOK = 200  # bytes at the start


def to_utf8(content: bytes, name: str, encoding: str | None = None) -> tuple[bytes, str]:
    r"""The same text in UTF-8, without a byte order mark, and a note if its encoding was guessed.

    Parameters
    ----------
    content : bytes
        A file of text.
    name : str
        What the file is called in errors.
    encoding : str, optional
        As Python calls it; detected by default.

    Raises
    ------
    TableError
        If it cannot be read so.

    Examples
    --------
    >>> from aucopt.tables.encoding import to_utf8
    >>> to_utf8("dose µg".encode("latin-1"), "a.csv")[0].decode()
    'dose µg'
    >>> to_utf8("dose µg".encode("utf-16"), "a.csv")
    (b'dose \xc2\xb5g', '')
    """
    if encoding is not None:
        try:
            text = content.decode(encoding)
        except LookupError:
            raise TableError(f"there is no encoding {encoding!r}; try latin-1, cp1252 or utf-16.") from None
        except UnicodeError as error:
            raise TableError(f"{name} is not encoded as {encoding}: {error}.") from None
        return text.removeprefix("\ufeff").encode(), ""
    utf16 = _utf16(content)
    if utf16 is not None:
        try:
            return content.decode(utf16).removeprefix("\ufeff").encode(), ""
        except UnicodeError:
            raise TableError(f"{name} is not a valid table: it holds binary data.") from None
    try:
        content.decode()
    except UnicodeDecodeError:
        pass
    else:
        return content.removeprefix(_UTF8), ""
    if b"\0" in content[:_LOOK]:
        raise TableError(f"{name} is not a valid table: it holds binary data.")
    try:
        text, guess = content.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        text, guess = content.decode("latin-1"), "Latin-1"
    return (
        text.encode(),
        f"{name} is not UTF-8 text; it was read as {guess} (--encoding names another).",
    )


def _utf16(content: bytes) -> str | None:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    start = content[:_LOOK]
    even, odd = start[::2], start[1::2]
    # Without a mark: one byte of each letter is zero, and it is the same one.
    for zeros, others, found in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if len(zeros) >= 4 and zeros.count(0) > 0.9 * len(zeros) and 0 not in others:
            return found
    return None
