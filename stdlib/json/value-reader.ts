// Reads a JsonValue into values of derived types, with the functions of TypedReader. Derived `__read` functions use it
// after a text did not fit, for values, and for the forms whose parts are not read in order: objects with a tag or
// flattened fields, and values that may be of several types.
import type { Variants } from "./descriptions.ts";
import type { Place, Problems } from "./problems.ts";
import { unknownName } from "./unknown-name.ts";
import { ArrayValue, NULL, ObjectValue, StringValue, valueOf } from "./value.ts";
import { NO_KEYS, NONE, ValueCursor, type Current } from "./value-cursor.ts";

/** The most attempts at untagged variants in one document: nested ones multiply. */
const MOST_ATTEMPTS = 100_000;

interface Attempt {
  readonly frames: number;
  readonly current: Current;
  readonly found: number;
  readonly known: ReadonlySet<string>;
  readonly outer: Problems;
  readonly problems: Kept;
  /** Whether a member of the object was one of the variant. */
  shares: boolean;
}

/** The problems of an attempt, which are reported if no attempt succeeds and this one is closest. */
class Kept implements Problems {
  readonly isFull = false;
  readonly list: Parameters<Problems["add"]>[] = [];

  add(place: Place, code: string, message: string, below = ""): void {
    if (this.list.length >= 200) return;
    const [path, order] = [place.path(), place.order()];
    this.list.push([{ path: () => path, order: () => order }, code, message, below]);
  }
}
export class ValueReader extends ValueCursor {
  readonly #attempts: Attempt[] = [];
  /** Failed attempts, by the depth of attempts around them. */
  readonly #failed: Attempt[][] = [];
  #attemptsLeft = MOST_ATTEMPTS;

  // ---- enums

  /** Finds the variant of a tag, which is the current value; `unknown` is the code for no variant. */
  #variant(variants: Variants, name: string, unknown: string): number {
    const index = variants.index.get(name);
    if (index !== undefined) return index;
    if (variants.other !== NONE) return variants.other;
    this.report(unknown, unknownName(unknown === "one_of" ? "value" : "tag", name, variants.names));
    return NONE;
  }

  /** The form `{"tag": …, "values": […]}`. */
  openVariant(variants: Variants): number {
    const whole = this.current;
    const object = whole instanceof ObjectValue ? whole : null;
    const part = object?.part("tag");
    if (part === undefined) return this.lacks("tag", object !== null);
    const frame = this.openFrame(object!.keys(), object!.parts(), false);
    frame.step = "tag";
    const tag = valueOf(part);
    const index =
      tag instanceof StringValue
        ? this.#variant(variants, tag.p0, "unknown_tag")
        : this.mistyped("enum tag is not a string");
    if (index === NONE || index === variants.other) return this.#leave(whole, index);
    const values = object!.part("values", 1);
    if (values === undefined) {
      this.closeFrame();
      return this.lacks("values", true);
    }
    frame.step = "values";
    this.current = values;
    if (!(values instanceof ArrayValue))
      return this.#leave(whole, this.mistyped("enum payload values is not an array"));
    if (values.parts.length !== variants.sizes[index])
      return this.#leave(whole, this.mistyped("wrong number of payload values for variant"));
    this.openFrame(null, values.parts, false);
    return index;
  }

  closeVariant(): void {
    this.closeFrame();
    this.closeFrame();
  }

  protected mistyped(message: string): number {
    this.report("type", message);
    return NONE;
  }

  #leave(whole: Current, index: number): number {
    this.closeFrame();
    this.current = whole;
    return index;
  }

  /** Reports a member that an object lacks; anything else is not an object. */
  protected lacks(key: string, isObject: boolean): number {
    if (!isObject) this.report("type", "expected an object");
    else {
      this.openFrame([], [], false);
      this.reportAt(key, 0, "missing", `missing field ${key}`);
      this.closeFrame();
    }
    return NONE;
  }

  /** The form of a string alone. */
  name(variants: Variants): number {
    const value = this.currentValue();
    if (value instanceof StringValue) return this.#variant(variants, value.p0, "one_of");
    if (variants.other !== NONE) return variants.other;
    return this.mistyped("expected a string");
  }

  /** The form `"A"` or `{"A": …}`. */
  openExternal(variants: Variants): number {
    const value = this.currentValue();
    if (value instanceof StringValue) {
      const index = this.#variant(variants, value.p0, "unknown_tag");
      if (index === NONE || index === variants.other || variants.sizes[index] === 0) return index;
      return this.mistyped("expected an object");
    }
    if (!(value instanceof ObjectValue)) {
      if (variants.other !== NONE) return variants.other;
      return this.mistyped("expected a string or an object");
    }
    const keys = value.keys();
    if (keys.length !== 1) {
      if (variants.other !== NONE) return variants.other;
      return this.mistyped("expected an object with one member");
    }
    const index = this.#variant(variants, keys[0]!, "unknown_tag");
    if (index === NONE || index === variants.other) return index;
    const frame = this.openFrame(keys, value.parts(), false);
    frame.at = 0;
    this.stepTo(frame);
    if (variants.sizes[index] !== 0) return index;
    if (this.current !== NULL) this.report("type", "expected null");
    this.closeFrame();
    return index;
  }

  closeExternal(): void {
    this.closeFrame();
  }

  /** The form of an object with the tag among its members. */
  openTag(tag: string, variants: Variants): number {
    const object = this.current;
    if (!(object instanceof ObjectValue)) return this.lacks(tag, false);
    const index = this.#tagOf(object, tag, variants);
    if (index === NONE || index === variants.other) return index;
    if (variants.sizes[index] !== 0) this.known = new Set([...this.known, tag]);
    else if (variants.refuses) this.#refuseOthers(object, new Set([...this.known, tag]));
    return index;
  }

  #tagOf(object: ObjectValue, tag: string, variants: Variants): number {
    const part = object.part(tag);
    if (part === undefined) return this.lacks(tag, true);
    const frame = this.openFrame([], [], false);
    frame.step = tag;
    const value = valueOf(part);
    const index =
      value instanceof StringValue
        ? this.#variant(variants, value.p0, "unknown_tag")
        : this.mistyped("expected a string");
    this.closeFrame();
    return index;
  }

  #refuseOthers(object: ObjectValue, known: ReadonlySet<string>): void {
    const keys = object.keys();
    const frame = this.openFrame(keys, object.parts(), false);
    for (frame.at = 0; frame.at < keys.length; frame.at++) {
      this.stepTo(frame);
      if (!known.has(keys[frame.at]!)) this.reportUnknown(keys[frame.at]!, [...known]);
    }
    this.closeFrame();
  }

  closeUnit(): void {
    this.known = NO_KEYS;
  }

  /** The form of an object with tag and content. */
  openContent(tag: string, content: string, variants: Variants): number {
    const object = this.current;
    if (!(object instanceof ObjectValue)) return this.lacks(tag, false);
    const known = new Set([...this.known, tag, content]);
    this.known = NO_KEYS;
    const index = this.#tagOf(object, tag, variants);
    if (index === NONE || index === variants.other) return index;
    if (variants.refuses) this.#refuseOthers(object, known);
    const part = object.part(content, 1);
    const isUnit = variants.sizes[index] === 0;
    if (part === undefined && !isUnit) return this.lacks(content, true);
    const frame = this.openFrame([], [], false);
    frame.step = content;
    this.current = part ?? NULL;
    if (isUnit && this.current !== NULL) this.report("type", "expected null");
    return index;
  }

  closeContent(): void {
    this.closeFrame();
  }

  // ---- untagged enums

  attempt(): void {
    const outer = this.sink;
    const problems = new Kept();
    this.#attempts.push({
      frames: this.frames.length,
      current: this.current,
      found: this.found,
      known: this.known,
      outer,
      problems,
      shares: false,
    });
    this.#failed[this.#attempts.length] ??= [];
    this.#attemptsLeft--;
    this.sink = problems;
  }

  settles(): boolean {
    const attempt = this.#attempts.pop()!;
    const depth = this.#attempts.length + 1;
    const succeeds = this.found === attempt.found && this.#attemptsLeft > 0;
    this.sink = attempt.outer;
    this.found = attempt.found;
    this.restOf = null;
    if (succeeds) {
      this.#failed[depth] = [];
      return true;
    }
    this.#failed[depth]!.push(attempt);
    this.frames.length = attempt.frames;
    this.current = attempt.current;
    this.known = attempt.known;
    return false;
  }

  /** Reports the problems of the variant that alone has a member in common with the object, or one problem. */
  noMatch(names: readonly string[]): void {
    const depth = this.#attempts.length + 1;
    const failed = this.#failed[depth]!;
    this.#failed[depth] = [];
    const close = failed.filter((attempt) => attempt.shares);
    if (close.length === 1 && close[0]!.problems.list.length > 0) {
      this.found++;
      for (const problem of close[0]!.problems.list) this.sink.add(...problem);
      return;
    }
    this.report("type", `expected one of the variants ${names.join(", ")}`);
  }

  /** The innermost attempt learns that the object at its place has a member of the variant. */
  protected override noteShared(): void {
    const attempt = this.#attempts.at(-1);
    if (attempt !== undefined && attempt.frames === this.frames.length - 1) attempt.shares = true;
  }

  expectNull(): void {
    if (this.current !== NULL) this.report("type", "expected null");
  }

  // ---- checks

  /** Whether the current member, or element, has been read without a problem. */
  isRead(value: unknown): boolean {
    const frame = this.frames.at(-1);
    return value !== undefined && this.found === (frame === undefined ? 0 : frame.before);
  }

  broken(position: number, code: string, message: string): void {
    if (position === NONE) return this.report(code, message);
    this.current = NULL;
    const frame = this.openFrame(null, [], false);
    [frame.step, frame.order] = [position, position];
    this.report(code, message);
    this.closeFrame();
  }

  brokenAt(path: string, message: string, code: string): void {
    this.current = NULL;
    this.report(code, message, path === "" || path.startsWith("[") ? path : `.${path}`);
  }

  /** Whether a value has no problems in its parts. */
  isWhole(value: unknown): boolean {
    const frame = this.frames.at(-1);
    const before = frame === undefined ? 0 : frame.before;
    const attempt = this.#attempts.at(-1);
    const start = attempt === undefined ? before : Math.max(before, attempt.found);
    return value !== undefined && this.found === start;
  }

  isMissing(value: unknown): boolean {
    return value === undefined && !this.hasProblems;
  }

  /** Problems of missing members are reported where their object ends. */
  given(): void {}

  buffer(): ValueReader {
    return this;
  }

  unbuffer(): void {}
}
