// For tests: inserts one mistake into a program, of the kinds that are typical while a program is edited.
import { Source } from "../../source/index.ts";
import { tokenize, type Kind, type Token } from "../../syntax/index.ts";

export const mistakes = [
  "a name misspelt",
  "a literal of another type",
  "a token missing",
  "an argument missing",
  "a field missing",
  "an import missing",
  "a closing bracket missing",
  "a `?` missing",
  "a token twice",
  "a keyword misspelt",
] as const;

export interface Mistaken {
  readonly text: string;
  /** The line of the mistake. */
  readonly line: number;
  readonly what: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Inserts a mistake; null if the program has no position for it. `below(n)` chooses one of n. */
export function withMistake(
  program: string,
  kind: (typeof mistakes)[number],
  below: (end: number) => number,
): Mistaken | null {
  const source = new Source("main", program);
  const { tokens } = tokenize(source);
  const places = tokens.flatMap((_, at) => editAt(kind, program, tokens, at) ?? []);
  const edit = places[below(places.length)];
  if (edit === undefined) return null;
  const line = source.lineAt(edit.start);
  const text = program.slice(0, edit.start) + edit.text + program.slice(edit.end);
  const what = `${kind}: \`${program.slice(edit.start, edit.end)}\` is \`${edit.text}\` in line ${line}: ${source.lineText(line).trim()}`;
  return { text, line, what };
}

function lineOf(program: string, at: number): string {
  return program.slice(program.lastIndexOf("\n", at) + 1).trimStart();
}

const MISSPELT: Readonly<Partial<Record<Kind, string>>> = {
  match: "matck",
  while: "whlie",
  return: "retrun",
  fun: "fnu",
  struct: "struck",
  else: "esle",
  if: "fi",
};

function editAt(
  kind: (typeof mistakes)[number],
  program: string,
  tokens: readonly Token[],
  at: number,
): Edit | null {
  const token = tokens[at]!;
  const { start, end } = token;
  const replaced = (text: string, to = end): Edit => ({ start, end: to, text });
  const kinds = (...wanted: readonly (readonly Kind[])[]): boolean =>
    wanted.every((set, i) => set.includes(tokens[at + i]?.kind ?? "newline"));
  const text = program.slice(start, end);
  switch (kind) {
    case "a name misspelt":
      // A use of a name: a declaration is followed by a type or preceded by a keyword.
      return kinds(["ident"]) &&
        (kinds(["ident"], ["(", "."]) || tokens[at - 1]?.kind === ".") &&
        tokens[at - 1]?.kind !== "fun" &&
        !lineOf(program, start).startsWith("enum ")
        ? replaced(`${text}x`)
        : null;
    case "a literal of another type":
      return kinds(["string"])
        ? replaced("17")
        : kinds(["int", "float", "true", "false"])
          ? replaced('"seventeen"')
          : null;
    case "a token missing":
      return kinds([")", "]", "(", "[", "=", "->", ".", ",", "+", "-", "*", "==", "<", "&&", ":"])
        ? replaced("")
        : null;
    case "an argument missing":
      return kinds([","], ["ident", "int", "string"], [")"]) && !/^(?:@|enum )/.test(lineOf(program, start))
        ? replaced("", tokens[at + 1]!.end)
        : null;
    case "a field missing":
      return kinds([","], ["ident"], [":"], ["int", "string", "float"], ["}"])
        ? replaced("", tokens[at + 3]!.end)
        : null;
    case "an import missing":
      return kinds(["import"]) ? replaced("", program.indexOf("\n", start)) : null;
    case "a closing bracket missing":
      return kinds(["}", ")", "]"]) ? replaced("") : null;
    case "a `?` missing":
      return kinds(["?"]) && program[start - 1] === ")" ? replaced("") : null;
    case "a token twice":
      return kinds(["newline"]) ? null : replaced(`${text} ${text}`);
    case "a keyword misspelt":
      return MISSPELT[token.kind] === undefined ? null : replaced(MISSPELT[token.kind]!);
  }
}
