"""A slow, uneven line between a browser and the page, to find what hastens ahead of the server's answers."""

import asyncio
import random
import threading


class SlowLine:
    """Hands bytes on between a port of its own and the page's, each piece after a delay of its own."""

    def __init__(self, port: int, page: int, delay_ms: int) -> None:
        self.port, self.page, self.delay_ms = port, page, delay_ms
        threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True).start()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._meet, "127.0.0.1", self.port)
        await server.serve_forever()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.page)
        except OSError:  # the page is not up, or down again
            writer.close()
            return
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while piece := await source.read(65536):
                await asyncio.sleep(random.uniform(0, self.delay_ms / 1000))
                target.write(piece)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()
