#!/usr/bin/env node
// A bot in JavaScript that leaves the rules to `schwarm engine`: it plays against one of the bots there.
// Start:  node engine_client.js piranhas 7      (the game and its seed)
"use strict";
const { spawn } = require("node:child_process");
const readline = require("node:readline");

/** Answers requests one after the other: the lines before `ok`, an Error for `err`. */
function openEngine() {
  const program = spawn("schwarm", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  return async function ask(request) {
    program.stdin.write(request + "\n");
    const answer = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("the engine has ended");
      if (value === "ok") return answer;
      if (value.startsWith("err ")) throw new Error(value.slice(4));
      answer.push(value);
    }
  };
}

/** Our move: the first of those after which the enemy has the fewest answers. */
async function choose(ask) {
  let best = null;
  let fewest = Infinity;
  for (const move of await ask("legal")) {
    await ask(`play ${move}`);
    const answers = (await ask("legal")).length;
    await ask("undo");
    if (answers < fewest) [best, fewest] = [move, answers];
  }
  return best;
}

async function main(game, seed) {
  const ask = openEngine();
  await ask(`newgame ${game} seed=${seed}`);
  const [, us] = (await ask("turn"))[0].split(" ");
  while ((await ask("outcome"))[0] === "running") {
    const [, side] = (await ask("turn"))[0].split(" ");
    const move = side === us ? await choose(ask) : (await ask("bestmove depth 1")).at(-1).replace("bestmove ", "");
    console.log(`${side} plays ${(await ask(`play ${move}`))[0]}`);
  }
  console.log((await ask("outcome")).join(", "));
  await ask("quit");
}

main(process.argv[2] ?? "piranhas", process.argv[3] ?? "7").catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
