// References from one thread to functions and objects of another.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { References } from "./worker-messages.ts";

test("objects that were sent are kept until they have been released as often", () => {
  const references = new References();
  const one = { name: "one" };
  const number = references.numberOf(one);
  expect([references.numberOf(one), references.numberOf({})]).toEqual([number, number + 1]);
  references.release(number, 1);
  expect(references.byNumber(number)).toBe(one);
  references.release(number, 1);
  references.release(number, 1);
  expect([references.byNumber(number), references.size]).toEqual([undefined, 1]);
  expect(references.numberOf(one)).toBe(number + 2);
});

test("dropped proxies are released, with the times that they arrived", () => {
  // A process of its own: in the test runner's, references to the proxies remain.
  const script = `
    import { Proxies } from "./worker-messages.ts";
    const proxies = new Proxies((number, times) => {
      clearInterval(timer);
      console.log(number, times, proxies.arrived(1, () => ({})) === kept);
    });
    const kept = proxies.arrived(1, () => ({}));
    (() => {
      const one = proxies.arrived(2, () => ({}));
      console.log(proxies.arrived(2, () => ({})) === one, proxies.numberOf(one), proxies.numberOf({}));
    })();
    const timer = setInterval(gc, 1);`;
  const args = ["--expose-gc", "--input-type=module-typescript", "--eval", script];
  expect(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" })).toBe(
    "true 2 null\n2 2 true\n",
  );
});
