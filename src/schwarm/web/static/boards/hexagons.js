/** @typedef {{x: number, y: number}} Point */

/** Hexagons as one path. @param {Point[]} places @param {number} r @returns {string} */
export const hexagons = (places, r) =>
  places
    .map(({ x, y }) => {
      const corner = (/** @type {number} */ i) =>
        `${(x + r * Math.sin((i * Math.PI) / 3)).toFixed(2)} ${(y - r * Math.cos((i * Math.PI) / 3)).toFixed(2)}`;
      return `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}Z`;
    })
    .join("");
