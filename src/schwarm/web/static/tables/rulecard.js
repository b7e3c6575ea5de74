/** What is played at a table: the game, its aim, its profile and every option that differs, and its seed. */

import { t, title, told } from "../shared/texts.js";
import { html } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Book} Book */

/** The options that differ from the profile's own. @param {{profile: string, options: Record<string, boolean |
 * number | string>}} scene @param {Book} book @returns {[string, boolean | number | string][]} */
export function changedOptions(scene, book) {
  const profile = book.profiles[scene.profile] ?? {};
  return book.options
    .filter((option) => scene.options[option.name] !== undefined)
    .filter((option) => scene.options[option.name] !== (profile[option.name] ?? option.default))
    .map((option) => [option.name, /** @type {boolean | number | string} */ (scene.options[option.name])]);
}

/** The same as parameters of an address. @param {Snapshot} scene @param {Book} book @returns {URLSearchParams} */
export function setupQuery(scene, book) {
  const query = new URLSearchParams({ profile: scene.profile });
  for (const [name, value] of changedOptions(scene, book)) query.set(`o.${name}`, String(value));
  return query;
}

/** An option's value in words. @param {string} option where its texts are @param {boolean | number | string} value */
const said = (option, value) =>
  typeof value === "boolean" ? t(value ? "ui/yes" : "ui/no") : told(`${option}/values/${value}`, String(value));

/** The options that differ, in words. @param {{profile: string, options: Record<string, boolean | number | string>}}
 * scene @param {Book} book @returns {[string, string][]} */
export const changedRules = (scene, book) =>
  changedOptions(scene, book).map(([name, value]) => [
    told(`games/${book.name}/options/${name}/name`, name.replaceAll("_", " ")),
    said(`games/${book.name}/options/${name}`, value),
  ]);

/** Names with what is true of them, for a list of definitions. @param {[string, string][]} rows */
export const terms = (rows) => rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);

/** @param {Snapshot} scene @param {Book} book @param {string | null} seed */
export function ruleCard(scene, book, seed) {
  const rows = /** @type {[string, string][]} */ ([
    [t("ui/rulecard/profile"), told(`ui/profiles/${scene.profile}`, scene.profile)],
    ...changedRules(scene, book),
    ...(seed === null ? [] : [[t("ui/rulecard/seed"), seed]]),
  ]);
  return html`<h2>${title(book.name)}</h2><p class="aim-line">${told(`games/${book.name}/tagline`, "")}</p>
    <dl class="setup-list">${terms(rows)}</dl>
    <a href="/rules/${book.name}" target="_blank">${t("ui/rulecard/rules", { game: title(book.name) })}</a>`;
}
