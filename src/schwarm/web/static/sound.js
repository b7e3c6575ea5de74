/** A few soft sounds, made here and now; off until somebody turns them on. */

import { remember, setting } from "./settings.js";

let context = /** @type {AudioContext | null} */ (null);

/**
 * What is heard: [hertz at first, hertz at last, seconds until it begins, seconds it lasts, loudness, form].
 * @type {Record<string, [number, number, number, number, number, OscillatorType][]>}
 */
const SOUNDS = {
  move: [[320, 160, 0, 0.14, 0.18, "triangle"]],
  answer: [[250, 125, 0, 0.14, 0.18, "triangle"]],
  capture: [
    [300, 90, 0, 0.16, 0.22, "square"],
    [140, 60, 0.03, 0.18, 0.22, "triangle"],
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

export const soundOn = () => setting("sound") === "on";

/** @param {boolean} on */
export function setSound(on) {
  remember("sound", on ? "on" : "off");
}

/** @param {string} name of the sound */
export function sound(name) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [first, last, delay, length, loud, form] of SOUNDS[name] ?? []) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = form;
    tone.frequency.setValueAtTime(first, now + delay);
    tone.frequency.exponentialRampToValueAtTime(last, now + delay + 0.65 * length);
    volume.gain.setValueAtTime(loud, now + delay);
    volume.gain.exponentialRampToValueAtTime(0.001, now + delay + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + delay);
    tone.stop(now + delay + length);
  }
}

/** What a move sounds like. @param {import("./types").Last} last @param {boolean} first is it the first side's? */
export function soundOf(last, first) {
  if (last.captured.length || last.struck.length) return "capture";
  if (last.created.length > 1 || last.shape.length || last.pushed?.length) return "special";
  return first ? "move" : "answer";
}
