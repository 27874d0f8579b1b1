// std/xml: trees and streams of elements, from the events of a parser.
import {
  inSteps,
  Err,
  type ErrorValue,
  some,
  tuple,
  UNIT,
  type NativeTable,
  type Option,
  type Result,
  type Runtime,
  type Steps,
  type Unit,
} from "../../interpreter/runtime/index.ts";
import { Element, textOf, written } from "./element.ts";
import { EventParser, type XmlEvent } from "./event-parser.ts";

/** The bytes that are read between two checks of the clock. */
const STEP = 1 << 14;

/** Collects the element that begins with the next event, once its end has been read. */
class Tree {
  readonly #open: Element[] = [];

  /** Returns the element if the event is its end. */
  add({ kind, text, attributes }: XmlEvent): Element | null {
    if (kind === "text") {
      this.#open.at(-1)?.contents.push(text);
      return null;
    }
    if (kind === "end") {
      const ended = this.#open.pop()!;
      return this.#open.length === 0 ? ended : null;
    }
    const element = new Element(text, attributes);
    this.#open.at(-1)?.contents.push(element);
    this.#open.push(element);
    return null;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }
}

/** The struct `__XmlParser`. */
class XmlParser extends EventParser {
  /** The element that `next_element` has begun to read. */
  tree = new Tree();

  /** Takes events until an element with this name has ended; null if more must be read. */
  takeElement(name: string): Element | null {
    for (let event = this.take(); event !== undefined; event = this.take()) {
      const begins = event.kind === "start" && event.text === name;
      if (!this.tree.isOpen && !begins) continue;
      const ended = this.tree.add(event);
      if (ended !== null) return ended;
    }
    return null;
  }
}

function* fed(parser: EventParser, piece: string): Steps<Result<Unit, ErrorValue>> {
  let at = 0;
  do {
    const problem = parser.feed(piece.slice(at, at + STEP));
    if (problem !== null) return new Err(problem);
    at += STEP;
    yield STEP;
  } while (at < piece.length);
  return UNIT;
}

function* parse(text: string): Steps<Result<Element, ErrorValue>> {
  const parser = new EventParser();
  const tree = new Tree();
  let root: Element | null = null;
  const take = (): void => {
    for (let event = parser.take(); event !== undefined; event = parser.take())
      root = tree.add(event) ?? root;
  };
  for (let at = 0; at <= text.length; at += STEP) {
    const piece = text.slice(at, at + STEP);
    const problem = piece === "" ? null : parser.feed(piece);
    if (problem !== null) return new Err(problem);
    take();
    yield STEP;
  }
  const problem = parser.feed("");
  if (problem !== null) return new Err(problem);
  take();
  return root!;
}

function child(element: Element, name: string): Option<Element> {
  for (const part of element.contents) if (part instanceof Element && part._name === name) return part;
  return null;
}

export function create(runtime: Runtime): NativeTable {
  return {
    structs: { Element, __XmlParser: XmlParser },
    functions: {
      parse: (text: string) => inSteps(runtime, parse(text)),
      "Element.attr": ({ attributes }: Element, name: string): Option<string> => attributes.get(name) ?? null,
      "Element.child": child,
      "Element.children": ({ contents }: Element) => contents.filter((part) => part instanceof Element),
      "Element.text": (element: Element) => inSteps(runtime, textOf(element)),
      __attrs: ({ attributes }: Element) => [...attributes].map(([name, value]) => tuple(name, value)),
      __written: (element: Element) => inSteps(runtime, written(element)),
      __parser: () => new XmlParser(),
      __feed: (parser: XmlParser, piece: string) => inSteps(runtime, fed(parser, piece)),
      __has_event: (parser: XmlParser) => parser.next < parser.events.length || parser.failure !== null,
      __fail: (parser: XmlParser, error: ErrorValue) => void (parser.failure = error),
      /** The events before a failure come first; it is reported once. */
      __failure(parser: XmlParser): Option<ErrorValue> {
        if (parser.failure === null || parser.next < parser.events.length) return null;
        const { failure } = parser;
        parser.failure = null;
        return some(failure);
      },
      __take(parser: XmlParser): string[] {
        const { kind, text, attributes } = parser.take()!;
        return [kind, text, ...[...attributes].flat()];
      },
      __take_element: (parser: XmlParser, name: string): Option<Element> => parser.takeElement(name),
    },
  };
}
