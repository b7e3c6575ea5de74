"""Schemathesis over the API: no input makes it fail in another way than its schema says."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from schwarm.web import Settings, create_app
from tests.ports import free_port
from tests.waiting import PATIENCE_S

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    limits = Settings(
        store=str(tmp_path_factory.mktemp("schema") / "page.db"), warm_up=False, bot_workers=1,
        requests_per_second=1e6, burst=10**6, starts_per_minute=1e6, tables_of_visitor=10**6,
    )  # fmt: skip
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(create_app(limits), port=port, log_level="error", ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def test_the_api_keeps_its_schema(address: str) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json", timeout=PATIENCE_S)
    count = 0
    for operation in schema.get_all_operations():
        count += 1

        cases = operation.ok().as_strategy()

        @given(case=cases)
        @settings(
            max_examples=6,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        )
        def keeps(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(checks=CHECKS, timeout=PATIENCE_S)

        keeps()
    assert count >= 15
