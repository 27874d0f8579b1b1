// Parses arguments into the members of a JSON object, from which the struct is decoded. Strings are byte
// strings, because a path need not be UTF-8.
import { intFromBigInt, ScriptMap } from "../../interpreter/runtime/index.ts";
import {
  ArrayValue,
  BoolValue,
  NULL,
  NumberValue,
  ObjectValue,
  StringValue,
  type JsonValue,
} from "../json/index.ts";
import { shown } from "./help.ts";
import { positionalsOf, type Field, type Flags } from "./spec.ts";
import { nearest } from "../json/index.ts";

/** A problem of the command line, worded for its user. */
export class UsageProblem extends Error {}

const INT = /^[+-]?\d+$/;
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const MAX = 2n ** 63n;
/** One character in UTF-8, or a byte that begins none. */
const CHARACTER = /^(?:[\xc2-\xf4][\x80-\xbf]+|[^])/;
/** The most bytes of an integer: leading zeros are allowed, but not millions. */
const LONGEST_INT = 1000;

/** Returns the object, or null if help is requested. @throws UsageProblem */
export function parseArguments(
  flags: Flags,
  fields: readonly Field[],
  args: readonly string[],
): JsonValue | null {
  const values = new Map<string, JsonValue[]>();
  const loose: string[] = [];
  const add = (field: Field, name: string, text: string): void => {
    const known = values.get(field.name) ?? [];
    if (known.length > 0 && !field.many) known.pop();
    known.push(literal(field, name, text));
    values.set(field.name, known);
  };
  const options = fields.filter((field) => !field.positional);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    /** Returns the value of an option that is in the next argument. */
    const next = (name: string): string => {
      if (++at >= args.length) throw new UsageProblem(`${name} expects a value`);
      return args[at]!;
    };
    if (arg === "--") {
      for (const each of args.slice(at + 1)) loose.push(each);
      break;
    }
    if (arg === "--help") return null;
    if (arg.startsWith("--")) long(arg, next);
    else if (arg.length > 1 && arg.startsWith("-") && !isNumber(arg)) {
      if (short(arg.slice(1), next)) return null;
    } else loose.push(arg);
  }

  function long(arg: string, next: (name: string) => string): void {
    const equals = arg.indexOf("=");
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const value = equals < 0 ? null : arg.slice(equals + 1);
    const field = options.find((option) => option.long === name);
    if (field !== undefined) return add(field, name, value ?? (field.kind === "Bool" ? "true" : next(name)));
    const negated = options.find(
      (option) => option.kind === "Bool" && `--no-${option.long.slice(2)}` === name,
    );
    if (negated !== undefined && value === null) return add(negated, name, "false");
    const known = [...options.map((option) => option.long), "--help"];
    if (name.startsWith("--no-"))
      for (const { kind, long } of options) if (kind === "Bool") known.push(`--no-${long.slice(2)}`);
    unknown("option", name, known);
  }

  /** Parses combined letters of options without values. Returns true if one of them requests help. */
  function short(letters: string, next: (name: string) => string): boolean {
    for (let rest = letters; rest !== ""; ) {
      const letter = CHARACTER.exec(rest)![0];
      rest = rest.slice(letter.length);
      const name = `-${letter}`;
      const field = options.find((option) => option.details.short === letter);
      if (field === undefined && letter === "h") return true;
      if (field === undefined) throw new UsageProblem(`unknown option ${name}`);
      if (field.kind === "Bool") {
        add(field, name, "true");
        continue;
      }
      rest = rest.replace(/^=/, "");
      add(field, name, rest === "" ? next(name) : rest);
      return false;
    }
    return false;
  }

  const positionals = positionalsOf(flags, fields);
  for (const [i, field] of positionals.entries()) {
    if (field.many) {
      // Positional arguments after this one get theirs first.
      const after = positionals.slice(i + 1).filter((other) => !other.many && !mayBeLeftOut(other)).length;
      for (const text of loose.splice(0, Math.max(0, loose.length - after))) add(field, shown(field), text);
    } else if (loose.length > 0) add(field, shown(field), loose.shift()!);
  }
  if (loose.length > 0) throw new UsageProblem(`unexpected argument ${JSON.stringify(loose[0])}`);
  const members = new ScriptMap<string, JsonValue>();
  for (const field of fields) {
    const given = values.get(field.name) ?? [];
    const isLeft = given.length === 0 && field.free && field.details.fallback === null;
    if (!isLeft) members.set(field.member, member(field, given));
  }
  return new ObjectValue(members);
}

/** @throws UsageProblem */
export function unknown(what: string, name: string, names: readonly string[]): never {
  const meant = nearest(name, names);
  throw new UsageProblem(`unknown ${what} ${name}${meant === null ? "" : `, did you mean ${meant}?`}`);
}

function mayBeLeftOut({ optional, free, details }: Field): boolean {
  return optional || free || details.fallback !== null;
}

function member(field: Field, given: readonly JsonValue[]): JsonValue {
  const { details, many, optional, kind, positional, long } = field;
  const name = positional ? shown(field) : long;
  const values =
    given.length === 0 && details.fallback !== null ? [literal(field, name, details.fallback)] : given;
  if (many) return new ArrayValue([...values]);
  if (values.length > 0) return values[0]!;
  if (optional) return NULL;
  if (kind === "Bool" && !positional) return new BoolValue(false);
  throw new UsageProblem(`${name} is missing`);
}

/** @throws UsageProblem */
function literal({ kind }: Field, name: string, text: string): JsonValue {
  switch (kind) {
    case "String":
      return new StringValue(text);
    case "Bool":
      if (text === "true" || text === "false") return new BoolValue(text === "true");
      throw new UsageProblem(`${name} expects true or false, not ${JSON.stringify(text)}`);
    case "Int": {
      const value = INT.test(text) && text.length <= LONGEST_INT ? BigInt(text.replace("+", "")) : MAX;
      if (value < MAX && value >= -MAX) return NumberValue.ofInt(intFromBigInt(value));
      throw new UsageProblem(`${name} expects a whole number, not ${JSON.stringify(text)}`);
    }
    case "Float":
      if (FLOAT.test(text) && Number.isFinite(Number(text))) return new NumberValue(Number(text));
      throw new UsageProblem(`${name} expects a number, not ${JSON.stringify(text)}`);
  }
}

function isNumber(arg: string): boolean {
  return INT.test(arg) || FLOAT.test(arg);
}
