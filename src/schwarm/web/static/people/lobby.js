/** The lobby: games to join, people to challenge, one's own name and games; live. */

import "../shared/chrome.js";
import { h, must, toast, tried } from "../shared/dom.js";
import { outcome, replayLine, runningGames, tableCard } from "../tables/lists.js";
import { accept, showMine } from "./my-games.js";
import { checked, eloList, eloMark, eloText, forget, greeting, me, myToken, nameField, takeSeat } from "./people.js";
import { Line, ask } from "../shared/server.js";
import { data, sideName, t, title } from "../shared/texts.js";
import { clockFields, clockOptions, clockText } from "../tables/time-control.js";
import { html, nothing, repeat, show } from "../shared/view.js";

/** @typedef {import("../types").OpenGame} OpenGame */
/** @typedef {import("../types").PersonHere} PersonHere */
/** @typedef {import("../types").Book} Book */

const books = /** @type {Book[]} */ (data.games);
const CLOCK = "300+5"; // what most people want who look for somebody
const take = nameField(/** @type {HTMLInputElement} */ (must("#name")), must("#name-note"));

// --- open games --------------------------------------------------------------------------------------------
/** @param {OpenGame} game */
function openGame(game) {
  const own = game.person === me()?.id;
  const changed = Object.keys(game.options).length;
  const rules = [
    clockText(game.clock),
    t(game.rated ? "people/rated_tag" : "people/casual_tag"),
    t("people/games/plays", { side: sideName(game.side) }),
    changed ? t("people/games/changed", { count: changed }) : "",
  ];
  const join = () => tried(() => accept(game.id));
  return html`<li class="open-game" data-id=${game.id}>
    <span class="game-mark ${game.game}" aria-hidden="true"></span>
    <span class="my-game-text"><b>${title(game.game)}</b> <span>${game.seat.name} ${eloMark(game.seat)}</span>
      <span class="small">${rules.filter(Boolean).join(" · ")}</span></span>
    ${
      own
        ? html`<a class="button" href="/game/${game.id}">${t("people/games/yours")}</a>`
        : html`<button type="button" class="primary" @click=${join}>${t("people/games/join")}</button>`
    }
  </li>`;
}

const form = /** @type {HTMLFormElement} */ (must("#open-game"));
show(
  "#open-what",
  books.map(
    ({ name }, i) => html`<label class="game-choice"><input type="radio" name="game" value=${name} ?checked=${!i}>
      <span><img src=${`/static/cards/${name}.svg`} alt="" width="240" height="150">${title(name)}</span></label>`,
  ),
);
show("#open-clock", clockOptions(CLOCK));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const wished = new FormData(form);
  tried(async () => {
    if (!(await take())) return;
    if (!me()) return askForName();
    const game = String(wished.get("game"));
    await start({ game, profile: usualProfile(game), opponent: "lobby", ...clockFields(String(wished.get("clock"))) });
  });
});

function askForName() {
  toast(t("people/here/need_name"));
  must("#name").focus();
}

/** @param {string} game */
const usualProfile = (game) => books.find((book) => book.name === game)?.usual_profile;

/** @param {object} wish */
const start = (wish) => takeSeat("/api/tables", wish);

// --- people ------------------------------------------------------------------------------------------------
/** @param {PersonHere} person */
function personHere(person) {
  const own = person.id === me()?.id;
  const ratings = Object.entries(person.ratings).map(([game, rating]) => `${title(game)} ${eloText(rating)}`);
  const playing = person.playing
    ? html`<a href="/game/${person.playing}">${t("people/here/playing")}: ${t("people/here/watch")}</a>`
    : html`<span class="small">${t("people/here/playing")}</span>`;
  const ask = html`<button type="button" @click=${() => challenge(person)}>${t("people/here/challenge")}</button>`;
  return html`<li class="person" data-person=${person.id}>
    <span class="presence here" aria-hidden="true"></span>
    <span class="my-game-text"><b>${person.name}</b>${
      own ? html`<span class="small inline"> (${t("people/here/you")})</span>` : nothing
    }<span class="small">${ratings.join(" · ")}</span></span>
    ${own ? nothing : person.free ? ask : playing}
  </li>`;
}

/** @param {PersonHere} person */
function challenge(person) {
  if (!me()) return askForName();
  const name = t("people/here/challenge_whom", { name: person.name });
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { id: "challenge", "aria-label": name }));
  const draw = (/** @type {string} */ chosen) => {
    const sides = books.find((book) => book.name === chosen)?.sides ?? [];
    const change = (/** @type {Event} */ event) => draw(/** @type {HTMLSelectElement} */ (event.target).value);
    show(
      dialog,
      html`<form method="dialog">
        <h2>${name}</h2>
        <label class="setting"><span>${t("people/games/game")}</span><select name="game" @change=${change}>
          ${books.map((book) => html`<option value=${book.name}>${title(book.name)}</option>`)}</select></label>
        <label class="setting"><span>${t("people/time")}</span><select name="clock">${clockOptions(CLOCK)}</select></label>
        <label class="setting"><span>${t("people/here/side")}</span><select name="side">
          <option value="">${t("ui/random_side")}</option>
          ${sides.map((side) => html`<option value=${side}>${sideName(side)}</option>`)}</select></label>
        <div class="buttons">
          <button class="primary" value="send">${t("people/here/send")}</button>
          <button value="">${t("people/here/cancel")}</button>
        </div>
      </form>`,
    );
  };
  draw(books[0]?.name ?? "");
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue !== "send") return;
    const wish = new FormData(/** @type {HTMLFormElement} */ (dialog.firstElementChild));
    tried(() =>
      start({
        game: wish.get("game"),
        profile: usualProfile(String(wish.get("game"))),
        side: wish.get("side") || null,
        opponent: "person",
        person: person.id,
        ...clockFields(String(wish.get("clock"))),
      }),
    );
  });
  document.body.append(dialog);
  dialog.showModal();
}

// --- oneself -----------------------------------------------------------------------------------------------
const leaving = /** @type {HTMLDialogElement} */ (must("#forget-dialog"));
must("#forget").addEventListener("click", () => leaving.showModal());
must("#forget-no").addEventListener("click", () => leaving.close());
must("#forget-yes").addEventListener("click", () =>
  tried(async () => {
    leaving.close();
    await forget();
    /** @type {HTMLInputElement} */ (must("#name")).value = "";
    toast(t("people/you/forgotten"));
  }),
);

/** @type {number | null} */ let oldest = null;
/** @type {import("../types").MyGames["finished"]} */ let played = [];
/** @param {boolean} more */
async function finished(more) {
  const list = must("#finished");
  must("#finished-part").hidden = !me();
  if (!me() || !more) played = [];
  if (!me()) return show(list, nothing);
  const before = more && oldest !== null ? `&before=${oldest}` : "";
  const found = /** @type {import("../types").MyGames} */ (
    await ask(`/api/people/me/games?count=10${before}`, undefined, myToken())
  );
  played.push(...found.finished);
  oldest = played.at(-1)?.entry.ended ?? oldest;
  show(
    list,
    played.map(({ entry, side }) => replayLine(entry, outcome(entry, side))),
  );
  must("#none-finished").hidden = played.length > 0;
  must("#older").hidden = !found.more;
}
must("#older").addEventListener("click", () => tried(() => finished(true)));

async function myself() {
  const ratings = await checked();
  must("#forget").hidden = !me();
  const link = html`<p class="small"><a href="/profile">${t("people/profile/link")}</a></p>`;
  show(
    "#my-elo",
    html`${me() ? eloList(ratings) : html`<p class="small">${t("people/you/none")}</p>`}
      <p class="small">${t("people/you/kept")}</p>${me() ? link : nothing}`,
  );
  await finished(false);
}

// --- live --------------------------------------------------------------------------------------------------
const hello = () => ({ ...greeting(), games: true });
const news = runningGames();
const line = new Line("/api/people/socket", hello(), (message) => {
  const running = news(message);
  if (running) {
    must("#live-part").hidden = !running.length;
    show(
      "#live",
      repeat(running.slice(0, 4), ({ id }) => id, tableCard),
    );
  } else if (message.type === "lobby") {
    const { people, guests, games } = /** @type {import("../types").LobbyState} */ (message);
    show(
      "#games",
      repeat(games, (game) => game.id, openGame),
    );
    must("#no-games").hidden = games.length > 0;
    show(
      "#people",
      repeat(people, (person) => person.id, personHere),
    );
    must("#guests").textContent = guests
      ? t(guests === 1 ? "people/here/guest" : "people/here/guests", { count: guests })
      : "";
    must("#nobody").hidden = people.length > 0;
  } else if (message.type === "mine") {
    showMine(must("#mine"), message.games);
    must("#mine-part").hidden = !message.games.length;
  }
  document.body.dataset.ready = "yes";
});
document.addEventListener("me", () => {
  line.greet(hello());
  must("#mine-part").hidden = true;
  tried(myself);
});
tried(myself);
