"""The reader: the same messages however the bytes are cut, and no way to hurt it."""

import contextlib
import random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm.contest.wire import Element, Malformed, Reader, TooLong, render
from schwarm.contest.wire.messages import read_reply, read_request
from tests.contest.streams import NAMES, stream
from tests.sampling import sampled

MEGABYTE = 1 << 20


def whole(data: bytes) -> list[Element]:
    reader = Reader(max_bytes=MEGABYTE)
    messages = reader.feed(data)
    assert reader.fault is None
    return messages


def as_tree(element: Element) -> tuple[object, ...]:
    return (element.name, element.attributes, element.text.strip(), *map(as_tree, element.children))


def reference(data: bytes) -> list[tuple[object, ...]]:
    """The same stream through another parser."""

    def of(node: ElementTree.Element) -> tuple[object, ...]:
        return (node.tag, node.attrib, (node.text or "").strip() if not len(node) else "", *map(of, node))

    closed = data if data.rstrip().endswith(b"</protocol>") else data + b"</protocol>"
    return [of(node) for node in ElementTree.fromstring(closed)]


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_stream_reads_as_another_parser_reads_it(name: str) -> None:
    data = stream(name)
    assert [as_tree(message) for message in whole(data)] == reference(data)


@pytest.mark.parametrize("name", sampled(NAMES, *NAMES[::4]))
def test_a_recorded_stream_reads_the_same_byte_by_byte(name: str) -> None:
    data = stream(name)
    reader = Reader()
    messages = [message for i in range(len(data)) for message in reader.feed(data[i : i + 1])]
    assert messages == whole(data)


@pytest.mark.parametrize("name", sampled(NAMES, *NAMES[::4]))
def test_a_recorded_stream_reads_the_same_in_random_pieces(name: str) -> None:
    data = stream(name)
    for seed in range(5):
        chance = random.Random(seed)
        reader, messages, start = Reader(), [], 0
        while start < len(data):
            end = start + chance.choice((1, 3, 17, 1000, 1024, 5000))
            messages += reader.feed(data[start:end])
            start = end
        assert messages == whole(data)


@pytest.mark.parametrize("name", [name for name in NAMES if "s2c" in name or "server-to" in name])
def test_what_a_server_sent_is_written_again_byte_for_byte(name: str) -> None:
    data = stream(name).decode()
    body = "".join("\n" + render(message, 1) for message in whole(data.encode()))
    assert data in ("<protocol>" + body, "<protocol>" + body + "\n</protocol>")


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_message_is_known(name: str) -> None:
    for message in whole(stream(name)):
        if "c2s" in name or "client-to" in name:
            read_request(message)
        elif "replay" not in name:
            assert read_reply(message) is not None


def test_a_message_is_there_with_its_last_byte() -> None:
    reader = Reader()
    data = b'<protocol><room roomId="r"><data class="move"/></room>'
    for i in range(len(data) - 1):
        assert reader.feed(data[i : i + 1]) == []
    assert len(reader.feed(data[-1:])) == 1


def test_an_xml_declaration_and_single_quotes_are_accepted() -> None:
    reader = Reader()
    found = reader.feed(b"<?xml version='1.0' encoding='UTF-8'?>\n<protocol>\n<join gameType='a'></join>")
    assert [as_tree(message) for message in found] == [("join", {"gameType": "a"}, "")]


def test_messages_before_a_mistake_still_count() -> None:
    reader = Reader()
    assert len(reader.feed(b"<protocol><join/><join/><oops></protocol>")) == 2
    assert isinstance(reader.fault, Malformed)
    assert reader.feed(b"<join/>") == []


def test_the_end_of_the_document_is_noticed() -> None:
    reader = Reader()
    assert len(reader.feed(b"<protocol><close/></protocol>")) == 1
    assert reader.ended
    assert reader.fault is None


BOMB = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY a%d "%s">' % (i, b"&a%d;" % (i - 1) * 10 if i else b"&a;" * 10) for i in range(9))
    + b"]><protocol><join gameType='&a8;'/>"
)


@pytest.mark.parametrize(
    "data",
    [
        BOMB,
        b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><protocol><join/>',
        b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><protocol>&f;',
        b"<protocol>&undefined;",
        b"<protocol><join gameType='&undefined;'/>",
        b"<other><join/>",
        b"hello <protocol>",
        b"<protocol>text<join/>",
        b"<protocol><join></room>",
        b"<protocol><join a='1' a='2'/>",
        b"<protocol>\xff\xfe",
        b"<?xml version='1.0' encoding='nonsense'?><protocol>",
        b"\x00\x00\x00\x00",
    ],
)
def test_what_is_not_the_protocol_is_malformed(data: bytes) -> None:
    reader = Reader()
    assert reader.feed(data) == []
    assert isinstance(reader.fault, Malformed)


@pytest.mark.parametrize(
    "unit",
    [b"x", b"<a>", b"<a/>", b" ", b"<!-- -->", b"<?pi?>"],
    ids=["text", "deep", "wide", "blank", "comment", "pi"],
)
def test_a_message_without_end_is_too_long(unit: bytes) -> None:
    reader = Reader()
    reader.feed(b"<protocol>" if unit.strip() == b"" else b"<protocol><join a='b'>")
    fed = 0
    while reader.fault is None and fed < 2 * MEGABYTE:
        assert reader.feed(unit * 1000) == []
        fed += 1000 * len(unit)
    assert isinstance(reader.fault, TooLong)


def test_an_attribute_of_100_megabytes_is_cut_off_at_the_limit() -> None:
    reader = Reader()
    reader.feed(b"<protocol><join gameType='")
    for _ in range(100):
        reader.feed(b"x" * MEGABYTE)
    assert isinstance(reader.fault, TooLong)


def test_many_messages_are_not_one_long_message() -> None:
    reader = Reader()
    assert (
        sum(len(reader.feed(b"<protocol>" if i == 0 else b"<join/>\n" * 100)) for i in range(1000)) == 99_900
    )
    assert reader.fault is None


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40)), st.booleans())
def test_arbitrary_bytes_never_raise(pieces: list[bytes], inside: bool) -> None:
    reader = Reader()
    if inside:
        reader.feed(b"<protocol>")
    for piece in pieces:
        for message in reader.feed(piece):
            with contextlib.suppress(Malformed):
                read_request(message)


names = st.text("abcdefgXYZ", min_size=1, max_size=6)
characters = st.characters(
    exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"
) | st.sampled_from("\n\t\r")
elements = st.recursive(
    st.builds(Element, names, st.dictionaries(names, st.text(characters)), st.just([]), st.text(characters)),
    lambda inner: st.builds(
        Element, names, st.dictionaries(names, st.text(characters)), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(elements)
def test_what_is_written_is_read_back(element: Element) -> None:
    reader = Reader()
    reader.feed(b"<protocol>")
    assert reader.feed(render(element, 1).encode()) == [element]
