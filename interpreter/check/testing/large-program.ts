// For tests: one long program made of many short valid ones, whose names at file level get a number each.
import { globSync, readFileSync } from "node:fs";
import { Source } from "../../source/index.ts";
import { tokenize, type Kind } from "../../syntax/index.ts";
import { checkTexts } from "./check-texts.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const DECLARING: ReadonlySet<Kind> = new Set<Kind>(["fun", "struct", "enum", "trait", "const", "let"]);

interface Part {
  readonly imports: readonly string[];
  readonly body: string;
}

/** At least so many lines; the same program every time. */
export function largeProgram(lines: number): string {
  const parts: Part[] = [];
  let length = 0;
  for (const path of globSync(["conformance/{programs,functions,types,patterns,goroutines,derive}/*.std", "examples/*.std"], { cwd: ROOT }).sort()) {
    if (length >= lines) break;
    const text = readFileSync(ROOT + path, "utf8");
    const part = partOf(text, parts.length);
    // Selectors of two programs may clash.
    if (part === null || !isValid([...parts.slice(-1), part]) || part.imports.some((line) => line.includes("{"))) continue;
    parts.push(part);
    length += part.body.split("\n").length;
  }
  const calls = parts.map((_, number) => `    main_${number}()\n`).join("");
  return `${importsOf(parts)}\n${parts.map(({ body }) => body).join("\n")}\nfun main() {\n${calls}}\n`;
}

function importsOf(parts: readonly Part[]): string {
  return [...new Set(parts.flatMap(({ imports }) => imports))].join("\n");
}

function isValid(parts: readonly Part[]): boolean {
  const text = `${importsOf(parts)}\n${parts.map(({ body }) => body).join("\n")}\nfun main() {}\n`;
  return checkTexts({ main: text }).diagnostics.every(({ severity }) => severity === "warning");
}

/** Null for what is no program of one file. */
function partOf(text: string, number: number): Part | null {
  const { tokens, diagnostics } = tokenize(new Source("part", text));
  const names = new Set<string>();
  let depth = 0;
  for (const [at, { kind }] of tokens.entries()) {
    if (kind === "{" || kind === "(" || kind === "[") depth++;
    else if (kind === "}" || kind === ")" || kind === "]") depth--;
    const name = tokens[at + 1];
    if (depth === 0 && DECLARING.has(kind) && name?.kind === "ident") names.add(name.text);
  }
  if (diagnostics.length > 0 || !names.has("main") || text.includes('import "') || text.includes("macro ")) return null;
  let renamed = "";
  let from = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "ident" || !names.has(token.text) || tokens[at - 1]?.kind === ".") continue;
    renamed += `${text.slice(from, token.end)}_${number}`;
    from = token.end;
  }
  const lines = (renamed + text.slice(from)).split("\n").map((line) => line.replace(/\s*\/\/.*$/, ""));
  return { imports: lines.filter((line) => line.startsWith("import ")), body: lines.filter((line) => !line.startsWith("import ")).join("\n") };
}
