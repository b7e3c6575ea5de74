/** Where others find this page. */

import { data } from "./texts.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** As we came, or as the server knows it if we came by a name only this computer has; `alone`: others cannot come. */
export function reachable() {
  const here = LOOPBACK.includes(location.hostname);
  const known = /** @type {string[]} */ (data.addresses ?? []);
  return { address: here && known[0] ? known[0] : location.origin, alone: here && !known.length };
}
