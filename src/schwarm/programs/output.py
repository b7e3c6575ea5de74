"""What a program writes to its standard output, kept for logs and messages."""

from __future__ import annotations

from pathlib import Path

from schwarm.programs.harmless import without_folder

KEPT = 64 * 1024  # bytes of output kept from the beginning, and as many from the end
MOVE_LINE = "--- move NUMBER ---"  # written into a program's output where it was asked for a move


class Output:
    """What a program has written: the beginning and the end, however much came between."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is left out of the text: files in it are named by their path inside it."""
        self.total = 0
        self._folder = folder
        self._head = bytearray()
        self._tail = bytearray()
        self._marks: list[tuple[int, int]] = []  # how much had been said when it was asked for which move

    def mark(self, move: int) -> None:
        """It is asked for this move now: what follows was said for that."""
        self._marks.append((self.total, move))

    def add(self, data: bytes) -> None:
        """Keep what there is room for."""
        self.total += len(data)
        room = KEPT - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * KEPT:
            del self._tail[:-KEPT]

    def last_lines(self, count: int = 3) -> str:
        """The end of the output on one line, for a message; empty if nothing was said."""
        lines = [line.strip() for line in self.text()[-2000:].splitlines() if line.strip()]
        return " | ".join(lines[-count:])

    def text(self) -> str:
        """The output as text; a line says how much was left out."""
        tail = bytes(self._tail[-KEPT:])
        left_out = self.total - len(self._head) - len(tail)
        gap = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out else b""
        return self._as_text(bytes(self._head) + gap + tail)

    def _as_text(self, data: bytes) -> str:
        text = data.decode(errors="replace").replace("\r\n", "\n")  # as Windows ends lines
        return text if self._folder is None else without_folder(text, self._folder)

    def marked(self) -> str:
        """The same, with a line before what was said for each move; moves without a word have none."""
        if not self._marks:
            return self.text()
        parts = [self._part(0, self._marks[0][0])]
        ends = [offset for offset, _ in self._marks[1:]] + [self.total]
        for (start, move), end in zip(self._marks, ends, strict=True):
            if said := self._part(start, end):
                line = "" if not parts[-1] or parts[-1].endswith("\n") else "\n"
                parts.append(f"{line}{MOVE_LINE.replace('NUMBER', str(move))}\n{said}")
        return "".join(parts)

    def _part(self, start: int, end: int) -> str:
        """What is kept of a part of the output."""
        head, tail = len(self._head), bytes(self._tail[-KEPT:])
        first = self.total - len(tail)  # where the end begins that is kept
        gap = b""
        if start <= head < first and end > head:
            gap = f"\n[... {first - head} bytes left out ...]\n".encode()
        last = tail[max(start, first) - first : max(end, first) - first]
        return self._as_text(bytes(self._head[start:end]) + gap + last)
