"""Tournaments of a class as plain data, ready for JSON: what everybody, a team and the operator may see."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from schwarm import players
from schwarm.bots import strengths
from schwarm.classroom import messages
from schwarm.classroom.classroom import Classroom
from schwarm.classroom.host import PAUSED, RUNNING
from schwarm.classroom.limits import MIB
from schwarm.classroom.lineups import compared, day_over
from schwarm.classroom.names import DELETED, LONGEST
from schwarm.classroom.notes import statistics
from schwarm.classroom.setup import HAND, KINDS, REMOTE, UPLOAD, ClassSetup, offered_presets
from schwarm.game import list_games
from schwarm.game.errors import Refusal
from schwarm.store import class_programs, classroom
from schwarm.store.class_programs import PASSED, TestRow, UploadRow
from schwarm.store.classroom import ClassRow, JournalRow, TeamRow
from schwarm.tournament.formats import preset
from schwarm.tournament.journal import game_lines
from schwarm.tournament.listing import Listed, listed_games
from schwarm.tournament.progress import Progress
from schwarm.tournament.qualification import GAMES
from schwarm.tournament.words import Fault, fault_in, in_languages

RESULTS: tuple[messages.Result, ...] = ("lost", "drawn", "won")  # by points
NEXT = 12  # matches to come that are told


class Standings:
    """Where tournaments stand, worked out once for each state: everybody asks every few seconds."""

    def __init__(self, room: Classroom) -> None:
        self._room = room
        self._kept: dict[int, tuple[Progress, messages.ClassStanding]] = {}

    def of(self, found: ClassRow) -> messages.ClassStanding:
        """Games played and planned, and the matches that come next."""
        state = self._room.host.progress(found)
        if state is None:
            return {"played": 0, "planned": 0, "results": 0, "next": [], "day_over": False, "last": None}
        kept = self._kept.get(found.id)
        if kept is None or kept[0] is not state:
            kept = self._kept[found.id] = (state, told_of(state, ClassSetup.model_validate_json(found.setup)))
        return kept[1]

    def forget(self, class_id: int) -> None:
        """A tournament has changed, or is gone."""
        self._kept.pop(class_id, None)


def told_of(state: Progress, setup: ClassSetup) -> messages.ClassStanding:
    """How far a tournament is."""
    matches = [match for phase in state.phases for group in phase.groups for match in group.matches]
    games = [game for match in matches for game in match.games if game.game is not None]
    last = max(games, key=lambda game: game.game or 0, default=None)
    coming: list[messages.NextMatch] = []
    open_games = state.open
    first = {game.key[:4]: game for game in reversed(open_games)}
    for match in matches:
        if len(coming) < NEXT and match.key in first and not match.games and match.away is not None:
            day = state.match_day(first[match.key].key)
            when = setup.days[day].isoformat() if day < len(setup.days) else None
            coming.append(
                {"day": day, "match": match_key(match.key), "names": [match.home, match.away], "when": when}
            )
    waits = setup.staged and day_over(state, setup)
    played = len(games)
    planned = played if state.endless else played + len(open_games)  # nobody knows what a ladder will need
    return {
        "played": played,
        "planned": planned,
        "results": state.results,
        "next": coming,
        "day_over": waits,
        "last": None if last is None else {"record": last.game or 0, "names": list(last.players)},
    }


def written(when: datetime | None) -> str | None:
    """A moment as it is told."""
    return None if when is None else when.isoformat()


def match_key(key: Sequence[int]) -> dict[str, int]:
    """Where a match belongs."""
    return dict(zip(("stage", "group", "day", "match"), key, strict=False))


def about(room: Classroom) -> messages.ClassOffer:
    """What this page offers a class."""
    why = room.no_uploads()
    limits = room.limits
    return {
        "uploads": not why,
        "trusted": not why and room.trusts,
        "why": None if why is None else in_languages(why),
        "kinds": {kind: None if (no := room.no_kind(kind)) is None else in_languages(no) for kind in KINDS},
        "levels": {game: players.bot_names(game) for game in list_games()},
        "elo": {game: {name: found.elo for name, found in strengths(game).items()} for game in list_games()},
        "presets": [preset_line(name) for name in offered_presets()],
        "on": ["local"] + ([room.means.on] if room.means.on != "local" else []),
        "limits": {
            "teams": limits.teams,
            "name": LONGEST,
            "upload_bytes": limits.upload_bytes,
            "upload_mib": limits.upload_bytes // MIB,
            "uploads": limits.uploads,
            "upload_every_s": limits.upload_every_s,
            "tests": limits.tests,
            "test_games": limits.test_games,
        },
    }


def preset_line(name: str) -> messages.Preset:
    """A preset in a list; `text` says its stages in the words of event files."""
    said = preset(name)
    return {
        "id": name,
        "name": said["name"],
        "game": said.get("game"),
        "text": "; ".join(stage_words(stage) for stage in said["stages"]),
        "move_ms": said.get("soft_ms"),
        "games": said["stages"][0].get("games"),
    }


def stage_words(stage: Mapping[str, Any]) -> str:
    """A stage in a few words."""
    words = [f"{stage['name']}: {stage.get('kind', 'round robin')}", f"{stage.get('games', 6)} games a match"]
    for key, text in (("groups", "{} groups"), ("rounds", "{} rounds"), ("take", "the best {}")):
        if stage.get(key, 0) > (1 if key == "groups" else 0):
            words.append(text.format(stage[key]))
    return ", ".join(words)


def line(found: ClassRow, teams: int) -> messages.ClassLine:
    """A tournament in a list."""
    setup = ClassSetup.model_validate_json(found.setup)
    return {
        "id": found.id,
        "name": setup.name,
        "game": setup.game,
        "state": found.state,
        "teams": teams,
        "event": found.event,
        "rehearsal": setup.rehearsal,
        "created": found.created.isoformat(),
    }


def event(room: Classroom, standings: Standings, found: ClassRow, *, operator: bool) -> messages.ClassEvent:
    """A tournament as everybody sees it; the operator sees more."""
    setup = ClassSetup.model_validate_json(found.setup)
    teams = classroom.teams(room.store, found.id)
    versions: dict[int, list[UploadRow]] = {}
    for upload in class_programs.uploads(room.store, found.id):
        versions.setdefault(upload.team, []).append(upload)
    said, standing = setup.said, standings.of(found)
    shown: messages.ClassEvent = {
        "id": found.id,
        "name": setup.name,
        "game": setup.game,
        "profile": said.get("profile", ""),
        "options": said.get("options", {}),
        "state": found.state,
        "deadline": written(setup.deadline),
        "days": [day.isoformat() for day in setup.days] or (HAND if setup.by_hand else "now"),
        "begun": setup.begun,
        "closes": written(setup.closes),
        "endless": setup.endless,
        "rehearsal": setup.rehearsal,
        "kinds": list(setup.kinds),
        "preset": setup.preset,
        "limits": {
            "move_ms": said.get("soft_ms", 2_000),
            "bank_ms": said.get("bank_ms"),
            "increment_ms": said.get("increment_ms", 0),
            "hand_s": setup.hand_s,
            "ready_s": setup.ready_s,
        },
        "leaving": setup.leaving,
        "format": "; ".join(stage_words(stage) for stage in said["stages"]),
        "stages": [dict(stage) for stage in said["stages"]],
        "event": found.event,
        "teams": [team_line(room, team, versions.get(team.id, []), operator=operator) for team in teams],
        "played": standing["played"],
        "planned": standing["planned"],
        "results": standing["results"],
        "next": standing["next"],
        "day_over": standing["day_over"],
        "last": standing["last"],
        "live": live(room, found),
        "operator": operator,
    }
    if operator:
        named = {team.id: team.name for team in teams}
        shown["absent"] = [
            {"id": team, "name": named[team], "seconds": None if left is None else round(left)}
            for team, left in room.host.absent(teams).items()
            if found.state in (RUNNING, PAUSED)
        ]
        shown["code"] = found.code
        shown["on"] = setup.on
        shown["journal"] = [journal_line(entry, named) for entry in classroom.journal(room.store, found.id)]
    return shown


def live(room: Classroom, found: ClassRow) -> list[messages.LiveGame]:
    """The games under way."""
    if found.state != RUNNING and found.event is None:
        return []
    return [
        {
            "key": list(one.game.task.key),
            "match": match_key(one.game.task.key),
            "names": [player.name for player in one.game.task.players],
            "ply": one.game.ply,
            "table": one.table or None,
            "missing": list(one.missing),
        }
        for one in room.host.live(found.id)
    ]


def team_line(
    room: Classroom, team: TeamRow, versions: Sequence[UploadRow], *, operator: bool
) -> messages.TeamLine:
    passed = [row.number for row in versions if row.state == PASSED]
    plays = team.plays if team.plays in passed else passed[-1] if passed else None
    shown: messages.TeamLine = {
        "id": team.id,
        "name": team.name,
        "kind": team.kind,
        "level": team.player or None,
        "ready": bool(passed) if team.kind == UPLOAD else True,
        "out": team.out,
    }
    if operator:
        shown["versions"] = len(versions)
        shown["plays"] = plays
        shown["qualification"] = trial(versions[-1]) if versions else None
    return shown


def trial(upload: UploadRow) -> messages.Trial:
    """How a version did, for those who look at all teams again and again."""
    return {"state": upload.state, "log": bool(upload.log), "progress": [upload.played, GAMES]}


def qualification(upload: UploadRow) -> messages.Qualification:
    """How a version did, with its log."""
    return {**trial(upload), "lines": list(map(log_line, upload.log))}


def log_line(line: Refusal) -> Fault:
    """A line of a log; what a program wrote is sent once, not per language."""
    found = in_languages(line)
    return {**found, "words": {}} if line.code == "told" else found


def journal_line(entry: JournalRow, named: Mapping[int, str]) -> messages.JournalLine:
    return {
        "when": entry.written.isoformat(),
        "what": entry.what,
        "who": entry.who,
        "team": None if entry.team is None else named.get(entry.team),
        "teams": [named.get(number, f"{DELETED} {number}") for number in entry.detail.get("concerned", [])],
        "reason": entry.reason,
        "why": in_languages(Refusal.of(why)) if (why := entry.detail.get("why")) else None,
        "detail": entry.detail,
    }


def team(room: Classroom, own: TeamRow) -> messages.TeamPage:
    """All that a team, and the operator, may know of it."""
    found = room.find(own.class_id)
    versions = class_programs.uploads_of(room.store, own.id)
    kept = class_programs.kept(room.store, own.id)
    teams = classroom.teams(room.store, found.id)
    named = {one.id: one.name for one in teams}
    place = room.means.contest() if own.kind == REMOTE else None
    state = room.host.progress(found)
    played = games(room, found, own.name, state)
    return {
        "id": own.id,
        "name": own.name,
        "event": line(found, len(teams)),
        "kind": own.kind,
        "level": own.player or None,
        "out": own.out,
        "reservation": reservation(own, place),
        "plays": room.version_of(own),
        "uploads": room.no_change(found) is None,
        "closes": written(ClassSetup.model_validate_json(found.setup).closes),
        "compared": compared(state, own),
        "versions": [
            {
                "number": row.number,
                "size": row.size,
                "sha": row.sha,
                "when": row.created.isoformat(),
                "kept": row.number in kept,
                "qualification": qualification(row),
            }
            for row in reversed(versions)
        ],
        "games": played,
        "statistics": statistics(played),
        "live": [game for game in live(room, found) if own.name in game["names"]],
        "tests": [test(row, own, named) for row in reversed(class_programs.tests_of(room.store, own.id))],
        "rivals": [
            {"id": one.id, "name": one.name}
            for one in teams
            if one.id != own.id and one.kind == UPLOAD and one.out is None
        ],
    }


def reservation(own: TeamRow, place: tuple[str, int] | None) -> messages.RemotePlace | None:
    """Where a remote client goes, and with what; None for all others."""
    if own.kind != REMOTE or place is None:
        return None
    return {"host": place[0], "port": place[1], "code": own.reservation}


def games(room: Classroom, found: ClassRow, name: str, state: Progress | None) -> list[messages.TeamGame]:
    """The games of a team as tables count them, newest first; `state` is where its tournament stands."""
    if found.event is None or state is None:
        return []
    lines = game_lines(room.store, found.event, name)
    return [game(one, name) for one in reversed(listed_games(lines, state, name))]


def game(one: Listed, name: str) -> messages.TeamGame:
    """A game from one team's side; `record` is None where nobody played, `counts` False if annulled."""
    played, line = one.played, one.line
    side = played.players.index(name)
    faults = line.faults if line else {}
    return {
        "key": list(one.key),
        "opponent": played.players[1 - side],
        "first": side == 0,
        "result": RESULTS[played.points[side]],
        "points": played.points[side],
        "reason": played.reason,
        "fault": fault_in(faults, name),
        "opponent_fault": fault_in(faults, played.players[1 - side]),
        "plies": line.plies if line else 0,
        "think_ms": round(line.think_ms[side], 1) if line else 0.0,
        "slowest_ms": round(line.slowest_ms[side], 1) if line else 0.0,
        "processor_ms": _rounded(line.processor_ms[side] if line else None),
        "record": played.game,
        "counts": one.counts,
    }


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 1)


def test(row: TestRow, own: TeamRow, named: Mapping[int, str]) -> messages.TestMatch:
    """A match of a team for itself as it stands, from its own side.

    `theirs`: another team has asked for it.
    """
    empty: dict[str, Any] = {
        "played": 0,
        "wins": 0,
        "draws": 0,
        "losses": 0,
        "score": None,
        "low": None,
        "high": None,
    }
    theirs = row.team != own.id
    result = empty | json.loads(row.result)
    if theirs and result["score"] is not None:
        result |= {"wins": result["losses"], "losses": result["wins"], "score": round(1 - result["score"], 4)}
        result |= {"low": round(1 - result["high"], 4), "high": round(1 - result["low"], 4)}
        for key in ("elo", "elo_low", "elo_high", "stronger"):
            result.pop(key, None)
    if "why" in result:
        result["why"] = in_languages(Refusal.of(result["why"]))
    other = row.team if theirs else row.rival
    shown = {
        "id": row.id,
        "version": row.rival_version if theirs else row.version,
        "against": row.against,
        "rival": None if other is None else named.get(other, f"{DELETED} {other}"),
        "theirs": theirs,
        "games": row.games,
        "when": row.created.isoformat(),
        "state": row.state,
        **result,
    }
    return cast(messages.TestMatch, shown)
