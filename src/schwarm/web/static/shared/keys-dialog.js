/** The list of keys, which "?" opens, and a button of the settings. */

import { data, t } from "./texts.js";
import { html, openDialog } from "./view.js";

/** Where they work, and which they are there; their texts tell what they do. @type {[string, [string, string][]][]} */
const KEYS = [
  [
    "board",
    [
      ["← → ↑ ↓", "move"],
      ["Enter", "choose"],
      ["Esc", "let_go"],
      ["Enter", "plan"],
      ["", "draw"],
    ],
  ],
  [
    "looking_back",
    [
      ["← →", "step"],
      ["Home End", "ends"],
      ["N P", "mistakes"],
    ],
  ],
  [
    "camera",
    [
      ["Shift ← → ↑ ↓", "look"],
      ["+ −", "zoom"],
      ["0", "follow"],
    ],
  ],
  ["everywhere", [["?", "keys"]]],
];

/** Keys of a game's own board, by its name; its module adds them. @type {Map<string, [string, string][]>} */
export const keysOfGames = new Map();

/** Open it. */
export function openKeys() {
  if (document.querySelector("#keys-dialog")) return;
  const row = (/** @type {string} */ place, /** @type {[string, string]} */ [names, what]) => {
    const keys = names ? names.split(" ") : [t("ui/keys/board/right")];
    return html`<dt>${keys.map((name) => html`<kbd>${name}</kbd>`)}</dt><dd>${t(`ui/keys/${place}/${what}`)}</dd>`;
  };
  const own = keysOfGames.get(data?.book?.name);
  const all = own ? [KEYS[0], [`${data.book.name}`, own], ...KEYS.slice(1)] : KEYS;
  // A long list is read from its beginning.
  openDialog(
    html`<dialog id="keys-dialog" aria-label=${t("ui/keys/title")}><h2 tabindex="-1" autofocus>${t("ui/keys/title")}</h2>
      ${
        /** @type {typeof KEYS} */ (all).map(
          ([place, keys]) => html`<h3>${t(`ui/keys/${place}/name`)}</h3>
          <dl class="keys">${keys.map((one) => row(place, one))}</dl>`,
        )
      }
      <form method="dialog" class="buttons"><button class="primary">${t("ui/settings/done")}</button></form></dialog>`,
  );
}
