// Walks over a JsonValue with the functions of TypedReader for scalars and containers, and reports every problem with
// its path. `value-reader.ts` adds enums and checks.
import { Err } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, Int } from "../../interpreter/runtime/index.ts";
import { decodeBool, decodeChar, decodeFloat, decodeInt, decodeString, objectOf } from "./decode.ts";
import type { Members } from "./descriptions.ts";
import { memberStep, partsOf } from "./located-error.ts";
import type { Place, Problems } from "./problems.ts";
import { shownName, unknownName } from "./unknown-name.ts";
import { ArrayValue, digitsOf, NULL, NumberValue, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { JsonValue, Part } from "./value.ts";
import { isDecimal, judgeWritten } from "./whole-number.ts";
import type { IntProblem } from "./whole-number.ts";

export const NONE = -1;
/** In the place of an element that a too short list lacks: the list is reported, not the element. */
const LACKING = Symbol("lacking");
/** The place of an unknown member in the order of the declaration. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

export type Current = Part | typeof LACKING;

/** A container that is being read. */
export interface OpenValue {
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly parts: readonly Part[];
  /** The index of the current part. */
  at: number;
  /** How often a part was requested. */
  asked: number;
  /** The step to the current part: null for its key or index, false for none. */
  step: string | number | null | false;
  order: number;
  members: Members | null;
  seen: Set<number> | null;
  /** The members that no field has read, by their keys. */
  rest: Map<string, Part> | null;
  /** The members that a tag takes. */
  readonly known: ReadonlySet<string>;
  /** Another type was expected: its members are not missing. */
  readonly isWrong: boolean;
  /** The number of problems before the current part. */
  before: number;
}
export const NO_KEYS: ReadonlySet<string> = new Set();

export class ValueCursor implements Place {
  protected sink: Problems;
  protected current: Current;
  protected readonly frames: OpenValue[] = [];
  protected found = 0;
  /** Keys that the next object to be opened may have, beside its members. */
  protected known: ReadonlySet<string> = NO_KEYS;
  /** The rest of the object that is about to be read again. */
  protected restOf: OpenValue | null = null;

  constructor(value: JsonValue, problems: Problems) {
    this.current = value;
    this.sink = problems;
  }

  get problems(): Problems {
    return this.sink;
  }

  get hasProblems(): boolean {
    return this.found > 0;
  }

  // ---- places

  path(): string {
    let path = "";
    for (const frame of this.frames) {
      const step = frame.step ?? (frame.keys === null ? frame.at : frame.keys[frame.at]);
      if (step === false) continue;
      if (typeof step === "number") path += `[${step}]`;
      else if (step !== undefined) path += memberStep(shownName(step));
    }
    return path;
  }

  order(): readonly number[] {
    return this.frames.map((frame) => frame.order);
  }

  report(code: string, message: string, below = ""): void {
    if (this.current === LACKING) return;
    this.found++;
    this.sink.add(this, code, message, below);
  }

  /** Reports at a member of the innermost object that is not the current one. */
  protected reportAt(step: string | number, order: number, code: string, message: string): void {
    const frame = this.frames.at(-1)!;
    const { step: own, order: ownOrder } = frame;
    [frame.step, frame.order] = [step, order];
    this.report(code, message);
    [frame.step, frame.order] = [own, ownOrder];
  }

  // ---- scalars

  protected currentValue(): JsonValue {
    return this.current === LACKING ? NULL : valueOf(this.current);
  }

  #scalar<T>(decoded: T | Err<ErrorValue>, instead: T): T {
    if (!(decoded instanceof Err)) return decoded;
    this.report(this.#isNumber() ? "range" : "type", decoded.error._message);
    return instead;
  }

  #isNumber(): boolean {
    return typeof this.current === "number" || this.current instanceof NumberValue;
  }

  int(): Int {
    const value = this.currentValue();
    if (value instanceof NumberValue && typeof value.whole === "string") return this.#noInt(value.whole);
    return this.#scalar<Int>(decodeInt(value), 0);
  }

  #noInt(problem: IntProblem): Int {
    this.report(problem === "integer out of range" ? "range" : "type", problem);
    return 0;
  }

  /** A number that is no Float is out of range. */
  float(): number {
    return this.#scalar<number>(decodeFloat(this.currentValue()), 0);
  }

  bool(): boolean {
    return this.#type(decodeBool(this.currentValue()), false);
  }

  quoted(): string {
    return this.#type(decodeString(this.currentValue()), "");
  }

  char(): number {
    return this.#type(decodeChar(this.currentValue()), 0);
  }

  #type<T>(decoded: T | Err<ErrorValue>, instead: T): T {
    if (!(decoded instanceof Err)) return decoded;
    this.report("type", decoded.error._message);
    return instead;
  }

  /** An Int that is written as a number or as text. */
  textInt(): Int {
    const value = this.currentValue();
    if (!(value instanceof StringValue)) return this.int();
    const whole = judgeWritten(value.p0);
    return typeof whole === "string" ? this.#noInt(whole) : whole;
  }

  /** The digits of a number; of one that is written as text, too, with `orText`. */
  digits(orText: boolean): string {
    const value = this.currentValue();
    const digits =
      orText && value instanceof StringValue && isDecimal(value.p0)
        ? value.p0
        : value instanceof NumberValue
          ? digitsOf(value)
          : undefined;
    if (digits === null) this.report("range", "number out of range");
    if (digits === undefined) this.report("type", "expected a number");
    return digits ?? "0";
  }

  null(): boolean {
    return this.current === NULL;
  }

  skip(): void {}

  value(): JsonValue {
    this.known = NO_KEYS;
    return this.currentValue();
  }

  refused(error: ErrorValue): void {
    const { text, path } = partsOf(error);
    this.report("custom", text, path);
  }

  // ---- containers

  protected openFrame(keys: readonly string[] | null, parts: readonly Part[], isWrong: boolean): OpenValue {
    const frame: OpenValue = {
      keys,
      parts,
      at: NONE,
      asked: 0,
      step: false,
      order: 0,
      members: null,
      seen: null,
      rest: null,
      known: this.known,
      isWrong,
      before: this.found,
    };
    this.known = NO_KEYS;
    this.frames.push(frame);
    return frame;
  }

  protected closeFrame(): void {
    this.frames.pop();
  }

  openList(): void {
    const value = this.current;
    const isList = value instanceof ArrayValue;
    if (!isList) this.report("type", "expected an array");
    this.openFrame(null, isList ? value.parts : [], !isList);
  }

  openObject(): void {
    const rest = this.restOf;
    this.restOf = null;
    if (rest !== null) {
      const left = rest.rest!;
      const frame = this.openFrame([...left.keys()], [...left.values()], false);
      frame.rest = left;
      return;
    }
    const value = this.current;
    const isObject = value instanceof ObjectValue;
    if (!isObject) this.report("type", "expected an object");
    this.openFrame(isObject ? value.keys() : [], isObject ? value.parts() : [], !isObject);
  }

  openStruct(members: Members): void {
    this.openObject();
    const frame = this.frames.at(-1)!;
    frame.members = members;
    frame.seen = new Set();
    if (members.keepsRest) frame.rest = new Map();
  }

  protected stepTo(frame: OpenValue): void {
    frame.step = null;
    frame.order = frame.at;
    frame.before = this.found;
    this.current = frame.parts[frame.at]!;
    this.known = NO_KEYS;
  }

  hasElement(): boolean {
    const frame = this.frames.at(-1)!;
    frame.at++;
    if (frame.at >= frame.parts.length || this.sink.isFull) {
      this.closeFrame();
      return false;
    }
    this.stepTo(frame);
    return true;
  }

  hasMember(): boolean {
    const frame = this.frames.at(-1)!;
    do frame.at++;
    while (frame.at < frame.parts.length && frame.known.has(frame.keys![frame.at]!));
    if (frame.at >= frame.parts.length || this.sink.isFull) {
      this.closeFrame();
      return false;
    }
    this.stepTo(frame);
    return true;
  }

  mapKey(): string {
    const frame = this.frames.at(-1)!;
    return frame.keys![frame.at]!;
  }

  /** Returns the number of the next member that the struct has, or -1 once the object is closed. */
  member(members: Members): number {
    const frame = this.frames.at(-1)!;
    const keys = frame.keys!;
    while (++frame.at < keys.length && !this.sink.isFull) {
      const key = keys[frame.at]!;
      if (frame.known.has(key)) continue;
      this.stepTo(frame);
      const index = members.indexOf(key);
      if (index !== NONE) {
        frame.order = index;
        frame.seen!.add(index);
        if (!members.keepsRest) frame.rest?.delete(key);
        this.noteShared();
        return index;
      }
      if (members.keepsRest) frame.rest!.set(key, frame.parts[frame.at]!);
      if (members.refuses) this.reportUnknown(key, members.keys);
    }
    this.#reportMissing(frame, members);
    if (!members.keepsRest) this.closeFrame();
    return NONE;
  }

  protected reportUnknown(key: string, names: readonly string[]): void {
    const frame = this.frames.at(-1)!;
    frame.order = AFTER_ALL;
    this.report("unknown_field", unknownName("field", key, names));
  }

  #reportMissing(frame: OpenValue, members: Members): void {
    if (frame.isWrong || this.sink.isFull) return;
    members.keys.forEach((key, index) => {
      if (!frame.seen!.has(index) && !members.free.has(index))
        this.reportAt(key, index, "missing", `missing field ${key}`);
    });
    frame.step = false;
  }

  /** A member of the innermost object has been found. */
  protected noteShared(): void {}

  // ---- the rest of an object

  /** Steps to the object of the members that no field has read; they have the same path. */
  rest(): this {
    const frame = this.frames.at(-1)!;
    frame.step = false;
    frame.order = AFTER_ALL - 1;
    this.current = objectOf([...frame.rest!.keys()], [...frame.rest!.values()].map(valueOf));
    frame.before = this.found;
    this.restOf = frame;
    return this;
  }

  endRest(): void {
    this.restOf = null;
    this.closeFrame();
  }

  // ---- lists of known length

  payloadPart(): void {
    const frame = this.frames.at(-1)!;
    frame.asked++;
    frame.at++;
    if (frame.at >= frame.parts.length) {
      frame.step = frame.at;
      this.current = LACKING;
    } else this.stepTo(frame);
  }

  closeTuple(): void {
    const frame = this.frames.at(-1)!;
    this.closeFrame();
    this.current = NULL;
    if (frame.isWrong || frame.parts.length === frame.asked) return;
    this.report("type", `expected an array of ${frame.asked}`);
  }
}
