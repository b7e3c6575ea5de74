"""Numbers for Prometheus, at /metrics of a port of their own."""

from __future__ import annotations

from schwarm.contest.server.room import Room
from schwarm.contest.server.server import ContestServer
from schwarm.contest.wire.element import Element
from schwarm.game.record import Record

BUCKETS_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """Counts the games of one server; needs the extra `server`. Serves from `start` to `stop`."""

    def __init__(self, server: ContestServer) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = CollectorRegistry()
        lobby = server.lobby
        connections = Gauge("schwarm_connections", "Open connections", registry=self.registry)
        connections.set_function(lambda: len(lobby.connections))
        running = Gauge("schwarm_games_running", "Games being played", registry=self.registry)
        running.set_function(lambda: len(lobby.running()))
        waiting = Gauge("schwarm_rooms", "Rooms, waiting ones included", registry=self.registry)
        waiting.set_function(lambda: len(lobby.rooms))
        labels = ["game", "reason"]
        self._games = Counter("schwarm_games", "Games that ended", labels, registry=self.registry)
        self._plies = Counter("schwarm_plies", "Plies of games that ended", ["game"], registry=self.registry)
        self._share = Histogram(
            "schwarm_server_seconds",
            "The server's own share of a ply",
            buckets=BUCKETS_S,
            registry=self.registry,
        )
        self._think = Histogram(
            "schwarm_think_seconds", "Players' time for a ply", buckets=BUCKETS_S, registry=self.registry
        )
        server.listeners.append(self._note)

    def start(self, host: str, port: int) -> int:
        """Open the port; it comes back, of use when 0 was asked for."""
        from prometheus_client import start_http_server

        self._http, self._thread = start_http_server(port, host, self.registry)
        return int(self._http.server_port)

    def stop(self) -> None:
        """Close the port."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _note(self, room: Room, record: Record, extra: list[Element]) -> None:
        reason = record.end.reason if record.end else "none"
        self._games.labels(record.game, reason).inc()
        self._plies.labels(record.game).inc(len(record.plies))
        for number, ply in enumerate(record.plies):
            if ply.server_ms is not None and number:  # the first one waits for the players to sit down
                self._share.observe(ply.server_ms / 1000)
            if ply.think_ms is not None:
                self._think.observe(ply.think_ms / 1000)
