/** A soft knock for each move; off until somebody turns it on. */

import { remember, setting } from "./settings.js";

let context = /** @type {AudioContext | null} */ (null);

export const soundOn = () => setting("sound") === "on";

/** @param {boolean} on */
export function setSound(on) {
  remember("sound", on ? "on" : "off");
}

/** @param {number} pitch in hertz */
export function knock(pitch = 320) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, now + 0.09);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.15);
}
