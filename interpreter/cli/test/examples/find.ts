// Finds the examples of a file: the blocks ```std in doc comments.
import { parse, type Item } from "../../../syntax/index.ts";
import { Source } from "../../../source/index.ts";

export interface Example {
  /** The name of what the comment documents, `Stack.push`; the second one is `Stack.push#2`. */
  readonly name: string;
  /** The lines of the block with its fences, from 1. */
  readonly lines: readonly [first: number, last: number];
  /** Its text, after as many empty lines as precede it in the file. */
  readonly text: string;
  /** The characters before the text of each line, from line 1. */
  readonly indents: readonly number[];
  /** What it prints by its comments `//>`; null without such comments. */
  readonly prints: readonly string[] | null;
  /** Whether it is only checked. */
  readonly isOnlyChecked: boolean;
}

const DOC = /^\s*\/\/\/ ?/;
/** Examples of any other form are not tests. */
const FORMS: ReadonlySet<string> = new Set(["std", "std no_run"]);

export function examplesIn(name: string, text: string): Example[] {
  const lines = text.split(/\r\n|\n|\r/);
  const found: Example[] = [];
  let documented: Documented | null = null;
  const counts = new Map<string, number>();
  let open: { readonly form: string; readonly first: number } | null = null;
  lines.forEach((line, at) => {
    const doc = DOC.exec(line);
    if (doc === null) {
      open = null;
      return;
    }
    const content = line.slice(doc[0].length).trimEnd();
    if (!content.startsWith("```")) return;
    if (open === null) {
      open = { form: content.slice(3).trim().replace(/\s+/g, " "), first: at };
      return;
    }
    const { form, first } = open;
    open = null;
    if (!FORMS.has(form)) return;
    documented ??= new Documented(name, text);
    const owner = documented.after(at + 1);
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    found.push(example(lines, [first, at], count === 1 ? owner : `${owner}#${count}`, form));
  });
  return found;
}

function example(
  lines: readonly string[],
  [first, last]: readonly [number, number],
  name: string,
  form: string,
): Example {
  const indents = lines.slice(0, last).map((line) => DOC.exec(line)?.[0].length ?? 0);
  const body = lines.slice(first + 1, last).map((line, i) => line.slice(indents[first + 1 + i]));
  const prints = body.flatMap((line) => {
    const at = line.lastIndexOf("//>");
    return at < 0
      ? []
      : [
          line
            .slice(at + 3)
            .replace(/^ /, "")
            .trimEnd(),
        ];
  });
  return {
    name,
    lines: [first + 1, last + 1],
    text: "\n".repeat(first + 1) + body.join("\n"),
    indents,
    prints: prints.length === 0 ? null : prints,
    isOnlyChecked: form === "std no_run",
  };
}

/** The names of declarations by their lines. */
class Documented {
  readonly #declared: (readonly [line: number, name: string])[] = [];

  constructor(name: string, text: string) {
    const source = new Source(name, text);
    const add = (at: number, declared: string): void =>
      void this.#declared.push([source.lineAt(at), declared]);
    for (const item of parse(source, { keepMacros: true }).tree.items) declare(item, add);
    this.#declared.sort(([a], [b]) => a - b);
  }

  /** The first declaration after a line. */
  after(line: number): string {
    return this.#declared.find(([at]) => at > line)?.[1] ?? "example";
  }
}

function declare(item: Item, add: (at: number, name: string) => void): void {
  switch (item.kind) {
    case "Import":
    case "MacroCall":
      return;
    case "ImplItem":
      add(item.span.start, item.target.name.name);
      for (const method of item.methods)
        add(method.name.span.start, `${item.target.name.name}.${method.name.name}`);
      return;
    case "TraitItem":
      add(item.name.span.start, item.name.name);
      for (const member of item.members) add(member.name.span.start, `${item.name.name}.${member.name.name}`);
      return;
    case "StructItem":
      add(item.name.span.start, item.name.name);
      for (const field of item.fields) add(field.name.span.start, `${item.name.name}.${field.name.name}`);
      return;
    case "EnumItem":
      add(item.name.span.start, item.name.name);
      for (const variant of item.variants)
        add(variant.name.span.start, `${item.name.name}.${variant.name.name}`);
      return;
    default:
      add(item.name.span.start, item.name.name);
  }
}
