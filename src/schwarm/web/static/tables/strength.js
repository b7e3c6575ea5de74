/** Bots to choose from, with the Elo that was measured for them. */

import { levelName, t } from "../shared/texts.js";
import { html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Book} Book */

export const PROGRAM = "program:"; // before a program's name among the players

/** A bot with its Elo, or its name alone if nobody has measured it. @param {string} name @param {number} [elo] */
const withElo = (name, elo) => (elo === undefined ? name : t("strength/with_elo", { level: name, elo }));

/** What a level is called in a list of bots alone. @param {string} level @param {number} [elo] */
export const levelChoice = (level, elo) => withElo(levelName(level), elo);

/** What a level is called where others may be chosen, too. @param {string} level @param {number} [elo] */
export const botChoice = (level, elo) => withElo(t("ui/bot_level", { level: levelName(level) }), elo);

/**
 * The bots of a game as options, weakest first. @param {Book} book @param {string} chosen
 * @param {(level: string, elo?: number) => string} [naming]
 */
export const botOptions = (book, chosen, naming = botChoice) =>
  book.levels.map(
    (name) =>
      html`<option value=${name} ?selected=${name === chosen}>${naming(name, book.strengths[name]?.elo)}</option>`,
  );

const WORDED = ["1", "3", "5", "7", "10"]; // levels that words stand for; the others come after "more"

/** The bots of a game as options: five words first, all others with their Elo after them.
 * @param {Book} book @param {string} chosen */
export function wordedOptions(book, chosen) {
  const first = book.levels.filter((name) => WORDED.includes(name));
  if (first.length < WORDED.length) return botOptions(book, chosen, levelChoice);
  const others = { ...book, levels: book.levels.filter((name) => !first.includes(name)) };
  return html`${botOptions({ ...book, levels: first }, chosen, (name) => t(`strength/words/${name}`))}
    <optgroup label=${t("strength/more")}>${botOptions(others, chosen, levelChoice)}</optgroup>`;
}

/** Bots and programs of a game as options, in groups. @param {Book} book @param {string[]} programs
 * @param {string} chosen @param {(level: string, elo?: number) => string} [naming] */
export function playerOptions(book, programs, chosen, naming) {
  const offered = programs.map(
    (name) => html`<option value=${PROGRAM + name} ?selected=${PROGRAM + name === chosen}>${name}</option>`,
  );
  return html`<optgroup label=${t("ui/bots")}>${botOptions(book, chosen, naming)}</optgroup>
    ${offered.length ? html`<optgroup label=${t("ui/programs")}>${offered}</optgroup>` : nothing}`;
}
