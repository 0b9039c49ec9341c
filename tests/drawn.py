"""What a reader sees of a figure: its texts, and whether they are cut or covered."""

from itertools import combinations
from unittest import mock

from matplotlib.text import Text


def texts(figure):
    """All texts that a reader sees and their boxes in pixels."""
    drawn = []

    def note(text, renderer):
        if text.get_visible() and text.get_text().strip():
            drawn.append((text.get_text(), text.get_window_extent(renderer)))

    with mock.patch.object(Text, "draw", note):
        figure.draw_without_rendering()
    return drawn


def assert_inside(figure):
    width, height = figure.get_size_inches() * figure.dpi
    for text, box in texts(figure):
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text


def assert_apart(figure):
    for (first, a), (second, b) in combinations(texts(figure), 2):
        assert not a.overlaps(b), (first, second)
