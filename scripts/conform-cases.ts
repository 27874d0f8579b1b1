// Finds the cases to run: scripts below conformance/, folders with a main.std, and the ```std
// snippets of the documentation, each with its expectations.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { readExpectations, type Expectations } from "./expectations.ts";

export interface Case {
  /** The name for reports and filters: the path below the project's root, with a line for snippets. */
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
    const entries = readdirSync(directory, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    if (entries.some((entry) => entry.name === MAIN)) {
      cases.push(program(root, directory));
      return;
    }
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith(".std"))
        cases.push({ name: relative(root, path), path, expected: expectationsOf(path), modules: [] });
    }
  };
  visit(join(root, folder));
  return cases;
}

/** The examples that announce their output. */
export function findExamples(root: string): Case[] {
  return findScripts(root, "examples")
    .filter(({ expected }) => expected.stdout.length > 0)
    .map((one) => ({ ...one, expected: silent(one.expected) }));
}

/** Programs in the documentation cause no warnings except those they announce. */
function silent(expected: Expectations): Expectations {
  return { ...expected, warnings: expected.warnings ?? [] };
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

const FENCE = /^ *```std\b.*\n([\s\S]*?)^ *```$/gm;

/** The ```std blocks of a Markdown file, written below `scratch`. Each is a complete program. */
export function findSnippets(root: string, document: string, scratch: string): Case[] {
  const text = readFileSync(document, "utf8");
  const cases: Case[] = [];
  for (const match of text.matchAll(FENCE)) {
    const line = text.slice(0, match.index).split("\n").length + 1;
    const source = match[1] ?? "";
    const path = join(scratch, dirname(relative(root, document)), `${basename(document, ".md")}-${line}.std`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
    cases.push({
      name: `${relative(root, document)}:${line}`,
      path,
      expected: silent(readExpectations(source)),
      modules: [],
    });
  }
  return cases;
}

/** Markdown files of the project that show programs. */
export function findDocuments(root: string): string[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    // Programs of the tutorial are files of one project: site/tutorial.ts executes them.
    .filter((name) => name.endsWith(".md") && name !== "tutorial.md")
    .toSorted()
    .map((name) => join(root, "docs", name));
  const others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "stdlib/README.md"]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path));
  return [...others, ...below];
}
