"""Parts of a page, to look at."""


def blocks(page, title):
    """The blocks of the section of this title."""
    return next(section.blocks for section in page.sections if section.title == title)


def cells(table):
    """The cells of a table as text."""
    return [[str(cell) for cell in row] for row in table.rows]
