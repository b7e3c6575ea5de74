#!/usr/bin/env node
// A complete player of Piranhas in JavaScript, without any package: it speaks the contest's protocol by itself.
// Try it:  schwarm match piranhas "node client.js" random --games 10
"use strict";
const net = require("node:net");

const DIRECTIONS = {
  UP: [0, 1],
  UP_RIGHT: [1, 1],
  RIGHT: [1, 0],
  DOWN_RIGHT: [1, -1],
  DOWN: [0, -1],
  DOWN_LEFT: [-1, -1],
  LEFT: [-1, 0],
  UP_LEFT: [-1, 1],
};
const SIZE = 10;
const WEIGHT = { S: 1, M: 2, L: 3 };

// --- the rules ---------------------------------------------------------------------------------
/** The board of a state message: board[y][x] is EMPTY, SQUID, or team and size of a fish such as ONE_L. */
function readBoard(state) {
  const rows = state.match(/<row>[\s\S]*?<\/row>/g);
  return rows.map((row) => [...row.matchAll(/<field>(\w+)<\/field>/g)].map((found) => found[1]));
}

const isFish = (field) => field.startsWith("ONE_") || field.startsWith("TWO_");

/** A fish swims exactly as far as there are fish on its line, over its own, never over others. */
function legalMoves(board, team) {
  const inside = (x, y) => x >= 0 && y >= 0 && x < SIZE && y < SIZE;
  const moves = [];
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      if (!board[y][x].startsWith(team)) continue;
      for (const [direction, [dx, dy]] of Object.entries(DIRECTIONS)) {
        let distance = 1; // the fish itself counts
        for (const sign of [1, -1]) {
          for (let n = 1; inside(x + sign * n * dx, y + sign * n * dy); n++) {
            if (isFish(board[y + sign * n * dy][x + sign * n * dx])) distance++;
          }
        }
        const [goalX, goalY] = [x + distance * dx, y + distance * dy];
        if (!inside(goalX, goalY)) continue;
        const goal = board[goalY][goalX];
        if (goal === "SQUID" || goal.startsWith(team)) continue;
        let free = true;
        for (let n = 1; n < distance; n++) {
          const between = board[y + n * dy][x + n * dx];
          if (isFish(between) && !between.startsWith(team)) free = false;
        }
        if (free) moves.push({ x, y, direction, goalX, goalY });
      }
    }
  }
  return moves;
}

/** The weight of the heaviest swarm: fish of a team that touch, also at corners. */
function heaviestSwarm(board, team) {
  const seen = new Set();
  let heaviest = 0;
  for (let start = 0; start < SIZE * SIZE; start++) {
    const open = [start];
    let weight = 0;
    while (open.length) {
      const at = open.pop();
      const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
      if (seen.has(at) || !board[y][x].startsWith(team)) continue;
      seen.add(at);
      weight += WEIGHT[board[y][x].slice(-1)];
      for (const [dx, dy] of Object.values(DIRECTIONS)) {
        const [nextX, nextY] = [x + dx, y + dy];
        if (nextX >= 0 && nextY >= 0 && nextX < SIZE && nextY < SIZE) open.push(nextY * SIZE + nextX);
      }
    }
    heaviest = Math.max(heaviest, weight);
  }
  return heaviest;
}

// --- the player: this is what you want to change -----------------------------------------------
/** The move after which our heaviest swarm outweighs the other one by most. */
function choose(board, team) {
  const other = team === "ONE" ? "TWO" : "ONE";
  let best = null;
  let bestValue = -Infinity;
  for (const move of legalMoves(board, team)) {
    const after = board.map((row) => [...row]);
    after[move.goalY][move.goalX] = after[move.y][move.x];
    after[move.y][move.x] = "EMPTY";
    const value = heaviestSwarm(after, team) - heaviestSwarm(after, other) + Math.random() / 2;
    if (value > bestValue) [best, bestValue] = [move, value];
  }
  return best;
}

// --- the protocol ------------------------------------------------------------------------------
/** The arguments the contest gives: -h HOST -p PORT -r RESERVATION. */
function readArguments(words) {
  const given = { "-h": "localhost", "-p": "13050", "-r": null };
  const short = { "--host": "-h", "--port": "-p", "--reservation": "-r" };
  for (let n = 0; n + 1 < words.length; n += 2) given[short[words[n]] ?? words[n]] = words[n + 1];
  return { host: given["-h"], port: Number(given["-p"]), reservation: given["-r"] };
}

function main() {
  const { host, port, reservation } = readArguments(process.argv.slice(2));
  const socket = net.connect(port, host);
  let text = ""; // what came and is not understood yet
  let team = "ONE";
  let board = null;

  socket.setEncoding("utf8");
  socket.setNoDelay(true);
  socket.on("connect", () => {
    const join = reservation
      ? `<joinPrepared reservationCode="${reservation}"/>`
      : '<join gameType="swc_2026_piranhas"/>';
    socket.write(`<protocol>${join}`);
  });

  function hear(message) {
    const room = /roomId="([^"]*)"/.exec(message)?.[1];
    const kind = /<data class="(\w+)"/.exec(message)?.[1];
    if (kind === "welcomeMessage") team = /color="(\w+)"/.exec(message)[1];
    if (kind === "memento") {
      if (!message.includes("<row>")) {
        console.error("This client plays piranhas; the server plays another game.");
        process.exit(1);
      }
      board = readBoard(message);
    }
    if (kind === "moveRequest") {
      const { x, y, direction } = choose(board, team);
      socket.write(
        `<room roomId="${room}"><data class="move"><from x="${x}" y="${y}"/>` +
          `<direction>${direction}</direction></data></room>`,
      );
    }
    if (kind === "result") {
      const winner = /<winner team="(\w+)"/.exec(message)?.[1];
      console.log(`played ${team}: ${winner === undefined ? "draw" : winner === team ? "won" : "lost"}`);
    }
    if (message.startsWith("<left")) socket.end("<close/></protocol>");
  }

  socket.on("data", (chunk) => {
    text += chunk;
    // A message is a whole <room> element, or one of the small ones that stand alone.
    const whole = /<room [\s\S]*?<\/room>|<left [^>]*\/>/g;
    let end = 0;
    for (let found = whole.exec(text); found; found = whole.exec(text)) {
      hear(found[0]);
      end = whole.lastIndex;
    }
    text = text.slice(end);
  });
  socket.on("error", (error) => {
    console.error(`expected a contest server at ${host} port ${port}: ${error.message}`);
    process.exitCode = 1;
  });
}

if (require.main === module) main();
module.exports = { readBoard, legalMoves, heaviestSwarm, choose };
