// Golden files: a source text, a line of dashes, and what the tool of their folder makes of it:
// rendered diagnostics, or the canonical style. A difference fails; `--update` writes the new result
// for a person to read.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { format } from "../interpreter/format/index.ts";
import { Source } from "../interpreter/source/index.ts";
import { createEngine, memoryReader, render } from "../interpreter/index.ts";
import { standardModules } from "../stdlib/index.ts";

export interface Golden {
  readonly name: string;
  readonly differences: readonly string[];
}

const SEPARATOR = "\n--------------------\n";

/** Compares, or with `update` rewrites, the golden files whose name `matches`. */
export function checkGolden(root: string, matches: (name: string) => boolean, update: boolean): Golden[] {
  const folder = join(root, "conformance", "golden");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".golden"))
    .toSorted()
    .map((file) => ({ path: join(folder, file), name: relative(root, join(folder, file)) }))
    .filter(({ name }) => matches(name))
    .map(({ path, name }) => ({ name, differences: check(path, update) }));
}

function check(path: string, update: boolean): string[] {
  const [source = "", expected = ""] = readFileSync(path, "utf8").split(SEPARATOR);
  const actual = path.includes("/format/") ? formatted(`${source}\n`) : diagnosticsOf(`${source}\n`);
  if (actual === expected) return [];
  if (update) {
    writeFileSync(path, source + SEPARATOR + actual);
    return [];
  }
  const lines = actual.split("\n");
  const at = expected.split("\n").findIndex((line, index) => line !== lines[index]);
  return [`line ${at + 1} of the result is ${JSON.stringify(lines[at] ?? "")}, expected ${JSON.stringify(expected.split("\n")[at] ?? "")}`];
}

function diagnosticsOf(source: string): string {
  const engine = createEngine({ modules: standardModules, reader: memoryReader({ "main.std": source }) });
  return engine.check([{ path: "main.std" }]).diagnostics.map((one) => render(one)).join("\n");
}

/** The canonical text, or why there is none; formatting it again must change nothing. */
function formatted(source: string): string {
  const first = format(new Source("main.std", source));
  if (first.text === undefined) return first.diagnostics.map((one) => render(one)).join("\n");
  const second = format(new Source("main.std", first.text));
  return second.text === first.text ? first.text : `NOT STABLE\n${second.text ?? "the result does not parse"}`;
}
