// Finds what there is to run: scripts below conformance/, folders with a main.std, and the ```std
// snippets of the documentation. Texts and expectations come out; nothing runs here.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { readExpectations, type Expectations } from "./expectations.ts";

export interface Case {
  /** Shown and filtered by: the path below the project's root, with a line for snippets. */
  readonly name: string;
  /** The file to run. */
  readonly path: string;
  readonly expected: Expectations;
  /** Other files of the program, whose lines may announce diagnostics. */
  readonly modules: readonly { readonly path: string; readonly expected: Expectations }[];
}

const MAIN = "main.std";

/** All scripts below `folder`, sorted by name; a folder with a main.std is one case. */
export function findScripts(root: string, folder: string): Case[] {
  const cases: Case[] = [];
  const visit = (directory: string): void => {
    const entries = readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (entries.some((entry) => entry.name === MAIN)) {
      cases.push(program(root, directory));
      return;
    }
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith(".std")) cases.push({ name: relative(root, path), path, expected: expectationsOf(path), modules: [] });
    }
  };
  visit(join(root, folder));
  return cases;
}

function program(root: string, directory: string): Case {
  const path = join(directory, MAIN);
  const others = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".std") && name !== MAIN)
    .map((name) => join(directory, name));
  return {
    name: relative(root, directory),
    path,
    expected: expectationsOf(path),
    modules: others.map((other) => ({ path: other, expected: expectationsOf(other) })),
  };
}

function expectationsOf(path: string): Expectations {
  return readExpectations(readFileSync(path, "utf8"));
}

const FENCE = /^```std\n([\s\S]*?)^```$/gm;

/**
 * The ```std blocks of a Markdown file as programs of their own, written below `scratch`.
 * A block that only declares is checked; statements become the body of `main`.
 */
export function findSnippets(root: string, document: string, scratch: string): Case[] {
  const text = readFileSync(document, "utf8");
  const cases: Case[] = [];
  for (const match of text.matchAll(FENCE)) {
    const line = text.slice(0, match.index).split("\n").length + 1;
    const body = match[1] ?? "";
    const source = asProgram(body);
    const path = join(scratch, dirname(relative(root, document)), `${basename(document, ".md")}-${line}.std`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
    cases.push({ name: `${relative(root, document)}:${line}`, path, expected: readExpectations(source), modules: [] });
  }
  return cases;
}

const ITEM = /^(?:fun|struct|enum|trait|impl|const|macro|@)/m;

function asProgram(block: string): string {
  if (/^fun main\(/m.test(block)) return block;
  if (ITEM.test(block)) return `${block}\nfun main() {}\n`;
  const lines = block.split("\n");
  const imports = lines.filter((line) => line.startsWith("import "));
  const statements = lines.filter((line) => !line.startsWith("import "));
  return `${imports.join("\n")}\nfun main() {\n${statements.join("\n")}}\n`;
}

/** Markdown files of the project that show programs. */
export function findDocuments(root: string): string[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => join(root, "docs", name));
  return [join(root, "README.md"), ...below];
}
