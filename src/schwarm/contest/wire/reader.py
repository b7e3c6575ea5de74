"""Reads the document that never ends: bytes in, whole messages out.

Each direction of a connection is one XML document; its root stays open and every child of the root
is a message. The reader keeps only the message that is coming in.
"""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from schwarm.contest.wire.element import Element
from schwarm.contest.wire.errors import Malformed, TooLong, WireError

MAX_BYTES = 1 << 16
MAX_DEPTH = 20
SLICE = 1 << 14


class Reader:
    """Turns a stream of bytes into messages.

    `feed` returns the messages completed by these bytes. After a mistake `fault` says what was wrong,
    after the root's end tag `ended` is true; either way later bytes are ignored.
    """

    def __init__(
        self,
        *,
        root: str = "protocol",
        max_bytes: int = MAX_BYTES,
        max_depth: int = MAX_DEPTH,
        max_elements: int | None = None,
    ) -> None:
        """`max_elements` is of the whole document: for one that is read at once and kept as a whole."""
        self.fault: WireError | None = None
        self.ended = False
        self._root = root
        self._max_bytes = max_bytes
        self._max_depth = max_depth
        self._elements_left = max_elements
        self._fed = 0
        self._boundary = 0  # where the bytes of the message under way begin
        self._open: list[Element] = []  # the root and the elements under way inside it
        self._done: list[Element] = []
        parser = self._parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.EntityDeclHandler = self._refuse_entity
        # Later versions of Expat may hold back a token until more bytes come; in a game none would.
        if hasattr(parser, "SetReparseDeferralEnabled"):
            parser.SetReparseDeferralEnabled(False)

    def feed(self, data: bytes) -> list[Element]:
        """Take bytes in; the messages they complete come back in order."""
        for start in range(0, len(data), SLICE):
            if self.fault is not None or self.ended:
                break
            piece = data[start : start + SLICE]
            self._fed += len(piece)
            try:
                self._parser.Parse(piece, False)
            except WireError as error:
                self.fault = error
            except expat.ExpatError as error:
                self.fault = Malformed(f"expected well-formed XML: {error}")
            except (ValueError, LookupError) as error:  # a declared encoding nobody knows
                self.fault = Malformed(f"expected UTF-8: {error}")
            else:
                if self._fed - self._boundary > self._max_bytes and not self.ended:
                    self.fault = TooLong(f"expected a message of at most {self._max_bytes} bytes")
        done, self._done = self._done, []
        return done

    def close(self) -> None:
        """Read nothing any more; the parser lets go of this reader, so that both are freed at once."""
        self.ended = True
        parser = self._parser
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != self._root:
            raise Malformed(f"expected <{self._root}>, not <{name}>")
        if len(self._open) > self._max_depth:
            raise TooLong(f"expected at most {self._max_depth} elements inside one another")
        if self._elements_left is not None:
            self._elements_left -= 1
            if self._elements_left < 0:
                raise TooLong("expected a document of fewer elements")
        element = Element(name, attributes)
        if len(self._open) > 1:
            self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        if element.children:
            element.text = ""  # blanks between them
        if not self._open:
            self.ended = True
        elif len(self._open) == 1:
            here = self._parser.CurrentByteIndex
            if here - self._boundary > self._max_bytes:
                raise TooLong(f"expected a message of at most {self._max_bytes} bytes")
            self._boundary = here
            self._done.append(element)

    def _text(self, text: str) -> None:
        if len(self._open) > 1:
            self._open[-1].text += text
        elif text.strip():
            raise Malformed(f"expected an element, not {text.strip()[:20]!r}")

    def _refuse_doctype(self, *_: object) -> NoReturn:
        raise Malformed("expected no document type")

    def _refuse_entity(self, *_: object) -> NoReturn:
        raise Malformed("expected no entities")
