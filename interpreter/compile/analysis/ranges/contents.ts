// What lists, options, results and maps hold: one `Content` for the Ints that may meet in the same
// place of the same values. Values that flow into each other share their contents, so that nobody
// needs to know which list it was that an element was written to.
import type { Type } from "../../../check/index.ts";
import { isHiddenField } from "../../../check/index.ts";
import { isOption, isPrimitive, isResult } from "../../ir/index.ts";

/** A class of Ints, joined with others as values are seen to flow. */
export class Content {
  #joined: Content | null = null;
  #open = false;

  /** The one that stands for all that are joined. */
  get root(): Content {
    let root: Content = this;
    for (let next = root.#joined; next !== null; next = root.#joined) {
      // Ways get half as long each time they are gone.
      if (next.#joined !== null) root.#joined = next.#joined;
      root = next;
    }
    return root;
  }

  get isOpen(): boolean {
    return this.root.#open;
  }

  /** Values come from where nobody looks. */
  open(): void {
    this.root.#open = true;
  }

  join(other: Content): void {
    const [from, to] = [this.root, other.root];
    if (from === to) return;
    from.#joined = to;
    to.#open ||= from.#open;
  }
}

/** The contents of a value: of an Int itself, or of each type argument of a container; null where no Int is held. */
export type Contents = Content | readonly Contents[] | null;

/** The contents of a new value; `ofParam` says what stands for a type parameter. */
export function contentsOf(type: Type, ofParam: (type: Type) => Contents = () => null): Contents {
  if (type.kind === "Param") return ofParam(type);
  if (isPrimitive(type, "Int")) return new Content();
  if (!isContainer(type)) return null;
  const parts = type.args.map((arg) => contentsOf(arg, ofParam));
  return parts.some((part) => part !== null) ? parts : null;
}

/** Lists, options, results, and the maps and sets of the standard library: natives alone know what is in them. */
export function isContainer(type: Type): type is Type & { kind: "Named" } {
  if (type.kind !== "Named" || type.args.length === 0) return false;
  const { symbol } = type;
  if (isPrimitive(type, "List") || isOption(type) || isResult(type)) return true;
  return symbol.kind === "Struct" && symbol.fields.every((field) => isHiddenField(symbol, field.name));
}

export function partOf(contents: Contents, index: number): Contents {
  return contents === null || contents instanceof Content ? null : (contents[index] ?? null);
}

export function openAll(contents: Contents): void {
  if (contents instanceof Content) contents.open();
  else contents?.forEach(openAll);
}

/** Both stand for the same values from now on. */
export function join(a: Contents, b: Contents): void {
  if (a === b) return;
  if (a instanceof Content && b instanceof Content) a.join(b);
  else if (a !== null && b !== null && !(a instanceof Content) && !(b instanceof Content)) a.forEach((part, at) => join(part, b[at]!));
  else {
    openAll(a);
    openAll(b);
  }
}
