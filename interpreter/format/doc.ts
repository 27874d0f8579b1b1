// Documents with optional line breaks, and their layout within a width (Wadler, "A prettier printer").

export type Doc = string | Composite;

interface Composite {
  readonly kind: "concat" | "indent" | "group" | "line" | "soft" | "hard" | "ifBroken" | "verbatim";
  readonly parts: readonly Doc[];
  readonly text: string;
  /** Whether it contains a required line break, so that no group around it can be flat. */
  readonly broken: boolean;
}

function composite(
  kind: Composite["kind"],
  parts: readonly Doc[],
  text = "",
  broken = parts.some(isBroken),
): Composite {
  return { kind, parts, text, broken };
}

export function isBroken(doc: Doc): boolean {
  return typeof doc !== "string" && doc.broken;
}

/** A space, or a line break if the group does not fit. */
export const line: Doc = composite("line", []);
/** Nothing, or a line break if the group does not fit. */
export const soft: Doc = composite("soft", []);
/** Always a line break. */
export const hard: Doc = composite("hard", [], "", true);

export function concat(...parts: readonly Doc[]): Doc {
  return composite("concat", parts);
}

export function indent(...parts: readonly Doc[]): Doc {
  return composite("indent", parts);
}

/** A group: on one line if it fits, else with all its own line breaks. */
export function group(...parts: readonly Doc[]): Doc {
  return composite("group", parts);
}

/** Text that is printed only if the group around it is broken. */
export function ifBroken(text: string): Doc {
  return composite("ifBroken", [], text, false);
}

/** Unchanged text, which may contain line breaks. */
export function verbatim(text: string): Doc {
  return text.includes("\n") ? composite("verbatim", [], text, true) : text;
}

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return concat(...docs.flatMap((doc, i) => (i === 0 ? [doc] : [separator, doc])));
}

interface Command {
  readonly doc: Doc;
  readonly indent: number;
  readonly flat: boolean;
}

const STEP = 4;

/**
 * Lays out a document. The result ends with a line break; only lines of verbatim text end with white space.
 */
export function layout(doc: Doc, width: number): string {
  const out: string[] = [];
  let column = 0;
  /** The indentation of a new line, written when text follows on it. */
  let due = 0;
  const put = (text: string): void => {
    if (text === "") return;
    out.push(" ".repeat(due), text);
    due = 0;
    const lineBreak = text.lastIndexOf("\n");
    column = lineBreak < 0 ? column + widthOf(text) : widthOf(text.slice(lineBreak + 1));
  };
  const stack: Command[] = [{ doc, indent: 0, flat: false }];
  while (stack.length > 0) {
    const command = stack.pop()!;
    const current = command.doc;
    if (typeof current === "string") {
      put(current);
      continue;
    }
    switch (current.kind) {
      case "concat":
        pushAll(stack, current.parts, command.indent, command.flat);
        break;
      case "indent":
        pushAll(stack, current.parts, command.indent + STEP, command.flat);
        break;
      case "group": {
        const flat = command.flat || (!current.broken && fits(current, command, stack, width - column));
        pushAll(stack, current.parts, command.indent, flat);
        break;
      }
      case "line":
      case "soft":
      case "hard":
        if (command.flat && current.kind !== "hard") put(current.kind === "line" ? " " : "");
        else {
          out.push("\n");
          due = command.indent;
          column = command.indent;
        }
        break;
      case "ifBroken":
        if (!command.flat) put(current.text);
        break;
      case "verbatim":
        put(current.text);
        break;
    }
  }
  return `${out.join("")}\n`;
}

function pushAll(stack: Command[], parts: readonly Doc[], depth: number, flat: boolean): void {
  for (let i = parts.length - 1; i >= 0; i--) stack.push({ doc: parts[i]!, indent: depth, flat });
}

/** Whether a flat group, and the text after it up to the next line break, fit into the rest of the line. */
function fits(group: Composite, from: Command, rest: readonly Command[], room: number): boolean {
  const stack: Command[] = [{ ...from, doc: group, flat: true }];
  let next = rest.length - 1;
  while (room >= 0) {
    const command = stack.pop() ?? rest[next--];
    if (command === undefined) return true;
    const { doc, flat } = command;
    if (typeof doc === "string") room -= widthOf(doc);
    else if (doc.kind === "verbatim") {
      const [first = ""] = doc.text.split("\n", 1);
      return room >= widthOf(first);
    } else if (doc.kind === "hard") return true;
    else if (doc.kind === "line" || doc.kind === "soft") {
      if (!flat) return true;
      room -= doc.kind === "line" ? 1 : 0;
    } else if (doc.kind === "ifBroken") room -= flat ? 0 : doc.text.length;
    else pushAll(stack, doc.parts, command.indent, doc.kind === "group" ? !doc.broken && flat : flat);
  }
  return false;
}

/** The width in characters. */
function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : [...text].length;
}
