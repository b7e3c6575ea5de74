// Runs in the page: moves through real pointer events until the game ends or enough are made. Driving each
// click from outside would take a minute a game.
async ({ moves, seed }) => {
  let state = seed;
  const draw = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % n;
  };
  const press = (element) => {
    const box = element.getBoundingClientRect();
    const at = {
      bubbles: true,
      clientX: box.x + box.width / 2,
      clientY: box.y + box.height / 2,
      button: 0,
      pointerId: 1,
    };
    element.dispatchEvent(new PointerEvent("pointerdown", at));
    element.dispatchEvent(new PointerEvent("pointerup", at));
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const until = async (test) => {
    const end = Date.now() + 240000; // other tests may keep the machine busy
    while (!test()) {
      if (Date.now() > end) throw new Error("nothing happens: " + document.body.dataset.ply);
      await new Promise((done) => setTimeout(done, 4));
    }
  };
  const mine = () => document.body.dataset.status !== "running" || document.title.startsWith("●"); // in any language
  for (let made = 0; made < moves; made++) {
    await until(mine);
    if (document.body.dataset.status !== "running") break;
    const ply = document.body.dataset.ply;
    if (document.querySelector("river-board")) {
      const restart = () => document.querySelector('[data-step="clear"]')?.click();
      for (let step = 0; step < 60 && document.body.dataset.ply === ply; step++) {
        await until(() => document.querySelector('[data-step="confirm"]') || document.body.dataset.ply !== ply);
        const confirm = document.querySelector('[data-step="confirm"]');
        if (!confirm) break;
        const before = document.querySelector("#composer").innerHTML;
        if (!confirm.disabled) confirm.click();
        else {
          const fields = all(".cell.may");
          const steps = all("[data-step]:not([disabled])");
          const onward = steps.filter((step) => !["confirm", "clear", "undo"].includes(step.dataset.step));
          if (fields.length) press(fields[draw(fields.length)]);
          else if (onward.length && draw(3)) onward[draw(onward.length)].click();
          else if (!document.querySelector('[data-step="clear"]').disabled) restart();
          else continue;
        }
        await until(
          () => document.querySelector("#composer").innerHTML !== before || document.body.dataset.ply !== ply,
        );
      }
    } else {
      const skip = document.querySelector("[data-move]");
      const creates = all(".cell.can.stock");
      const movable = all(".cell.can:not(.stock)");
      const sources = movable.length ? movable : creates;
      if (skip && !sources.length) skip.click();
      else {
        press(sources[draw(sources.length)]);
        document.querySelector(".chooser .choice")?.click(); // a creation asks at once
        let targets = all(".cell.may");
        while (targets.length && document.body.dataset.ply === ply) {
          press(targets[draw(targets.length)]);
          await until(() => document.body.dataset.ply !== ply || document.querySelector(".chooser"));
          const choice = document.querySelector(".chooser .choice");
          if (choice) {
            choice.click();
            break;
          }
          targets = all(".cell.may");
        }
      }
    }
    await until(() => document.body.dataset.ply !== ply);
  }
  return { status: document.body.dataset.status, ply: Number(document.body.dataset.ply) };
};
