// A file that uses a module which only other files import: the warning, its fix, and the error of the file alone.
import { describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine } from "./engine.ts";
import { memoryReader } from "./modules/index.ts";
import { applyFix } from "./testing/apply-fix.ts";

const MAIN = `import std/time
import "./lib/geo"
import "./lib/util" { pause }

fun main() {
    print(pause())
}
`;
const GEO = "impl Int {\n    fun twice(self) -> Int = self * 2\n}\n";
const USES_TIME = 'fun pause() -> String = "${Duration.seconds(2)}"\n';

function check(files: Record<string, string>, entry = "main.std") {
  const engine = createEngine({ modules: standardModules, reader: memoryReader(files) });
  return engine.check([{ path: entry, main: "optional" }]).diagnostics;
}

describe.each([
  ["at the start", USES_TIME, `import std/time\n\n${USES_TIME}`],
  [
    "above the comments of the first item",
    `// Waits.\n${USES_TIME}`,
    `import std/time\n\n// Waits.\n${USES_TIME}`,
  ],
  [
    "below the header",
    `#!/usr/bin/env std\n// A header.\n\n/// Waits.\n${USES_TIME}`,
    `#!/usr/bin/env std\n// A header.\n\nimport std/time\n\n/// Waits.\n${USES_TIME}`,
  ],
  ["after a block comment", `/* a\n b */ ${USES_TIME}`, `/* a\n b */ import std/time\n\n${USES_TIME}`],
  [
    "below the other imports",
    `import std/math // for later\n\n${USES_TIME}fun root() -> Float = math.sqrt(4.0)\n`,
    `import std/math // for later\nimport std/time\n\n${USES_TIME}fun root() -> Float = math.sqrt(4.0)\n`,
  ],
  [
    "a file of the program",
    'fun pause() -> String = "${1.twice()}"',
    'import "./geo"\n\nfun pause() -> String = "${1.twice()}"',
  ],
])("%s", (_, util, fixed) => {
  const files = { "main.std": MAIN, "lib/geo.std": GEO, "lib/util.std": util };

  test("the module is a warning, and alone an error", () => {
    const found = check(files).filter(({ primary }) => primary.source.name === "lib/util.std");
    expect(found.map(({ code }) => code)).toEqual(["W17"]);
    expect(check(files, "lib/util.std").some(({ severity }) => severity === "error")).toBe(true);
  });

  test("the fix adds the import", () => {
    const [warning] = check(files).filter(({ code }) => code === "W17");
    const after = applyFix(util, warning!.fixes![0]!);
    expect(after).toBe(fixed);
    const changed = { ...files, "lib/util.std": after };
    expect(check(changed).filter(({ code }) => code === "W17")).toEqual([]);
    expect(check(changed, "lib/util.std")).toEqual([]);
  });
});

test("what a file that imports this one declares cannot be imported", () => {
  const files = {
    "main.std":
      'import "./util" { pause }\nfun main() { print(pause()) }\nimpl Int { fun twice(self) -> Int = self * 2 }\n',
    "util.std": 'fun pause() -> String = "${1.twice()}"',
  };
  const [found] = check(files);
  expect([found?.code, found?.fixes]).toEqual(["W17", undefined]);
  expect(found?.hint).toContain("move what both need");
});

test("an unused name whose import loads what the file uses names the import of the whole module", () => {
  const files = {
    "main.std": 'import "./geo" { other }\nfun main() { print(1.twice()) }\n',
    "geo.std": `${GEO}fun other() {}\n`,
  };
  const [found, ...others] = check(files);
  expect([found?.code, others]).toEqual(["W1", []]);
  expect(found?.hint).toContain('write `import "./geo"`');
  files["main.std"] = files["main.std"].replace(" { other }", "");
  expect(check(files)).toEqual([]);
});

test("methods of maps use the import of Map", () => {
  const text = 'import std/collections { Map }\nfun main() { print(["a": 1].keys().len()) }\n';
  expect(check({ "main.std": text })).toEqual([]);
});
