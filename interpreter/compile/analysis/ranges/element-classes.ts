// What lists, options, results and maps hold: one `ElementClass` for the Ints that may meet in the same
// place of the same values. Values that flow into each other share their classes, so that it does not
// matter which list an element was written to.
import type { Type } from "../../../check/index.ts";
import { isHiddenField } from "../../../check/index.ts";
import { isOption, isPrimitive, isResult } from "../../ir/index.ts";

/** A class of Ints, joined with others as values are seen to flow. */
export class ElementClass {
  #joined: ElementClass | null = null;
  #open = false;

  /** The one that stands for all that are joined. */
  get root(): ElementClass {
    let root: ElementClass = this;
    for (let next = root.#joined; next !== null; next = root.#joined) {
      // Each walk halves the path (path halving of union-find).
      if (next.#joined !== null) root.#joined = next.#joined;
      root = next;
    }
    return root;
  }

  get isOpen(): boolean {
    return this.root.#open;
  }

  /** Values come from where nothing is known of them. */
  open(): void {
    this.root.#open = true;
  }

  join(other: ElementClass): void {
    const [from, to] = [this.root, other.root];
    if (from === to) return;
    from.#joined = to;
    to.#open ||= from.#open;
  }
}

/** The classes of a value: of an Int itself, or of each type argument of a container; null where no Int is held. */
export type ElementClasses = ElementClass | readonly ElementClasses[] | null;

/** The classes of a new value; `ofParam` says what stands for a type parameter. */
export function classesOf(type: Type, ofParam: (type: Type) => ElementClasses = () => null): ElementClasses {
  if (type.kind === "Param") return ofParam(type);
  if (isPrimitive(type, "Int")) return new ElementClass();
  if (!isContainer(type)) return null;
  const parts = type.args.map((arg) => classesOf(arg, ofParam));
  return parts.some((part) => part !== null) ? parts : null;
}

/** Lists, options, results, and the maps and sets of the standard library: natives alone know what is in them. */
export function isContainer(type: Type): type is Type & { kind: "Named" } {
  if (type.kind !== "Named" || type.args.length === 0) return false;
  const { symbol } = type;
  if (isPrimitive(type, "List") || isOption(type) || isResult(type)) return true;
  return symbol.kind === "Struct" && symbol.fields.every((field) => isHiddenField(symbol, field.name));
}

export function partOf(classes: ElementClasses, index: number): ElementClasses {
  return classes === null || classes instanceof ElementClass ? null : (classes[index] ?? null);
}

export function openAll(classes: ElementClasses): void {
  if (classes instanceof ElementClass) classes.open();
  else classes?.forEach(openAll);
}

/** Both stand for the same values from now on. */
export function join(a: ElementClasses, b: ElementClasses): void {
  if (a === b) return;
  if (a instanceof ElementClass && b instanceof ElementClass) a.join(b);
  else if (a !== null && b !== null && !(a instanceof ElementClass) && !(b instanceof ElementClass))
    a.forEach((part, at) => join(part, b[at]!));
  else {
    openAll(a);
    openAll(b);
  }
}
