// Golden files: a source text, a line of dashes, and the result of the tool of their folder:
// rendered diagnostics, or the canonical style. A line of equals signs separates cases of one file.
// A difference is a failure; `--update` writes the new results, to be reviewed.
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
const NEXT_CASE = "\n====================\n";

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
  const expected = readFileSync(path, "utf8");
  const result = path.includes("/format/") ? formatted : diagnosticsOf;
  const sources = expected.split(NEXT_CASE).map((text) => text.split(SEPARATOR)[0]!.trimEnd());
  const actual = sources.map((source) => source + SEPARATOR + result(`${source}\n`)).join(NEXT_CASE);
  if (actual === expected) return [];
  if (update) {
    writeFileSync(path, actual);
    return [];
  }
  const lines = actual.split("\n");
  const at = expected.split("\n").findIndex((line, index) => line !== lines[index]);
  return [
    `line ${at + 1} is ${JSON.stringify(lines[at] ?? "")}, expected ${JSON.stringify(expected.split("\n")[at] ?? "")}`,
  ];
}

function diagnosticsOf(source: string): string {
  const engine = createEngine({ modules: standardModules, reader: memoryReader({ "main.std": source }) });
  return engine
    .check([{ path: "main.std" }])
    .diagnostics.map((one) => render(one))
    .join("\n");
}

/** The canonical text, or the reason why there is none. Formatting it again must change nothing. */
function formatted(source: string): string {
  const first = format(new Source("main.std", source));
  if (first.text === undefined) return first.diagnostics.map((one) => render(one)).join("\n");
  const second = format(new Source("main.std", first.text));
  return second.text === first.text
    ? first.text
    : `NOT STABLE\n${second.text ?? "the result does not parse"}`;
}
