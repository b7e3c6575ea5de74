/** Accepting an invitation: by whom, to what, under which rules and clock. */

import "../shared/chrome.js";
import { must, tried } from "../shared/dom.js";
import { invited } from "../people/invite.js";
import { me, nameField, takeSeat } from "../people/people.js";
import { changedRules, terms } from "./rulecard.js";
import { data, t, told } from "../shared/texts.js";
import { clockText } from "./time-control.js";
import { show } from "../shared/view.js";

const { plan, book } = data;
const take = nameField(/** @type {HTMLInputElement} */ (must("#name")), must("#name-note"));
const { text, side } = invited(plan.inviter, plan.game, plan.side);
must("#from").textContent = text;
const rows = /** @type {[string, string][]} */ ([
  [t("people/join/side"), side],
  [t("people/join/clock"), clockText(plan.clock)],
  [t("people/join/rules"), told(`ui/profiles/${plan.profile}`, plan.profile)],
  ...changedRules(plan, book),
  [t("people/join/counts"), t(plan.rated ? "people/join/yes" : "people/join/no")],
]);
show("#terms", terms(rows));

must("#join").addEventListener("submit", async (event) => {
  event.preventDefault();
  await tried(async () => {
    if (await take()) await takeSeat("/api/join", { invite: data.invite, name: me()?.name ?? "" });
  });
});
