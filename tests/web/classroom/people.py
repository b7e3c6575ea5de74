"""A teacher and teams at their browsers, as the tests of class tournaments need them."""

from __future__ import annotations

import zipfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.tournament.programs import PLAYER, PYTHON, team, upload
from tests.web.shared.player import READY
from tests.web.shared.site import Site

TOKEN = "teacher-of-the-tests-0123456789"
WAIT_MS = 120_000  # programs are tested and games played while one waits


def class_site(folder: Path) -> Site:
    """A page whose operator's token is known, with one worker for games of classes."""
    key = folder / "operator.token"
    key.write_text(TOKEN)
    return Site(folder / "page.db", "--operator-token-file", str(key), "--event-processes", "1", "--quiet")


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, site: Site, *, locale: str = "en-GB", scheme: str = "light") -> None:
        self.site = site
        self.context: BrowserContext = browser.new_context(
            locale=locale,
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            viewport={"width": 1280, "height": 800},
        )
        self.page: Page = self.context.new_page()

    def open(self, path: str) -> None:
        """Go to an address of the page and wait until its module has drawn it."""
        self.page.goto(self.site.url + path)
        self.page.wait_for_selector(READY)

    def close(self) -> None:
        self.context.close()


class Teacher(Person):
    """Runs a tournament."""

    event = ""
    code = ""

    def create(self, name: str, preset: str = "class-round-robin", **more: str) -> None:
        """Make an event of Piranhas with short games; `more` are further fields of the form."""
        self.open(f"/operate#{TOKEN}")
        self.page.check(f"[name=preset][value={preset}]")
        self.page.check("[name=game][value=piranhas]")
        self.page.fill("[name=name]", name)
        self.page.click("#new-event summary")
        self.page.fill("[name='option:rounds']", "6")
        for field, value in more.items():
            place = self.page.locator(f"[name={field}]")
            if place.evaluate("(place) => place.tagName") == "SELECT":
                place.select_option(value)
            else:
                place.fill(value)
        self.page.click("#create")
        self.page.wait_for_url("**/operate/*")
        self.page.wait_for_selector(READY)
        self.event = self.page.url.rsplit("/", 1)[1]
        expect(self.page.locator("h1")).to_have_text(name)
        self.code = (self.page.text_content("#join code") or "").rsplit("#", 1)[1]

    def press(self, action: str) -> None:
        """Press one of the desk's buttons."""
        self.page.click(f"#actions [data-action={action}]")

    def state(self, state: str) -> None:
        """Wait until the event is in this state."""
        expect(self.page.locator("body")).to_have_attribute("data-state", state, timeout=WAIT_MS)

    def team_state(self, name: str, text: str) -> None:
        """Wait until the desk says this of a team."""
        line = self.page.locator(f".team[data-name='{name}'] .team-state")
        expect(line).to_contain_text(text, timeout=WAIT_MS)


class Team(Person):
    """Takes part in a tournament."""

    number = ""

    def join(
        self, teacher: Teacher, name: str, *, level: str = "", program: Path | None = None, kind: str = ""
    ) -> None:
        """Register by the link that the teacher shows."""
        self.open(f"/class/{teacher.event}#{teacher.code}")
        self.page.fill("[name=name]", name)
        if level:
            self.page.check("[name=kind][value=level]")
            self.page.select_option("[name=level]", level)
        elif kind:
            self.page.check(f"[name=kind][value={kind}]")
        elif program is not None:
            self.page.set_input_files("#file", program)
        self.page.click("#register")
        self.page.wait_for_url("**/teams/*")
        self.page.wait_for_selector(READY)
        self.number = self.page.url.rsplit("/", 1)[1]
        expect(self.page.locator("h1")).to_have_text(name)


def archive(folder: Path, name: str, **files: str) -> Path:
    """A ZIP of these files; `start` is the body of its start.sh."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w") as made:
        for file, text in files.items():
            info = zipfile.ZipInfo("start.sh" if file == "start" else f"{file}.py")
            info.external_attr = 0o755 << 16
            made.writestr(info, text)
    return path


def without_start(folder: Path) -> Path:
    """A ZIP that nobody can start."""
    return archive(folder, "nothing", bot="print('hello')\n")


def crashing(folder: Path) -> Path:
    """A program that ends with a traceback."""
    return archive(
        folder,
        "crash",
        start=f'#!/bin/sh\ncd "$(dirname "$0")"\nexec {PYTHON} bot.py "$@"\n',
        bot="raise RuntimeError('forgot the engine')\n",
    )


def playing(folder: Path, name: str, misdeed: str = "behaves") -> Path:
    """A program that plays by the rules, or misbehaves in its own way."""
    team(folder / name, misdeed)
    return upload(folder / f"{name}.zip", folder / name)


SPY = """if asked == 1:
        import subprocess
        for order in ("cat {canary}", "rm -f {canary}", "ls /root /home", "touch /tmp/../owned"):
            print(order, subprocess.run(order, shell=True, capture_output=True, text=True).stdout, flush=True)
        for port in ({port}, 22, 80):
            try:
                import socket
                socket.create_connection(("127.0.0.1", port), 1).sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
                print("connected", port, flush=True)
            except OSError:
                pass"""


def hostile(folder: Path, name: str, canary: Path, port: int) -> Path:
    """A program that plays, and at first reads, deletes and telephones as far as it can."""
    team(folder / name)
    misdeed = SPY.format(canary=canary, port=port)
    (folder / name / "player.py").write_text(PLAYER.replace("{misdeed}", misdeed))
    return upload(folder / f"{name}.zip", folder / name)
