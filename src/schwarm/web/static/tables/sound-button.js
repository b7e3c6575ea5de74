/** The one button that mutes the page; it shows whether sound is on. */

import { must } from "../shared/dom.js";
import { setSound, sound, soundOn, speaker } from "./sound.js";

const button = must("#sound");
const paint = () => {
  button.setAttribute("aria-pressed", String(soundOn()));
  must("#sound span").replaceChildren(speaker(soundOn()));
};
document.addEventListener("settings", paint);
button.addEventListener("click", () => {
  setSound(!soundOn());
  paint();
  sound("move");
});
paint();
