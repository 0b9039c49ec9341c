"""Batches of boxes: picked, joined and cut into pieces, they hold the same boxes."""

from dataclasses import replace

import numpy as np

from aucopt.verifier.box_batch import BoxBatch, in_pieces


def batch(numbers: list[int], sizes: list[int]) -> BoxBatch:
    n = sum(sizes)
    place = np.array([[k, 2 * k] for k in numbers])
    rows = np.concatenate([np.full(size, k) for k, size in zip(numbers, sizes, strict=True)])
    begin = np.concatenate([[0], np.cumsum(sizes)])
    return BoxBatch(
        np.array(numbers), place, place + 1, np.array(numbers), begin, rows, rows, np.ones(n, int), -1
    )


def test_boxes_keep_their_rows() -> None:
    first, second = batch([3, 5, 7], [2, 0, 4]), batch([9], [3])
    assert first.owner.tolist() == [0, 0, 2, 2, 2, 2]
    assert first.doubt.tolist() == [4 * (2 + 2 + 3 * k + 2) for k in (3, 5, 7)]
    exact = replace(first, exact=11)
    # Boxes are off by nothing as long as no bit is shifted out.
    assert exact.doubt.tolist() == [0, 0, 4 * (2 + 2 + 3 * 7 + 2)]
    assert exact.pick(np.array([True, False, True])).exact == 11
    picked = first.pick(np.array([False, True, True]))
    assert (picked.numbers.tolist(), picked.rows.tolist()) == ([5, 7], [7] * 4)
    for most in (1, 20, 1000):
        pieces = in_pieces([first, second], most)
        assert np.concatenate([piece.numbers for piece in pieces]).tolist() == [3, 5, 7, 9]
        for piece in pieces:
            assert piece.rows.tolist() == piece.numbers[piece.owner].tolist()
    assert len(in_pieces([first, second], 1)) == 4
    assert len(in_pieces([first, second], 1000)) == 1
