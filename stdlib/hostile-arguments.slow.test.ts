// Whatever its arguments, a public function or method of the modules below fails only by a panic or an `Err`,
// does not hang, and does not change a list that it receives. The functions are read from the declarations;
// each call is an entry of the program of its module, with arguments drawn by type.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFailed, test } from "vitest";
import { compileProgram, runCompiled } from "../interpreter/compile/testing/run-program.ts";
import { standardModules } from "./index.ts";
import { Arguments, helpers, importsFor, SUITED } from "./testing/drawn-arguments.ts";
import { drawnCall, needsHandle } from "./testing/drawn-calls.ts";
import { publicFunctions } from "./testing/public-functions.ts";

/**
 * Modules that use the network or the terminal, or take handlers, templates or derived structs: their own tests
 * have hostile arguments.
 */
const ELSEWHERE: ReadonlySet<string> = new Set(["http", "net", "web", "html", "flags", "log", "term"]);
const MODULES = standardModules.map(({ name }) => name).filter((name) => !ELSEWHERE.has(name));
/** Functions that connect to the server that an argument names: `mail/starttls.test.ts`. */
const CONNECTING: ReadonlySet<string> = new Set(["mail.send"]);

/** The number of calls of each function. */
const CALLS = 4;

test.each(MODULES)(
  "std/%s",
  async (module) => {
    const folder = mkdtempSync(join(tmpdir(), "stdlang-hostile-"));
    try {
      let seed = 7;
      const make = new Arguments((size) => (seed = (seed * 48271) % 2147483647) % size, folder);
      const suited = new Map(SUITED[module]);
      const all = publicFunctions(module).map((callable) => ({
        ...callable,
        names: new Map([...callable.names].map(([name, type]) => [name, suited.get(name) ?? type])),
      }));
      const callables = all.filter(
        (callable) => !needsHandle(callable) && !CONNECTING.has(`${module}.${callable.fn.name.name}`),
      );
      const names: string[] = [];
      const entries = callables.flatMap((callable) =>
        Array.from(
          { length: callable.fn.params.length === 0 && callable.fn.self === null ? 1 : CALLS },
          () => {
            names.push(`call_${names.length}`);
            return drawnCall(names.at(-1)!, callable, module, make);
          },
        ),
      );
      const program = `${importsFor(module)}
${helpers(module === "regex" ? 900_000 : 10_500_000)}
fun main() {}

${entries.join("\n")}`;
      const compiled = compileProgram(program, {}, names);
      // A call that takes more than linear time would take hours: the time-out ends it.
      let called = "";
      onTestFailed(() => console.error(`the last call was ${called}`));
      for (const [index, text] of entries.entries()) {
        called = text;
        const { exitReason } = await runCompiled(compiled, index);
        expect(exitReason.kind, `${text}${JSON.stringify(exitReason)}`).not.toBe("internal");
        if (exitReason.kind === "panic")
          expect(exitReason.message, text).not.toMatch(
            /not a function|undefined|cannot|invalid (?:array|string|count)|has changed/i,
          );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
