"""Who plays the games that are learned from: this very process."""

from collections.abc import Iterator

import pytest

from schwarm.workers import Share, hired
from tests.workers.crews import InProcess


@pytest.fixture
def share() -> Iterator[Share]:
    with hired(InProcess(), here=True) as made:
        yield made
