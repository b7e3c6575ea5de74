/** A place to drop a program on, or to choose it. */

import { must, toast } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";
import { sendProgram } from "./api.js";

/** @param {HTMLElement} place with an input for files inside @param {(file: File) => void} take */
export function dropZone(place, take) {
  const input = /** @type {HTMLInputElement} */ (place.querySelector("input[type=file]"));
  const taken = (/** @type {File | null | undefined} */ file) => {
    if (!file) return;
    if (/\.zip$/i.test(file.name)) take(file);
    else toast(t("class/upload/no_zip", { name: file.name }));
  };
  input.addEventListener("change", () => taken(input.files?.[0]));
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    taken(event.dataTransfer?.files[0]);
  });
}

/** A version that was judged is announced no more. @param {import("../types").Version[]} versions */
export function judged(versions) {
  const said = must("#upload-state");
  const version = versions.find((one) => String(one.number) === said.dataset.version);
  if (!version || ["waiting", "running"].includes(version.qualification?.state ?? "")) return;
  delete said.dataset.version;
  show(said, nothing);
}

/** The box of a team's page that takes new versions.
 * @param {string} team @param {() => string} token @param {() => Promise<unknown>} sent */
export function uploadBox(team, token, sent) {
  const place = must("#upload");
  const said = must("#upload-state");
  dropZone(place, async (file) => {
    const sending = (/** @type {number} */ share) =>
      show(
        said,
        html`${file.name} <progress max="1" .value=${share} aria-label=${t("class/join/sending")}></progress>`,
      );
    said.className = "";
    sending(0);
    try {
      const made = await sendProgram(team, token(), file, sending);
      show(said, t("class/upload/taken", { version: made?.version ?? "" }));
      said.dataset.version = String(made?.version ?? "");
    } catch (error) {
      refuse(String(/** @type {Error} */ (error).message));
    }
    /** @type {HTMLInputElement} */ (place.querySelector("input")).value = "";
    await sent();
  });
  // What was refused while the team registered is told here.
  const earlier = sessionStorage.getItem(`class:refusal:${team}`);
  if (earlier) refuse(earlier);
  sessionStorage.removeItem(`class:refusal:${team}`);

  /** @param {string} text */
  function refuse(text) {
    said.className = "notice refused";
    show(said, t("class/upload/refused", { why: text }));
  }
}
