/** A few soft sounds, made here and now: heard from the first move on, unless somebody mutes them. */

import { s } from "../shared/dom.js";
import { remember, setting } from "../shared/settings.js";

let context = /** @type {AudioContext | null} */ (null);

/**
 * What is heard: [hertz at first, hertz at last, seconds until it begins, seconds it lasts, loudness, form]. Noise is
 * filtered around its hertz.
 * @type {Record<string, [number, number, number, number, number, OscillatorType | "noise"][]>}
 */
const SOUNDS = {
  move: [[320, 160, 0, 0.14, 0.18, "triangle"]],
  answer: [[250, 125, 0, 0.14, 0.18, "triangle"]],
  capture: [
    [300, 90, 0, 0.16, 0.22, "square"],
    [140, 60, 0.03, 0.18, 0.22, "triangle"],
  ],
  splash: [
    [900, 2200, 0, 0.12, 0.16, "noise"],
    [1600, 500, 0.1, 0.26, 0.09, "noise"],
  ],
  steam: [
    [3200, 2400, 0, 0.16, 0.1, "noise"],
    [3200, 2000, 0.2, 0.2, 0.09, "noise"],
    [3000, 1800, 0.42, 0.26, 0.07, "noise"],
  ],
  special: [
    [440, 440, 0, 0.09, 0.14, "sine"],
    [660, 660, 0.09, 0.16, 0.14, "sine"],
  ],
  end: [
    [392, 392, 0, 0.18, 0.16, "sine"],
    [523, 523, 0.16, 0.18, 0.16, "sine"],
    [659, 659, 0.32, 0.4, 0.16, "sine"],
  ],
  low: [
    [880, 880, 0, 0.07, 0.12, "sine"],
    [880, 880, 0.16, 0.07, 0.12, "sine"],
  ],
};

/** A loudspeaker, with waves or crossed out. @param {boolean} on */
export const speaker = (on) =>
  s(
    "svg",
    { class: "speaker", viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { class: "box", d: "M1 5.5h3L8 2v12L4 10.5H1Z" }),
    s("path", { class: "waves", d: on ? "M10.5 5.5q2 2.5 0 5M12.6 3.5q3.6 4.5 0 9" : "M10.5 5.5l4.5 5m0-5l-4.5 5" }),
  );

export const soundOn = () => setting("sound") === "on";

/** @param {boolean} on */
export function setSound(on) {
  remember("sound", on ? "on" : "off");
}

/** A source of sound and what its pitch is set at. @param {AudioContext} place @param {OscillatorType | "noise"} form
 * @param {number} length @returns {[AudioScheduledSourceNode, AudioNode, AudioParam]} */
function source(place, form, length) {
  if (form !== "noise") {
    const tone = place.createOscillator();
    tone.type = form;
    return [tone, tone, tone.frequency];
  }
  const hiss = place.createBuffer(1, Math.ceil(length * place.sampleRate), place.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  const noise = place.createBufferSource();
  noise.buffer = hiss;
  const filter = place.createBiquadFilter();
  filter.type = "bandpass";
  noise.connect(filter);
  return [noise, filter, filter.frequency];
}

/** @param {string} name of the sound */
export function sound(name) {
  if (!soundOn() || navigator.userActivation?.hasBeenActive === false) return; // nobody has touched the page yet
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [first, last, delay, length, loud, form] of SOUNDS[name] ?? []) {
    const [begins, heard, pitch] = source(context, form, length);
    const volume = context.createGain();
    pitch.setValueAtTime(first, now + delay);
    pitch.exponentialRampToValueAtTime(last, now + delay + 0.65 * length);
    volume.gain.setValueAtTime(loud, now + delay);
    volume.gain.exponentialRampToValueAtTime(0.001, now + delay + length);
    heard.connect(volume).connect(context.destination);
    begins.start(now + delay);
    begins.stop(now + delay + length);
  }
}

/** What is heard below a move: steam on a river, a splash on other water.
 * @param {import("../types").Board} board @returns {string} */
export function groundSound({ kind, cells }) {
  if (kind === "river") return "steam";
  return cells.some((cell) => cell.kind === "water") ? "splash" : "";
}

/** What a move sounds like. @param {import("../types").Last} last @param {boolean} first is it the first side's? */
export function soundOf(last, first) {
  if (last.captured.length || last.struck.length) return "capture";
  if (last.created.length > 1 || last.shape.length || last.pushed?.length) return "special";
  return first ? "move" : "answer";
}
