"""Pictures of a class tournament, to look at: `python -m tests.web.shots.classes FOLDER`.

Teacher and teams are walked through a small tournament; each page is taken on a desktop, a laptop and a
telephone held upright and across, light in English and dark in German, and the projector's view at its two
usual sizes.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.classroom.people import Teacher, Team, class_site, crashing, playing
from tests.web.shared.player import READY
from tests.web.shared.site import CHROMIUM, FLAGS
from tests.web.shots.boards import LOOKS, SIZES

WALLS = {"wall-720": (1280, 720), "wall-1080": (1920, 1080)}
NAMES = ("Die Piranhas von nebenan", "Byte Buddies", "Schwarmintelligenz", "Rekursion", "Null Pointer")


class Camera:
    """Takes the same page in every size and look, with what one browser remembers."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder

    def take(self, name: str, page: Page, *, open_all: bool = False) -> None:
        """A page with the storage of the browser that has it open."""
        self._take(name, page, SIZES, whole=True, open_all=open_all)

    def wall(self, name: str, page: Page, scene: str) -> None:
        """The projector's view; it is turned until it shows this scene."""
        self._take(name, page, WALLS, whole=False, scene=scene)

    def _take(
        self,
        name: str,
        page: Page,
        sizes: dict[str, tuple[int, int]],
        *,
        whole: bool,
        scene: str = "",
        open_all: bool = False,
    ) -> None:
        kept, address = page.context.storage_state(), page.url
        session = page.evaluate("({...sessionStorage})")
        for scheme, locale in LOOKS:
            for size, (width, height) in sizes.items():
                touch = size in ("phone", "across")
                context = self.browser.new_context(
                    viewport={"width": width, "height": height},
                    has_touch=touch,
                    is_mobile=touch,
                    color_scheme=scheme,  # type: ignore[arg-type]
                    locale=locale,
                    reduced_motion="reduce",
                    storage_state=kept,
                )
                own = context.new_page()
                own.add_init_script(f"Object.assign(sessionStorage, {session})")
                own.goto(address)
                own.wait_for_selector(READY)
                if open_all:
                    own.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
                for _ in range(12):
                    if not scene or (own.get_attribute("body", "data-scene") or "").startswith(scene):
                        break
                    own.keyboard.press("ArrowRight")
                own.wait_for_timeout(1500 if scene == "boards" else 300)
                own.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png", full_page=whole)
                context.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        home = Path(place)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with class_site(home) as site:
            camera = Camera(browser, folder)
            teacher = Teacher(browser, site)
            teacher.create("Informatik-Turnier der 9b", clock="move:200")
            wall = Team(browser, site)
            wall.open(f"/class/{teacher.event}/beamer#{teacher.code}")
            joiner = Team(browser, site)
            joiner.open(f"/class/{teacher.event}#{teacher.code}")
            camera.take("join", joiner.page)
            teams = {name: Team(browser, site) for name in NAMES}
            teams[NAMES[0]].join(teacher, NAMES[0], program=playing(home / "programs", "good"))
            teams[NAMES[1]].join(teacher, NAMES[1], program=crashing(home / "programs"))
            for name, level in zip(NAMES[2:], ("3", "greedy", "random"), strict=True):
                teams[name].join(teacher, name, level=level)
            teacher.team_state(NAMES[0], "qualified")
            teacher.team_state(NAMES[1], "not qualified")
            camera.take("desk-open", teacher.page)
            camera.take("team-failed", teams[NAMES[1]].page)
            camera.wall("join", wall.page, "join")
            own = teams[NAMES[0]].page
            own.select_option("#test [name=games]", "10")
            own.click("#test button")
            own.wait_for_selector(".test .state.done", timeout=600_000)
            teacher.press("start")
            teacher.page.click("dialog button[value=yes]")
            teacher.state("running")
            for scene in ("boards", "table", "next"):
                camera.wall(scene, wall.page, scene)
            camera.take("desk-running", teacher.page)
            teacher.state("finished")
            camera.take("team", own)
            camera.take("desk-finished", teacher.page)
            camera.wall("winner", wall.page, "winner")
            teacher.open("/operate")
            camera.take("operate", teacher.page)
            camera.take("operate-more", teacher.page, open_all=True)
            teacher.open(f"/class/{teacher.event}/certificates")
            camera.take("certificates", teacher.page)
            teacher.page.pdf(path=folder / "certificates.pdf", prefer_css_page_size=True)
            own.goto(site.url)
            camera.take("home", own)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.web.shots.classes", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="where to write the pictures; made if it is not there")
    main(parser.parse_args().folder)
