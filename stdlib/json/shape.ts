// The keys of JSON objects, shared among objects with the same keys in the same order, as a tree: each shape
// extends its parent by one key. Documents repeat their shapes, so an object costs one array of values, and a
// parser can guess the next key from the last object of the same shape.
//
//   (empty) ──"id"──► {id} ──"name"──► {id, name}
//                       └────"size"──► {id, size}

/** The limits of a shape: objects with more or longer keys have their own map. */
const MOST_KEYS = 64;
const LONGEST_KEY = 64;
/**
 * The most shapes of a tree. For a text whose objects have little in common, more would outweigh the text.
 */
const MOST_SHAPES = 4096;

const PLAIN = /^[^"\\\x00-\x1f]*$/;

/** Returns whether the JSON of the key is the key itself between quotes. */
export function isPlainKey(key: string): boolean {
  return PLAIN.test(key);
}

export class Shape {
  readonly key: string;
  readonly size: number;
  readonly plain: boolean;
  /** The shape to which the last object here was extended, if by a plain key: a parser tries it first. */
  likely: Shape | null = null;
  readonly #parent: Shape | null;
  #next: Map<string, Shape> | null = null;
  #keys: readonly string[] | null = null;
  #positions: Map<string, number> | null = null;
  #labels: readonly string[] | null = null;

  constructor(parent: Shape | null, key: string) {
    this.#parent = parent;
    this.key = key;
    this.plain = isPlainKey(key);
    this.size = parent === null ? 0 : parent.size + 1;
  }

  /** Returns the shape with one more key if it exists. */
  known(key: string): Shape | null {
    const next = this.#next?.get(key) ?? null;
    if (next !== null) this.#remember(next);
    return next;
  }

  /**
   * Adds the shape with one more key. Returns null if the object needs its own map: it is too large, or `key`
   * is repeated.
   */
  extend(key: string): Shape | null {
    if (this.size >= MOST_KEYS || key.length > LONGEST_KEY || this.#holds(key)) return null;
    const next = new Shape(this, ownCopy(key));
    (this.#next ??= new Map()).set(next.key, next);
    this.#remember(next);
    return next;
  }

  /** Searches along the parents, because intermediate shapes should not have tables. */
  #holds(key: string): boolean {
    for (let shape: Shape = this; shape.#parent !== null; shape = shape.#parent)
      if (shape.key === key) return true;
    return false;
  }

  #remember(next: Shape): void {
    if (next.plain) this.likely = next;
  }

  get keys(): readonly string[] {
    if (this.#keys !== null) return this.#keys;
    const keys = new Array<string>(this.size);
    for (let shape: Shape = this; shape.#parent !== null; shape = shape.#parent)
      keys[shape.size - 1] = shape.key;
    return (this.#keys = keys);
  }

  /** Returns the index of `key`, or -1. */
  positionOf(key: string): number {
    if (this.size <= 8) return this.keys.indexOf(key);
    this.#positions ??= new Map(this.keys.map((each, position) => [each, position]));
    return this.#positions.get(key) ?? -1;
  }

  /** The text before each value in compact JSON: `"key":`, after a comma from the second on. */
  labels(quote: (key: string) => string): readonly string[] {
    return (this.#labels ??= this.keys.map((key, i) => `${i === 0 ? "" : ","}${quote(key)}:`));
  }
}

/**
 * Returns a string that shares no memory with the text from which it was cut. V8 copies short ones anyway.
 */
function ownCopy(key: string): string {
  return key.length < 13 ? key : Buffer.from(key, "latin1").toString("latin1");
}

export class ShapeTree {
  root = new Shape(null, "");
  #count = 0;

  /** Replaces a full tree with a new one; to be called before each text. */
  renew(): void {
    if (this.#count < MOST_SHAPES) return;
    this.root = new Shape(null, "");
    this.#count = 0;
  }

  /** Returns the shape of `from` with one more key, or null if the object needs its own map. */
  step(from: Shape, key: string): Shape | null {
    return from.known(key) ?? this.#grow(from, key);
  }

  /** Returns the shape of these keys, or null if a map is better. */
  of(keys: readonly string[]): Shape | null {
    this.renew();
    let shape: Shape | null = this.root;
    for (const key of keys) {
      if (shape === null) return null;
      shape = this.step(shape, key);
    }
    return shape;
  }

  #grow(from: Shape, key: string): Shape | null {
    if (this.#count >= MOST_SHAPES) return null;
    const shape = from.extend(key);
    if (shape !== null) this.#count++;
    return shape;
  }
}
