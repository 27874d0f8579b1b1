// The contents of lists, options, results and maps. An `ElementClass` represents the Ints that may be in the
// same position of the same values. Values that flow into each other share their classes, so it does not
// matter through which alias of a list an element is written.
import type { Type } from "../../../check/index.ts";
import { isHiddenField } from "../../../check/index.ts";
import { isOption, isPrimitive, isResult } from "../../ir/index.ts";

/** A class of Ints in a union-find structure. */
export class ElementClass {
  #joined: ElementClass | null = null;
  #open = false;

  /** The representative of the joined classes. */
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

  /** Makes the class open: values of unknown origin flow into it. */
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

/**
 * The classes of a value: one class for an Int, those of each type argument for a container; null if it holds
 * no Int.
 */
export type ElementClasses = ElementClass | readonly ElementClasses[] | null;

/** Fresh classes for a value; `ofParam` returns those of a type parameter. */
export function classesOf(type: Type, ofParam: (type: Type) => ElementClasses = () => null): ElementClasses {
  if (type.kind === "Param") return ofParam(type);
  if (isPrimitive(type, "Int")) return new ElementClass();
  if (!isContainer(type)) return null;
  const parts = type.args.map((arg) => classesOf(arg, ofParam));
  return parts.some((part) => part !== null) ? parts : null;
}

/**
 * Lists, options, results, and the maps and sets of the standard library, whose contents only natives access.
 */
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

/** Unites the classes of two values. */
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
