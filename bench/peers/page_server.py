"""The page without limits per visitor: `python -m bench.peers.page_server PORT STORE [RELAY] [PROXY ...]`.

RELAY is told from a proxy's address by its `://`.
"""

import sys

from schwarm.contest.server.run import keep_loaded, tune
from schwarm.web import Settings, create_app
from schwarm.web.serving import PageServer, bound, serve
from schwarm.web.shared.security import fingerprint

OPERATOR = "operator-of-the-bench"

if __name__ == "__main__":
    settings = Settings(
        store=sys.argv[2], requests_per_second=1e6, burst=10**6, starts_per_minute=1e6,
        tables_of_visitor=10**6, sockets_of_visitor=10**6,
        connections_of_visitor=10**6, connections=10**6,
        operator_key=fingerprint(OPERATOR), relay="".join(one for one in sys.argv[3:] if "://" in one),
        proxies=tuple(one for one in sys.argv[3:] if "://" not in one),
    )  # fmt: skip
    tune()
    serve(PageServer(create_app(settings), settings, keep_loaded), bound("127.0.0.1", int(sys.argv[1])))
