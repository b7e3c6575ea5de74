"""What is asked of every page: no serious finding of axe, nothing to scroll sideways."""

from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS, Axe
from playwright.sync_api import Page

SERIOUS = {"serious", "critical"}
# The controls that can be seen, as a list of elements.
CONTROLS = """[...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.getBoundingClientRect().width > 1)"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"  # how far the page can be scrolled to the side


def misnamed(page: Page) -> list[str]:
    """What has a name that does not contain the words one sees on it."""
    only = {"runOnly": {"type": "rule", "values": ["label-content-name-mismatch"]}}
    rules = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
    found = Axe().run(page, options=DEFAULT_OPTIONS | only | rules)
    return [node["html"][:160] for one in found.response["violations"] for node in one["nodes"]]


def findings(page: Page, only: str = "") -> list[str]:
    """What axe finds of weight, by all of its rules or by one alone."""
    alone = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
    # By default only what is wrong is told node by node: to tell all took twice the time.
    results = Axe().run(page, options=DEFAULT_OPTIONS | alone).response
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in results["violations"]
        if one["impact"] in SERIOUS
    ]
