/** Class tournaments: the secrets that this browser keeps. */

/** @typedef {{id: string | number, token: string, name: string, event: string | number, title: string, game: string,
 *   reservation?: import("../types").RemotePlace | null}} Kept */

const OPERATOR = "class:operator";
const TEAMS = "class:teams";
const SHORTEST = 8; // letters of a code or a token

// A link that differs from the page's address in its secret alone loads nothing: begin anew with it.
addEventListener("hashchange", () => location.hash.length > SHORTEST && location.reload());

/** What an address carries behind its #; it is taken out of the address, so that nobody reads it off the screen. */
export function secretOfAddress() {
  const secret = location.hash.slice(1);
  if (secret.length < SHORTEST) return ""; // a place on the page, such as #main
  history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/** The operator's token, '' if this browser has none. */
export const operator = () => localStorage.getItem(OPERATOR) ?? "";

/** @param {string} token '' forgets it */
export function keepOperator(token) {
  if (token) localStorage.setItem(OPERATOR, token);
  else localStorage.removeItem(OPERATOR);
}

/** The teams this browser plays for, newest first. @returns {Kept[]} */
export function myTeams() {
  try {
    const found = JSON.parse(localStorage.getItem(TEAMS) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} id @returns {Kept | undefined} */
export const myTeam = (id) => myTeams().find((team) => String(team.id) === String(id));

/** @param {Kept} team */
export function keepTeam(team) {
  const others = myTeams().filter((one) => String(one.id) !== String(team.id));
  localStorage.setItem(TEAMS, JSON.stringify([team, ...others]));
}

/** @param {string} id */
export function forgetTeam(id) {
  localStorage.setItem(TEAMS, JSON.stringify(myTeams().filter((team) => String(team.id) !== String(id))));
}
