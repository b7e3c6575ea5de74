/** The list of keys, which "?" opens, and a button of the settings. */

import { h } from "./dom.js";
import { t } from "./texts.js";

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

/** Open it. */
export function openKeys() {
  if (document.querySelector("#keys-dialog")) return;
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { id: "keys-dialog", "aria-label": t("ui/keys/title"), close: () => dialog.remove() },
      h("h2", { tabindex: "-1", autofocus: true }, t("ui/keys/title")), // a long list is read from its beginning
      ...KEYS.flatMap(([place, keys]) => [
        h("h3", {}, t(`ui/keys/${place}/name`)),
        h(
          "dl",
          { class: "keys" },
          ...keys.flatMap(([names, what]) => [
            h("dt", {}, ...(names ? names.split(" ") : [t("ui/keys/board/right")]).map((name) => h("kbd", {}, name))),
            h("dd", {}, t(`ui/keys/${place}/${what}`)),
          ]),
        ),
      ]),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "primary", click: close }, t("ui/settings/done")),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
}
