"""The page without limits per visitor: `python -m bench.peers.page_server PORT FILE [PROXY ...]`."""

import sys

import uvicorn

from schwarm.web import Settings, create_app

if __name__ == "__main__":
    settings = Settings(
        store=sys.argv[2], requests_per_second=1e6, burst=10**6, starts_per_minute=1e6,
        tables_of_visitor=10**6, sockets_of_visitor=10**6, proxies=tuple(sys.argv[3:]),
    )  # fmt: skip
    uvicorn.run(create_app(settings), port=int(sys.argv[1]), log_level="error", ws="websockets-sansio")
