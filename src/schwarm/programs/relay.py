"""A Unix socket that leads to a TCP port: the way out of a sandbox to a server that has no such socket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path


@contextlib.asynccontextmanager
async def relay(path: Path, host: str, port: int) -> AsyncIterator[None]:
    """Pass every connection to the socket on to the port, until the block is left."""
    running: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        running.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):  # the streams would log a cancellation
            server_reader, server_writer = await asyncio.open_connection(host, port)
            try:
                await asyncio.gather(_pump(reader, server_writer), _pump(server_reader, writer))
            finally:
                server_writer.close()
        running.discard(task)
        writer.close()

    listener = await asyncio.start_unix_server(serve, path)
    try:
        yield
    finally:
        listener.close()
        for task in list(running):
            task.cancel()
        if running:
            await asyncio.wait(running)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
