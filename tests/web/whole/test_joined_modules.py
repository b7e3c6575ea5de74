"""All modules of a page come as one file, which does what they would do one by one: Node.js runs it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from schwarm.game import list_games
from schwarm.web.boards.modules import JoinedModules
from tests.web.shared.site import in_memory
from tests.web.whole.test_links import PAGES

MODULES = {
    "value.js": 'said("value");\nexport const one = 1;\nexport const list = [1,\n  2];\n',
    "deep/kinds.js": (
        "/*! a licence */\n"
        "/**\n * Says who it is.\n * @returns {string}\n */\n"
        'export function name() {\n  return "name";\n}\n'
        'export async function late() {\n  return "late";\n}\n'
        "export class Box {}\nconst inner = 3;\nexport { inner as outer, inner };\n"
    ),
    "standard.js": "export default { a: 1 };\n",
    "page.js": (
        'import "./value.js";\n'
        'import STANDARD, { a as never } from "./standard.js";\n'
        'import * as kinds from "./deep/kinds.js";\n'
        'import {\n  list,\n  one as first,\n} from "./value.js";\n'
        'export { name, late as later } from "./deep/kinds.js";\n'
        "said([STANDARD.a, never, kinds.name(), kinds.outer, kinds.inner, first, list.length]);\n"
        "export const page = true;\n"
    ),
    "waits.js": (
        'import { one } from "./value.js";\nsaid("begun");\n'
        'if (one) await new Promise((done) => setTimeout(done));\nsaid("ended");\n'
    ),
    "fails.js": 'import { one } from "./value.js";\nthrow new Error(`failed ${one}`);\n',
    "let.js": "const a = 1;\n\nexport let b = a;\n",
    "round.js": 'import { about } from "./about.js";\n',
    "about.js": 'import "./round.js";\nexport const about = 1;\n',
    "missing.js": 'import "./nowhere.js";\n',
    "exports-late.js": "const it = await 1;\nexport const late = it;\n",
    "needs-waits.js": 'import { late } from "./exports-late.js";\n',
    "later.js": 'export const open = () => import("./value.js"); // of {import("./types").Kind}\n',
}
SAID = """const heard = [];
globalThis.said = (what) => heard.push(what);
globalThis.reportError = (fault) => said(fault.message);
"""


PARSED = """const texts = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
for (const [name, text] of Object.entries(texts))
  try {
    new (require("node:vm").SourceTextModule)(text);
  } catch (fault) {
    console.log(name, String(fault));
  }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> TestClient:
    return TestClient(
        JoinedModules({f"/{file.relative_to(folder)}": str(file) for file in folder.rglob("*.js")})
    )


def heard(folder: Path, *texts: str) -> Any:
    """What modules say that run one after the other, and the names of those that are kept."""
    files = [folder / f"run{number}.mjs" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    imports = "".join(f"said(Object.keys(await import({json.dumps(str(file))})));\n" for file in files)
    end = "await new Promise((done) => setTimeout(done, 20));\nconsole.log(JSON.stringify(heard));\n"
    told = subprocess.run(
        ["node", "--input-type=module", "-e", SAID + imports + end],
        check=True,
        capture_output=True,
    )
    return json.loads(told.stdout)


def test_joined_modules_import_and_export_as_single_ones_do(client: TestClient, folder: Path) -> None:
    text = client.get("/page.js").text
    said = heard(folder, text)
    assert said[:2] == ["value", [1, None, "name", 3, 3, 1, 2]]
    assert sorted(said[2]) == ["later", "name", "page"]
    assert "a licence" in text
    assert "Says who" not in text


def test_a_module_that_several_files_bring_along_runs_once(client: TestClient, folder: Path) -> None:
    said = heard(folder, client.get("/page.js").text, client.get("/value.js").text)
    assert said.count("value") == 1
    assert sorted(said[-1]) == ["list", "one"]


def test_neither_a_fault_nor_waiting_stops_the_other_modules_of_a_page(
    client: TestClient, folder: Path
) -> None:
    said = heard(folder, client.get("/fails+waits+page.js").text)
    assert said[:3] == ["value", "failed 1", "begun"]
    assert said.index("ended") > said.index([1, None, "name", 3, 3, 1, 2])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("let", "let.js, line 3: 'export let b = a;' cannot be joined"),
        ("round", "round.js imports about.js imports round.js: a circle of imports"),
        ("missing", "missing.js imports ./nowhere.js, and there is no nowhere.js"),
        ("needs-waits", "exports-late.js, line 1: 'const it = await 1;' cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_told_by_name_and_line(client: TestClient, name: str, told: str) -> None:
    assert f"throw new SyntaxError({json.dumps(told)});" in client.get(f"/{name}.js").text


def test_a_module_that_was_mended_is_joined_at_once(client: TestClient, folder: Path) -> None:
    assert "SyntaxError" in client.get("/let.js").text
    (folder / "let.js").write_text("export const mended = 1;\n")
    assert "SyntaxError" not in client.get("/let.js").text


def test_what_is_imported_later_comes_as_a_file_of_its_own(client: TestClient) -> None:
    text = client.get("/later.js").text
    assert 'import("/static/modules/value.js")' in text
    assert 'import("./types")' in text
    assert "said" not in text


@pytest.mark.parametrize("asked", ["", "page", "none.js", "page+none.js", "chess@page.js", "%2e%2e/page.js"])
def test_only_modules_of_the_page_are_joined(client: TestClient, asked: str) -> None:
    assert client.get(f"/{asked}").status_code == 404


def test_the_modules_of_every_page_make_a_file_that_can_be_read(tmp_path: Path) -> None:
    asked = re.compile(r'src="(/static/modules/[^"]+)"')
    with in_memory(tmp_path) as client:
        addresses = {address for page in PAGES for address in asked.findall(client.get(page).text)}
        texts = {address: client.get(address).text for address in addresses}
    (tmp_path / "texts.json").write_text(json.dumps(texts))
    told = subprocess.run(
        ["node", "--no-warnings", "--experimental-vm-modules", "-e", PARSED, str(tmp_path / "texts.json")],
        capture_output=True,
        text=True,
    )
    assert (told.stdout, told.returncode) == ("", 0), told.stderr
    assert len(addresses) > 15


def test_the_boards_of_a_page_about_a_game_are_those_of_that_game(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        found = {about: client.get(f"/static/modules/{about}boards.js").text for about in ("", "hive@")}
    named = [
        [game for game in list_games() if f"// games/{game}/board.js" in text] for text in found.values()
    ]
    assert named[1] == ["hive"]
    assert len(named[0]) > 1
