/** Calls the visitor back when it is their turn: in the tab's title, and as a notification if they wish. */

import { setting } from "../shared/settings.js";
import { t, title } from "../shared/texts.js";

let called = -1;

/** @param {import("../types").State} state @param {boolean} turn is it the visitor's? */
export function attract(state, turn) {
  const name = title(state.game);
  document.title = `${state.end ? t("ui/ended_title") : turn ? `● ${t("ui/your_turn")}` : name} – ${turn || state.end ? name : "schwarm"}`;
  if (!turn || !document.hidden || called === state.ply) return;
  called = state.ply;
  if (setting("notify") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(t("ui/your_turn"), { body: name, tag: state.id, icon: "/static/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
