"""Studies on the page and in the API: which there are, how far they are, and what they found."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from schwarm.lab import shipped
from schwarm.lab.errors import LabError
from schwarm.lab.journal import StudyJournal, StudyLine, listed
from schwarm.lab.report import shown
from schwarm.lab.results import Results, kept, results
from schwarm.web.shared.asking import REFUSALS
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import language_of, missing, page
from schwarm.web.shared.texts import catalogue
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.routes import TheTables

router = APIRouter()
Number = Annotated[int, Path(ge=1, le=2**53)]
LISTED = 50
QUICK = 1500  # games of which results are worked out while somebody waits


def found(open_tables: OpenTables, number: int) -> Results | None:
    """What a study found; None while there is nothing to show. Problem 404 if there is no such study."""
    try:
        journal = StudyJournal(open_tables.store, number)
    except LabError as error:
        raise Problem(404, "not_found", str(error)) from None
    known = kept(journal)
    if known is not None:
        return known
    played = len(journal.keys())
    return results(journal) if 0 < played <= QUICK else None


def line_of(open_tables: OpenTables, number: int) -> StudyLine:
    """How far a study is."""
    for line in listed(open_tables.store, LISTED):
        if line.id == number:
            return line
    raise Problem(404, "not_found", f"expected the number of a study in the store, not {number}")


@router.get("/api/studies", tags=["lab"], responses=REFUSALS)
def list_studies(open_tables: TheTables) -> list[StudyLine]:
    """The newest studies of rule variants, with how far they are."""
    return listed(open_tables.store, LISTED)


@router.get("/api/studies/{number}", tags=["lab"], responses=REFUSALS)
def show_study(open_tables: TheTables, number: Number) -> Results:
    """All figures of a study with their intervals."""
    said = found(open_tables, number)
    if said is None:
        raise Problem(404, "not_found", "no results have been worked out yet: schwarm lab report")
    return said


@router.get("/lab", include_in_schema=False)
def lab_page(request: Request, open_tables: TheTables) -> Response:
    """All studies."""
    known = [(name, game, shipped.shipped(name)) for name, game in shipped.names().items()]
    return page(request, "lab.html", studies=listed(open_tables.store, LISTED), shipped=known)


@router.get("/lab/shipped/{name}", include_in_schema=False)
def shipped_page(request: Request, name: str) -> Response:
    """A study that a game brought along: the same report, whose games are elsewhere."""
    if name not in shipped.names():
        return missing(request)
    language = language_of(request)
    about = catalogue(language)["lab"]["about_of"].get(name)
    said = shipped.shipped(name).model_copy(update={"about": about} if about else {})
    return page(request, "study.html", line=None, found=True, **shown(said, language))


@router.get("/lab/{number}", include_in_schema=False)
def study_page(request: Request, open_tables: TheTables, number: Number) -> Response:
    """One study: the same report that `schwarm lab report` writes."""
    line, said = line_of(open_tables, number), found(open_tables, number)
    more: dict[str, Any] = {} if said is None else shown(said, language_of(request), links=True)
    return page(request, "study.html", line=line, found=said is not None, **more)
