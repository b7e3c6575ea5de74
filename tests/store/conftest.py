"""Every store test runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store import postgres


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of a database that is no file lies in the folder where the program runs."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    bin_folder = postgres.programs()
    if bin_folder is None:
        pytest.skip("PostgreSQL is not installed (tests/system-packages.txt lists Debian's packages)")
    with postgres.cluster(bin_folder) as address:
        yield address


@pytest.fixture
def postgres_url(postgres_address: str) -> str:
    """The address of an emptied database: a new one for each test takes far longer to make and remove."""
    import psycopg

    address = postgres_address.format(database="postgres")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = 'postgres' AND pid <> pg_backend_pid()"  # whoever a killed program left behind
        )
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    address = request.getfixturevalue("postgres_url")
    assert isinstance(address, str)
    return address
