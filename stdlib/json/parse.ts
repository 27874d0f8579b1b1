// Parses JSON: strictly by RFC 8259 with the messages of std/json, in one pass over the bytes. The nesting
// limit bounds the recursion. Tokens are from scanner.ts, keys from shapes (shape.ts).
import { ScriptMap, type Steps } from "../../interpreter/runtime/index.ts";
import { JsonFailure } from "./json-failure.ts";
import { startsNumber } from "./number-scanner.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  Scanner,
  STRETCH as STRING_STRETCH,
  TOO_LONG,
} from "./scanner.ts";
import type { Shape, ShapeTree } from "./shape.ts";
import { ArrayValue, NULL, ObjectValue, valueOf } from "./value.ts";
import type { JsonValue, Part } from "./value.ts";

/** The bytes of text that are read before they count against the limits of the program. */
const STRETCH = 65_536;
/** The approximate number of bytes that the values take for one byte of text. */
const GROWTH = 16;

/** Accounts for memory before it is allocated; see `Runtime.reserve`. */
export type Reserve = (bytes: number) => void;

/** Parses `text`. @throws JsonFailure, and what `reserve` throws */
export function parseJson(text: string, shapes: ShapeTree, reserve: Reserve, deepest?: number): JsonValue {
  shapes.renew();
  const parser = new Parser(text, shapes, reserve, deepest);
  const part = parser.part();
  parser.end();
  return valueOf(part);
}

/** Parses `text` in steps. */
export function* parseJsonInSteps(text: string, shapes: ShapeTree, reserve: Reserve): Steps<JsonValue> {
  shapes.renew();
  const parser = new Parser(text, shapes, reserve);
  const part = yield* parser.partInSteps();
  yield* parser.spaceInSteps();
  parser.end();
  return valueOf(part);
}

export class Parser extends Scanner {
  readonly #shapes: ShapeTree;
  /**
   * The parts of all open containers, innermost last; those of a container are copied out when it is
   * complete.
   */
  readonly #parts: Part[] = [];
  #top = 0;
  /** For each depth, how the last object there began: its neighbours mostly begin alike. */
  readonly #openings: (Shape | null)[] = [];
  readonly #reserve: Reserve;
  /** The offset up to which the text is accounted for. */
  #due = STRETCH;

  constructor(text: string, shapes: ShapeTree, reserve: Reserve, deepest?: number) {
    super(text, deepest);
    this.#shapes = shapes;
    this.#reserve = reserve;
  }

  part(): Part {
    if (this.at >= this.#due) this.#pass();
    const byte = this.next();
    switch (byte) {
      case QUOTE:
        this.at++;
        return this.string();
      case OPEN_OBJECT:
        return this.#object();
      case OPEN_LIST:
        return this.#array();
      case 0x74:
        this.word("true");
        return true;
      case 0x66:
        this.word("false");
        return false;
      case 0x6e:
        this.word("null");
        return NULL;
    }
    if (startsNumber(byte)) return this.number();
    const isCut = this.at >= this.text.length && /[^ \t\r\n]/.test(this.text);
    throw new JsonFailure(`unexpected byte at offset ${this.at}${isCut ? ": the text ends there" : ""}`);
  }

  /** Reads the next part in one step, or returns null if it is long or a pause is due. */
  #attempt(): Part | null {
    if (this.at >= this.#due) return null;
    const { at, depth } = this;
    const top = this.#top;
    this.longest = STRING_STRETCH;
    try {
      return this.part();
    } catch (failure) {
      if (failure !== TOO_LONG) throw failure;
      this.at = at;
      this.depth = depth;
      this.#top = top;
      return null;
    } finally {
      this.longest = Infinity;
    }
  }

  /** Starts a new step: parts from here on may take a whole step. */
  protected renewStep(): void {
    this.#due = this.at + STRETCH;
  }

  /** Reads the next part, which may be long. */
  *partInSteps(): Steps<Part> {
    this.#count();
    yield;
    if (this.hasSpace) yield* this.spaceInSteps();
    const whole = this.#attempt();
    if (whole !== null) return whole;
    switch (this.next()) {
      case OPEN_LIST:
        return yield* this.#arrayInSteps();
      case OPEN_OBJECT:
        return yield* this.#objectInSteps();
      case QUOTE:
        this.at++;
        return yield* this.stringInSteps();
    }
    return (yield* this.longInteger()) ?? this.part();
  }

  *#arrayInSteps(): Steps<ArrayValue> {
    this.open();
    const first = this.#top;
    if (this.hasSpace) yield* this.spaceInSteps();
    let byte = this.next();
    if (byte !== CLOSE_LIST) {
      for (;;) {
        const part = this.#attempt() ?? (yield* this.partInSteps());
        this.#parts[this.#top++] = part;
        if (this.hasSpace) yield* this.spaceInSteps();
        byte = this.next();
        if (byte === CLOSE_LIST) break;
        if (byte !== COMMA) throw new JsonFailure("expected , or ] in array");
        this.at++;
      }
    }
    this.close();
    return ArrayValue.of(this.#take(first));
  }

  *#objectInSteps(): Steps<ObjectValue> {
    this.open();
    const first = this.#top;
    let shape = this.#shapes.root;
    if (this.hasSpace) yield* this.spaceInSteps();
    if (this.next() === CLOSE_OBJECT) {
      this.close();
      return ObjectValue.shaped(shape, []);
    }
    let map: ScriptMap<string, JsonValue> | null = null;
    for (;;) {
      const key = yield* this.keyInSteps();
      const stepped: Shape | null = map === null ? this.#shapes.step(shape, key) : null;
      if (this.hasSpace) yield* this.spaceInSteps();
      this.colon();
      const part = this.#attempt() ?? (yield* this.partInSteps());
      if (stepped !== null) {
        shape = stepped;
        this.#parts[this.#top++] = part;
      } else {
        map ??= mapOf(shape, this.#take(first));
        map.set(key, valueOf(part));
      }
      if (this.hasSpace) yield* this.spaceInSteps();
      if (this.endOfMember())
        return map === null ? ObjectValue.shaped(shape, this.#take(first)) : new ObjectValue(map);
    }
  }

  #pass(): void {
    if (this.longest !== Infinity) throw TOO_LONG;
    this.#count();
  }

  #count(): void {
    this.renewStep();
    this.#reserve(STRETCH * GROWTH);
  }

  #array(): ArrayValue {
    this.open();
    const first = this.#top;
    let byte = this.next();
    if (byte !== CLOSE_LIST) {
      for (;;) {
        const part = this.part();
        this.#parts[this.#top++] = part;
        byte = this.next();
        if (byte === CLOSE_LIST) break;
        if (byte !== COMMA) throw new JsonFailure("expected , or ] in array");
        this.at++;
      }
    }
    this.close();
    return ArrayValue.of(this.#take(first));
  }

  /** Removes the complete parts from `first` on, and returns them. */
  #take(first: number): Part[] {
    const parts = this.#parts.slice(first, this.#top);
    this.#top = first;
    return parts;
  }

  #object(): ObjectValue {
    this.open();
    const first = this.#top;
    const depth = this.depth;
    let shape = this.#shapes.root;
    if (this.next() === CLOSE_OBJECT) {
      this.close();
      return ObjectValue.shaped(shape, []);
    }
    let likely = this.#openings[depth] ?? shape.likely;
    for (;;) {
      if (likely !== null && this.skipKey(likely.key)) {
        shape = likely;
      } else {
        const key = this.key();
        const stepped = this.#shapes.step(shape, key);
        if (stepped === null) return this.#mapObject(shape, this.#take(first), key);
        if (shape.size === 0) this.#openings[depth] = shape.likely;
        shape = stepped;
      }
      likely = shape.likely;
      const part = this.#memberPart();
      this.#parts[this.#top++] = part;
      if (this.endOfMember()) return ObjectValue.shaped(shape, this.#take(first));
    }
  }

  /**
   * Continues an object that has many keys, or a repeated one: the last value applies, at the index of the
   * first.
   */
  #mapObject(shape: Shape, parts: readonly Part[], key: string): ObjectValue {
    const map = mapOf(shape, parts);
    map.set(key, valueOf(this.#memberPart()));
    while (!this.endOfMember()) {
      const next = this.key();
      map.set(next, valueOf(this.#memberPart()));
    }
    return new ObjectValue(map);
  }

  #memberPart(): Part {
    this.colon();
    return this.part();
  }
}

function mapOf(shape: Shape, parts: readonly Part[]): ScriptMap<string, JsonValue> {
  const map = new ScriptMap<string, JsonValue>();
  shape.keys.forEach((known, position) => map.set(known, valueOf(parts[position]!)));
  return map;
}
