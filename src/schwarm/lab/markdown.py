"""Results for documents and terminals: Markdown tables, figures as files, a short table of text."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from schwarm.lab.measures.skill import WEAKER
from schwarm.lab.report import answers, compared, drawings, forest, groups
from schwarm.lab.results import ArmResult, Results
from schwarm.lab.standing import Grade, standing
from schwarm.lab.variants import BASE
from schwarm.lab.wording import StudyWords, findings

# In a file of its own a plot needs its colours with it.
COLOURS = {
    "--ink": "#1c2730", "--soft": "#55616b", "--line": "#dcd6c8", "--accent": "#0e6a72",
    "--red": "#c93a26", "--blue": "#2467b3", "--warn": "#b4540a", "--paper": "#fffdf8",
}  # fmt: skip


def to_markdown(results: Results) -> str:
    """The report as tables of Markdown."""
    words = StudyWords("en", results)
    lines = [f"# {results.name}", "", results.about, ""]
    lines += [
        words.text(
            "played",
            game=results.title,
            games=results.games,
            planned=results.planned,
            players=", ".join(results.players),
            variants=len(results.variants),
            opening=results.opening,
            seed=results.seed,
        ),
        "",
        f"## {words.text('findings')}",
        "",
        *(f"- {one['text']}" for one in findings(results, words)),
        "",
    ]
    if results.yardsticks:
        lines += [f"## {words.text('standing')}", "", words.text("standing_help"), ""]
        lines += [*standing_table(results, words), "", f"## {words.text('answers_title')}", ""]
        lines += [words.text("answers_help"), "", *answer_table(results, words), ""]
    for players in results.players:
        arms = results.of(players)
        lines += [f"## {players}", "", *_changes(results, arms, words), ""]
    lines += [f"## {words.text('base_rules')}", "", *base_table(results, words), ""]
    lines += [f"## {words.text('method')}", "", words.text("method_text"), ""]
    for name, text in results.measures.items():
        lines.append(f"- **{words.title(name)}**: {text.definition} (`{text.formula}`)")
    return "\n".join(lines) + "\n"


def _changes(results: Results, arms: list[ArmResult], words: StudyWords) -> list[str]:
    names = [name for name in compared(results) if any(name in arm.changes for arm in arms)]
    head = [words.text("variant"), "games", *(words.title(name) for name in names)]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    for arm in arms:
        row = [arm.title, str(arm.games)]
        for name in names:
            change = arm.changes.get(name)
            if change is None:
                row.append(words.figure(arm.figures[name][""], name) if name in arm.figures else "")
            else:
                sign = "**" if change.verdict == "differs" else ""
                equal = " =" if change.verdict == "same" else ""
                row.append(f"{sign}{words.change(change, name)}{sign}{equal}")
        rows.append(row)
    return [f"| {' | '.join(row)} |" for row in rows]


def standing_table(results: Results, words: StudyWords) -> list[str]:
    """How each player scores against the yardsticks under every rule; strong ones bold."""
    who = [one for one in results.alone if one not in results.yardsticks]
    rows = [[words.text("variant"), *who], ["---", *["---:"] * len(who)]]
    for variant, title in results.variants.items():
        row = [title]
        for player in who:
            found = standing(results, variant, player)
            mark = "**" if found.level is Grade.STRONG else ""
            said = [f"{stick} {words.figure(score, WEAKER)}" for stick, score in found.scores.items()]
            if found.level is Grade.STRONG:
                said[0] = words.beats(found.scores)
            row.append(f"{mark}{words.level(found.level)}{mark}: {', '.join(said)}" if said else "")
        if any(row[1:]):
            rows.append(row)
    return [f"| {' | '.join(row)} |" for row in rows]


def answer_table(results: Results, words: StudyWords) -> list[str]:
    """What the strong players say together, in signs."""
    names = [name for name in compared(results) if name != WEAKER]
    rows = [[words.text("variant"), *map(words.title, names)], ["---", *["---"] * len(names)]]
    for variant, found in answers(results).items():
        said = [words.answer(found[name].answer) if name in found else "" for name in names]
        rows.append([results.variants[variant], *said])
    return [f"| {' | '.join(row)} |" for row in rows]


def base_table(results: Results, words: StudyWords) -> list[str]:
    """All plain measures of the base."""
    alone = [one for one in results.players if (arm := results.arm(BASE, one)) and not arm.match]
    rows = [["", *alone], ["---", *["---:"] * len(alone)]]
    for names in groups(results).values():
        for name in names:
            found = [results.arm(BASE, players) for players in alone]
            row = [
                words.figure(arm.figures[name][""], name) if arm and name in arm.figures else ""
                for arm in found
            ]
            if any(row):
                rows.append(
                    [f"{words.title(name)}, {words.unit(name)}".removesuffix(", ").removesuffix(", %"), *row]
                )
    return [f"| {' | '.join(row)} |" for row in rows]


def in_terminal(results: Results) -> str:
    """A few columns of text for a quick look."""
    words = StudyWords("en", results)
    names = ("first_side", "plies", "stopped", "branching")
    lines = []
    for players in results.players:
        arms = results.of(players)
        wide = max(len(arm.title) for arm in arms)
        lines.append(f"{players}, {arms[0].games} games each, 95 % intervals")
        head = "".join(f"  {words.title(name):<26}" for name in names)
        lines.append(f"  {'':{wide}}{head}".rstrip())
        for arm in arms:
            row = ""
            for name in names:
                change = arm.changes.get(name)
                mark = "*" if change and change.verdict == "differs" else ""
                row += f"  {words.figure(arm.figures[name][''], name) + mark:<26}"
            lines.append(f"  {arm.title:{wide}}{row}".rstrip())
    lines.append("* differs from the base for sure (Holm's correction, 5 %)")
    return "\n".join(lines)


def write_figures(results: Results, folder: Path, language: str = "en") -> list[Path]:
    """Every plot as an SVG file that stands alone."""
    words = StudyWords(language, results)
    alone = results.alone
    matches = [one for one in results.players if one not in alone]
    found = {f"forest-{name}": forest(results, words, name, alone) for name in compared(results)}
    if matches and "weaker" in found:
        found["forest-weaker"] = forest(results, words, "weaker", matches)
    found |= {
        name.replace(" ", "-").replace("#", "-"): plot
        for name, plot in drawings(results, words, alone).items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    style = files("schwarm.lab").joinpath("templates", "lab.css").read_text("utf-8")
    plain = style[style.index(".plot {") : style.index(".progress {")]
    for name, colour in COLOURS.items():
        plain = plain.replace(f"var({name})", colour)
    plain = " ".join(plain.split())
    written = []
    for name, plot in found.items():
        if plot:
            path = folder / f"{name}.svg"
            back = f'<rect width="100%" height="100%" fill="{COLOURS["--paper"]}"/>'
            opened = plot.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
            path.write_text(
                opened.replace("</title>", f"</title><style>{plain}</style>{back}", 1) + "\n", "utf-8"
            )
            written.append(path)
    return written
