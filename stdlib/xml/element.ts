// The struct `Element`, and its text. Names and texts are byte strings.
import type { Steps } from "../../interpreter/runtime/index.ts";

export class Element {
  readonly _name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly contents: (Element | string)[] = [];

  constructor(name: string, attributes: ReadonlyMap<string, string>) {
    this._name = name;
    this.attributes = attributes;
  }
}

/** The parts between two checks of the clock. */
const STEP = 2_000;

/** Walks an element and all that it contains, with the depth limited by the parser. */
function* parts(element: Element, visit: (part: Element | string, isEnd: boolean) => void): Steps<void> {
  let left = STEP;
  const open: { readonly of: Element; next: number }[] = [{ of: element, next: 0 }];
  visit(element, false);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (--left < 0) {
      left = STEP;
      yield;
    }
    const part = top.of.contents[top.next++];
    if (part === undefined) {
      visit(top.of, true);
      open.pop();
    } else {
      visit(part, false);
      if (part instanceof Element) open.push({ of: part, next: 0 });
    }
  }
}

export function* textOf(element: Element): Steps<string> {
  const found: string[] = [];
  yield* parts(element, (part) => {
    if (typeof part === "string") found.push(part);
  });
  return found.join("");
}

export function* written(element: Element): Steps<string> {
  const found: string[] = [];
  yield* parts(element, (part, isEnd) => {
    if (typeof part === "string") found.push(part.replace(/[&<>\r]/g, escaped));
    else if (isEnd) {
      if (part.contents.length > 0) found.push(`</${part._name}>`);
    } else {
      const attributes = [...part.attributes].map(
        ([name, value]) => ` ${name}="${value.replace(/[&<>"\t\n\r]/g, escaped)}"`,
      );
      found.push(`<${part._name}${attributes.join("")}${part.contents.length > 0 ? ">" : "/>"}`);
    }
  });
  return found.join("");
}

const NAMES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(char: string): string {
  return NAMES[char] ?? `&#${char.charCodeAt(0)};`;
}
