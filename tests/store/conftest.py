"""Every store test runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.store import postgres

NUMBERS = count()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    bin_folder = postgres.programs()
    if bin_folder is None:
        pytest.skip("PostgreSQL is not installed (tests/system-packages.txt lists Debian's packages)")
    with postgres.cluster(bin_folder) as address:
        yield address


@pytest.fixture
def postgres_url(postgres_address: str) -> str:
    import psycopg

    name = f"test{next(NUMBERS)}"
    with psycopg.connect(postgres_address.format(database="postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return postgres_address.format(database=name)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    address = request.getfixturevalue("postgres_url")
    assert isinstance(address, str)
    return address
