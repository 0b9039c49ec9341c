"""Records that several tests of tables read."""

import pytest
from made_records import THREE, from_scores, outcomes_of


@pytest.fixture
def three():
    """The outcomes of three methods on three sets."""
    return outcomes_of(from_scores(THREE))
