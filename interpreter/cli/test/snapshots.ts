// Snapshots of a test file (reference/programs#snapshots): `__snapshots__/FILE.snap` beside it holds a text for each
// name that a test asserts. Processes read the file; only the command writes it.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fromBytes, Panic, toBytes } from "../../runtime/host.ts";
import type { SnapshotUse } from "./results.ts";

const HEAD = "// Snapshots of the tests in this folder. `std test --update` rewrites this file.\n";
const FOLDER = "__snapshots__";

export function snapshotPath(file: string): string {
  return join(dirname(file), FOLDER, `${basename(file)}.snap`);
}

/** The stored texts by `test > name`; empty if there is no file. */
export function readSnapshots(path: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return new Map();
  }
  const found = new Map<string, string>();
  let key: string | null = null;
  let lines: string[] = [];
  const close = (): void => {
    if (key !== null) found.set(key, lines.join("\n"));
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) {
      close();
      key = line.slice(3);
    } else if (line.startsWith("| ") || line === "|") lines.push(line.slice(2));
  }
  close();
  return found;
}

/** The contents of a file with these snapshots, in the order of their keys. */
export function snapshotText(snapshots: ReadonlyMap<string, string>): string {
  const sections = [...snapshots]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => {
      const lines = text.split("\n").map((line) => (line === "" ? "|" : `| ${line}`));
      return `\n## ${key}\n${lines.join("\n")}\n`;
    });
  return HEAD + sections.join("");
}

/** The snapshots that the tests of a file use, in the process that runs them. */
export class SnapshotFile {
  readonly #stored: Map<string, string>;
  readonly #update: boolean;
  #test = "";
  #used: string[] = [];
  #written: [string, string][] = [];
  #times = new Map<string, number>();

  constructor(file: string, update: boolean) {
    this.#stored = readSnapshots(snapshotPath(file));
    this.#update = update;
  }

  /** Begins with the next test. */
  begin(test: string): void {
    this.#test = test;
    this.#used = [];
    this.#written = [];
    this.#times = new Map();
  }

  /** @throws Panic unless the text is the stored one */
  compare(nameBytes: string, textBytes: string): void {
    const name = fromBytes(nameBytes).replace(/\s+/g, " ");
    const text = fromBytes(textBytes).replace(/\r/g, "\\r");
    const times = (this.#times.get(name) ?? 0) + 1;
    this.#times.set(name, times);
    const key = `${this.#test} > ${name}${times === 1 ? "" : ` #${times}`}`;
    this.#used.push(key);
    if (this.#update) {
      this.#written.push([key, text]);
      return;
    }
    const stored = this.#stored.get(key);
    if (stored === undefined)
      throw new Panic(`snapshot ${nameBytes} is missing: \`std test --update\` stores it`);
    if (stored === text) return;
    const head = `snapshot ${nameBytes} differs (\`std test --update\` accepts it)`;
    throw new Panic(head, [], { head, got: toBytes(text), expected: toBytes(stored) });
  }

  get use(): SnapshotUse {
    return { used: this.#used, written: this.#written };
  }
}
