/** An event for everybody in the room: boards, table, next matches and finals in turn, and the winner at the end. */

import { call, locale } from "./api.js";
import { secretOfAddress } from "./memory.js";
import { watch } from "./parts.js";
import { Boards } from "./beamer-boards.js";
import { bracket, joinNow, nextMatches, tables, winners } from "./beamer-scenes.js";
import { currentStage, stageName } from "./places.js";
import { h, must } from "../shared/dom.js";
import { ask } from "../shared/server.js";
import { apply } from "../shared/settings.js";
import { data, t } from "../shared/texts.js";
import { html, show as put } from "../shared/view.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */
/** @typedef {import("../types").EventView} Tournament */
/** @typedef {{key: string, title: string, draw: (place: HTMLElement) => void}} Scene */

const TURN_MS = Number(new URLSearchParams(location.search).get("seconds") ?? 12) * 1000;
const WANTED = new URLSearchParams(location.search).get("scene") ?? ""; // who follows a link to the boards stays with them
const LOOK_MS = 2000;
const TABLES_MS = 6000; // ratings take the server a while
/** @type {ClassEvent | null} */ let event = null;
/** @type {Tournament | null} */ let tournament = null;
let shown = ""; // the key of the scene on the wall
let drawn = ""; // what it showed
let told = 0; // when the tables were last asked for
let known = -1; // ... and of which results they were
let held = false;
let since = performance.now();
const boards = new Boards(data.event);

/** The scenes that make sense now, in their order. @param {ClassEvent} now @returns {Scene[]} */
function scenes(now) {
  if (now.state === "open" || now.state === "closed")
    return [
      {
        key: "join",
        title: t(now.state === "open" ? "class/beamer/join" : "class/beamer/soon"),
        draw: (place) => joinNow(place, now),
      },
    ];
  /** @type {Scene[]} */ const found = [];
  const whole = tournament;
  const stage = whole && currentStage(whole);
  if (now.state === "finished" && whole)
    found.push({ key: "winner", title: t("class/beamer/winners"), draw: (place) => winners(place, whole) });
  if (boards.any(now))
    found.push({
      key: "boards",
      title: t(now.live.length ? "class/beamer/live" : "class/beamer/replayed"),
      draw: (place) => boards.draw(place),
    });
  if (stage?.bracket)
    found.push({
      key: "bracket",
      title: stageName(stage.name),
      draw: (place) => bracket(place, stage, data.words.rounds),
    });
  for (const group of stage && !stage.bracket ? stage.groups : [])
    found.push({
      key: `table-${group.number}`,
      title:
        stage && stage.groups.length > 1
          ? `${stageName(stage.name)}: ${data.words.group} ${group.number + 1}`
          : t("class/beamer/table"),
      draw: (place) => tables(place, group),
    });
  if (now.next.length && now.state !== "finished")
    found.push({ key: "next", title: t("class/beamer/next"), draw: (place) => nextMatches(place, now) });
  return found;
}

/** Put a scene on the wall, anew only if it would look different. @param {Scene[]} all @param {Scene} scene */
function show(all, scene) {
  const state =
    scene.key === "boards" ? scene.title : JSON.stringify([scene.title, event, known, tournament?.finished]);
  if (scene.key !== shown) since = performance.now();
  if (scene.key === shown && state === drawn) return;
  if (scene.key !== shown) must("#scene").replaceWith(h("div", { id: "scene" })); // scenes share nothing
  must("#scene").className = `scene scene-${scene.key.split("-")[0]}`;
  must("#scene-title").textContent = scene.title;
  document.body.dataset.scene = scene.key;
  scene.draw(must("#scene"));
  [shown, drawn] = [scene.key, state];
  put(
    "#dots",
    all.map((one) => html`<span class=${one.key === scene.key ? "dot on" : "dot"}></span>`),
  );
}

/** @param {number} by how many scenes to go on */
function turn(by) {
  if (!event) return;
  const all = scenes(event);
  if (!all.length) return;
  const at = all.findIndex((scene) => scene.key === shown);
  show(all, /** @type {Scene} */ (all[(Math.max(at, by > 0 ? at : 0) + by + all.length) % all.length]));
}

function head() {
  if (!event) return;
  document.title = `${event.name} – schwarm`;
  document.body.dataset.state = event.state;
  must("#name").textContent = event.name;
  const begun = !["open", "closed"].includes(event.state);
  must("#progress-text").textContent = begun
    ? t(event.endless ? "class/games_played" : event.state === "paused" ? "class/now/paused" : "class/games_of", {
        played: event.played,
        planned: event.planned,
      })
    : "";
  const bar = /** @type {HTMLProgressElement} */ (must("#progress"));
  bar.hidden = !begun;
  bar.max = event.planned || 1;
  bar.value = event.played;
  must("#clock").textContent = new Date().toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

async function look() {
  try {
    const next = /** @type {ClassEvent} */ (await call(`/events/${data.event}`));
    const old = !tournament || next.state !== event?.state || performance.now() - told > TABLES_MS;
    event = next;
    if (event.event && old && event.results !== known) {
      tournament = /** @type {Tournament} */ (await ask(`/api/events/${event.event}/tables`));
      [told, known] = [performance.now(), tournament.results]; // the server may not have the newest at hand
    }
    document.body.classList.remove("offline");
  } catch {
    document.body.classList.add("offline"); // the wall keeps what it shows until the page is back
    return;
  }
  head();
  const all = scenes(event);
  const here = all.find((scene) => scene.key === shown) ?? all.find((scene) => scene.key === WANTED) ?? all[0];
  if (here) show(all, here);
}

/** @param {boolean} on */
function hold(on) {
  held = on;
  since = performance.now();
  must("#held").textContent = on ? t("class/beamer/held") : "";
  must("#hold").setAttribute("aria-pressed", String(on));
  must("#hold").textContent = t(on ? "class/beamer/go" : "class/beamer/hold");
}

const fill = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
must("#hold").addEventListener("click", () => hold(!held));
must("#full").addEventListener("click", () => void fill());
addEventListener("keydown", (pressed) => {
  if (pressed.target instanceof HTMLButtonElement && (pressed.key === " " || pressed.key === "Enter")) return;
  if (pressed.key === " ") hold(!held);
  else if (pressed.key === "ArrowRight") turn(1);
  else if (pressed.key === "ArrowLeft") turn(-1);
  else if (pressed.key.toLowerCase() === "f") void fill();
  else return;
  pressed.preventDefault();
});
apply();
const secret = secretOfAddress();
if (secret) sessionStorage.setItem(`class:code:${data.event}`, secret);
if (WANTED) hold(true);
await look();
document.body.dataset.ready = "yes";
void watch(look, () => LOOK_MS); // one look after the other: an older answer must not come last
setInterval(() => {
  if (!held && performance.now() - since > TURN_MS) turn(1);
}, 250);
