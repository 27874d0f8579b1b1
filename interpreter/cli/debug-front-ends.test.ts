// What front ends made for JavaScript send: conditions and logpoints in wrappers, and what they expect of answers.
import { expect, test, vi } from "vitest";
import { Inspected } from "../testing/inspected.ts";
import { logpointArguments, writtenExpression } from "./debug/written.ts";

vi.setConfig({ testTimeout: 60_000 });

/** As Visual Studio Code wraps it. */
function codeCondition(expression: string): string {
  return `(()=>{try{return ${expression};}catch(e){console.error(\`Breakpoint condition error: \${e.message||e}\`);return false}})()`;
}

function codeLogpoint(format: string, ...expressions: readonly string[]): string {
  const parts = expressions.map(
    (each) =>
      `(() => {\n  try {\n    return ${each};\n  } catch (e) {\n    return e.stack || e.message || String(e);\n  }\n})()`,
  );
  return `console.log(${[JSON.stringify(format), ...parts].join(", ")}), false\n//# sourceURL=logpoint-28cecb1.cdp`;
}

test("wrappers of front ends are taken off", () => {
  expect(writtenExpression("n > 3")).toBe("n > 3");
  expect(writtenExpression(codeCondition('names["a"] == {}'))).toBe('names["a"] == {}');
  expect(writtenExpression("n > 3\n\n//# sourceURL=debugger://breakpoint")).toBe("n > 3");
  expect(writtenExpression("goroutines()\n//# sourceURL=eval-4d67fd2a.repl\n")).toBe("goroutines()");
  expect(logpointArguments("n > 3")).toBe(null);
  expect(logpointArguments(codeCondition("n > 3"))).toBe(null);
  expect(logpointArguments(codeLogpoint("%O of %O, 5%%", "f(a, [b, c])", 'm["x,y"]'))).toEqual([
    '"%O of %O, 5%%"',
    "f(a, [b, c])",
    'm["x,y"]',
  ]);
  const chrome = `/** DEVTOOLS_LOGPOINT */ console.log("n, ", n, ',')\n\n//# sourceURL=debugger://logpoint`;
  expect(logpointArguments(chrome)).toEqual(['"n, "', "n", "','"]);
});

const LOOP = `fun double(n: Int) -> Int {
    let result = n * 2
    return result
}

fun main() {
    let points = [(1, "a")]
    for i in 0..4 {
        print(double(i))
    }
    let many: List<Int> = []
    for i in 0..2500 { many.push(i) }
    print(many.len())
}
`;

const at = (line: number, condition?: string): object => ({
  lineNumber: line - 1,
  urlRegex: "app\\.std$",
  ...(condition !== undefined && { condition }),
});

test("conditions and logpoints of Visual Studio Code count, also while the program steps", async () => {
  const app = await Inspected.start(LOOP);
  await app.call("Debugger.setBreakpointByUrl", at(3, codeLogpoint("%O is %O", "n", "result")));
  await app.call("Debugger.setBreakpointByUrl", at(2, codeCondition("n == 2")));
  await app.call("Debugger.setBreakpointByUrl", at(9));
  await app.until("Runtime.runIfWaitingForDebugger");
  expect(await app.until("Debugger.resume")).toEqual(["main:9"]);
  // The condition in `double` is not met: the step goes on, and ends in main.
  expect(await app.until("Debugger.stepOver")).toEqual(["main:9"]);
  const { args } = await app.event<{ args: readonly { value: unknown }[] }>("Runtime.consoleAPICalled");
  expect(args.map(({ value }) => value)).toEqual(["%O is %O", 0, 0]);
  expect(await app.until("Debugger.resume")).toEqual(["main:9"]);
  expect(await app.until("Debugger.resume")).toEqual(["double:2", "main:9"]);
  expect(await app.shown("Locals")).toEqual(["n=2"]);
  expect(await app.until("Debugger.stepOver")).toEqual(["double:3", "main:9"]);
  app.leave();
  expect(await app.ended).toBe(0);
});

test("a program goes on after the answer to the request, and long values say what they leave out", async () => {
  const app = await Inspected.start(LOOP);
  await app.call("Debugger.setBreakpointByUrl", at(13));
  await app.until("Runtime.runIfWaitingForDebugger");
  const heard: string[] = [];
  app.onMessage = (message) => heard.push(message.method ?? "answer");
  await app.until("Debugger.resume");
  app.onMessage = () => {};
  expect(heard).toEqual(["answer", "Debugger.resumed", "Debugger.paused"]);
  expect((await app.expanded("many")).slice(-2)).toEqual(["999=999", "…=1500 more"]);
  expect(await app.evaluate("points[0]\n//# sourceURL=eval-1.repl\n")).toBe('(1, "a")');
  app.leave();
  expect(await app.ended).toBe(0);
});

test.each([
  ["returns it", "    return find(seen)", 8],
  ["by `?`", "    let n = find(seen)?\n    print(n)\n    return Ok({})", 8],
  ["as its last value", "    if seen == 3 { Err(seen) } else { find(seen) }", 8],
  ["after a wait", "    sleep_millis(1)\n    find(seen)", 9],
])("an Err of main stops where main %s, with its variables", async (_, body, line) => {
  const text = `import std/time { sleep_millis }

fun find(n: Int) -> Result<(), Int> {
    if n > 2 { return Err(n) }
    return Ok({})
}
fun main() -> Result<(), Int> { let seen = 3
${body}
}
`;
  const app = await Inspected.start(
    text.includes("    sleep") ? text : text.replace(/^import.*\n\n/, "\n\n"),
  );
  await app.call("Debugger.setPauseOnExceptions", { state: "all" });
  await app.until("Runtime.runIfWaitingForDebugger");
  expect(await app.until("Debugger.resume")).toEqual([`main:${line}`]);
  expect([app.paused!.reason, app.paused!.data!.description]).toEqual(["exception", "main returned Err(3)"]);
  expect(await app.shown("Locals")).toEqual(["seen=3"]);
  expect(await app.finish()).toBe(1);
});
