"""The links of a class tournament: whoever has a team's link is that team, and never the operator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.classroom.people import TOKEN, Person, Teacher, Team, class_site
from tests.web.shared.access import findings
from tests.web.shared.site import Site


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with class_site(tmp_path_factory.mktemp("class")) as made:
        yield made


def copied(person: Person, selector: str) -> str:
    """What a button puts on the clipboard."""
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.evaluate("navigator.clipboard.writeText('nothing')")
    person.page.click(selector)
    person.page.wait_for_function("() => navigator.clipboard.readText().then((text) => text !== 'nothing')")
    text: str = person.page.evaluate("navigator.clipboard.readText()")
    return text


def test_the_operator_never_hands_out_the_operators_token(browser: Browser, room: Site) -> None:
    teacher, team, guest = Teacher(browser, room), Team(browser, room), Person(browser, room)
    teacher.create("Verlorener Link")
    team.join(teacher, "Ada", level="random")
    old = copied(team, "#share")
    assert TOKEN not in old
    teacher.open(f"/teams/{team.number}")
    expect(teacher.page.locator("#name")).to_have_text("Ada")
    expect(teacher.page.locator("#share")).to_be_hidden()  # the operator has no link of this team's
    assert findings(teacher.page) == []
    teacher.page.click("#relink")
    teacher.page.click("dialog button[value=yes]")
    given = copied(teacher, "#new-link .copyable button")
    assert given.rsplit("#", 1)[1] not in ("", TOKEN, old.rsplit("#", 1)[1])
    assert TOKEN not in teacher.page.content()
    assert teacher.page.evaluate("document.querySelector('#new-link img').naturalWidth") > 0
    assert findings(teacher.page) == []
    expect(team.page.locator("#stranger")).to_be_visible()  # the old link has ended, and says so
    expect(team.page.locator("#team")).to_be_hidden()
    guest.open(given.removeprefix(room.url))
    expect(guest.page.locator("#name")).to_have_text("Ada")
    expect(guest.page.locator("#relink")).to_be_hidden()
    assert copied(guest, "#share") == given
    assert guest.page.evaluate("localStorage.getItem('class:operator')") is None
    for person in (teacher, team, guest):
        person.close()


@pytest.mark.long  # daily: the other two
def test_an_operators_token_in_a_teams_address_is_not_kept_as_the_teams(browser: Browser, room: Site) -> None:
    teacher, team, other = Teacher(browser, room), Team(browser, room), Person(browser, room)
    teacher.create("Alter Link")
    team.join(teacher, "Bob", level="random")
    other.open(f"/teams/{team.number}#{TOKEN}")
    expect(other.page.locator("#name")).to_have_text("Bob")
    expect(other.page.locator("#share")).to_be_hidden()
    kept = other.page.evaluate("JSON.stringify({...localStorage})")
    assert TOKEN not in kept
    # Links of the same pages are noticed as well where they differ in their secret alone.
    other.page.evaluate("() => localStorage.clear()")
    for path, without, secret in (
        ("/class/{event}", "#code-row", teacher.code),
        ("/teams/{team}", "#stranger", TOKEN),
    ):
        other.open(path.format(event=teacher.event, team=team.number))
        expect(other.page.locator(without)).to_be_visible()
        other.page.evaluate("secret => { location.hash = secret; }", secret)
        expect(other.page.locator(without)).to_be_hidden()
    for person in (teacher, team, other):
        person.close()


def test_a_pasted_link_that_differs_in_its_secret_alone_is_noticed(browser: Browser, room: Site) -> None:
    person = Person(browser, room)
    person.open("/operate")
    expect(person.page.locator("#stranger")).to_be_visible()
    person.page.evaluate("secret => { location.hash = secret; }", TOKEN)  # as a browser does with such a link
    expect(person.page.locator("#operator")).to_be_visible()
    person.close()
