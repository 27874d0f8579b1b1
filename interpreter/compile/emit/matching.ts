// `match` and patterns (language 7). A pattern is a test, null when it always holds, and bindings
// read from the matched value. Arms become a `switch` where all of them look at the tag of one enum
// or at plain constants, else tests one after the other that leave a labelled block.
import type { Arm, Expr, Local, Pattern } from "../ir.ts";
import { bindingsOf } from "../ir-walk.ts";
import { constText } from "./constants.ts";
import type { Dest, FunctionEmitter } from "./function-emitter.ts";
import { propertyName } from "./names.ts";
import { fixed, variable, type Value } from "./value.ts";

export function emitMatch(emitter: FunctionEmitter, expr: Expr & { kind: "Match" }, dest: Dest): boolean {
  const subject = emitter.statement(() => {
    const value = emitter.value(expr.subject);
    return value.fixed && value.repeatable ? value : emitter.keep(value);
  });
  const key = switchKey(expr.arms);
  return key === null ? emitTests(emitter, subject, expr.arms, dest) : emitSwitch(emitter, subject, expr.arms, dest, key);
}

// ---- a switch

type SwitchKey = "tag" | "constant";

const SWITCH_FROM = 4;

/** What all arms but a last catch-all look at, when each looks at something else. */
function switchKey(arms: readonly Arm[]): SwitchKey | null {
  if (arms.length < SWITCH_FROM) return null;
  const seen = new Set<unknown>();
  let kind: SwitchKey | null = null;
  for (const [at, arm] of arms.entries()) {
    const { pattern } = arm;
    if (arm.guard !== null) return null;
    if (pattern.kind === "Any" || pattern.kind === "Bind") {
      if (at !== arms.length - 1) return null;
      continue;
    }
    const key = armKey(pattern);
    if (key === null || seen.has(key.value) || (kind !== null && kind !== key.kind)) return null;
    seen.add(key.value);
    kind = key.kind;
  }
  return kind;
}

function armKey(pattern: Pattern): { kind: SwitchKey; value: unknown } | null {
  if (pattern.kind === "Variant" && pattern.payload.every((part) => part.kind === "Any" || part.kind === "Bind")) {
    return { kind: "tag", value: pattern.index };
  }
  if (pattern.kind !== "Literal") return null;
  const { of, value } = pattern.value;
  if (of === "Float" || (of === "Int" && !isSmall(value as bigint))) return null;
  return { kind: "constant", value };
}

function isSmall(value: bigint): boolean {
  return value >= -9007199254740991n && value <= 9007199254740991n;
}

function emitSwitch(emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest, key: SwitchKey): boolean {
  let ends = false;
  emitter.open(`switch (${subject.text}${key === "tag" ? ".tag" : ""}) {`);
  emitter.switches++;
  for (const [at, { pattern, body }] of arms.entries()) {
    // The last arm takes what is left: the checker saw to it that nothing else can come.
    const last = at === arms.length - 1;
    const label = pattern.kind === "Variant" ? `${pattern.index}` : pattern.kind === "Literal" ? constText(emitter, pattern.value).text : "";
    emitter.open(last ? "default: {" : `case ${label}: {`);
    emitBindings(emitter, pattern, subject);
    if (emitter.into(body, dest)) {
      ends = true;
      if (!last) emitter.line("break;");
    }
    emitter.close();
  }
  emitter.switches--;
  emitter.close();
  return ends;
}

// ---- tests in order

function emitTests(emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  const chained = arms.length <= 12 && arms.every((arm) => arm.guard === null && isChainable(arm.pattern));
  return chained ? emitChain(emitter, subject, arms, dest) : emitLabelled(emitter, subject, arms, dest);
}

/** The test does not assign anything. */
function isChainable(pattern: Pattern): boolean {
  return boundByTest(pattern).size === 0;
}

/** Declares the variables that the test itself assigns: those of alternatives. */
export function declareTested(emitter: FunctionEmitter, pattern: Pattern): boolean {
  const locals = boundByTest(pattern);
  for (const local of locals) emitter.line(`let ${emitter.declare(local)};`);
  return locals.size > 0;
}

function boundByTest(pattern: Pattern): Set<Local> {
  switch (pattern.kind) {
    case "Alternatives":
      return bindingsOf(pattern);
    case "Some":
    case "Ok":
    case "Err":
      return boundByTest(pattern.inner);
    case "Variant":
      return new Set(pattern.payload.flatMap((part) => [...boundByTest(part)]));
    case "Struct":
      return new Set(pattern.fields.flatMap((field) => [...boundByTest(field.pattern)]));
    case "Any":
    case "Bind":
    case "Literal":
    case "Range":
    case "None":
      return new Set();
  }
}

function emitChain(emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  let ends = false;
  for (const [at, { pattern, body }] of arms.entries()) {
    const last = at === arms.length - 1;
    const test = last ? null : patternTest(emitter, pattern, subject.text);
    if (last && at === 0) {
      emitBindings(emitter, pattern, subject);
      return emitter.into(body, dest);
    }
    if (at === 0) emitter.line(`if (${test ?? "true"}) {`);
    else emitter.line(last || test === null ? "} else {" : `} else if (${test}) {`);
    emitter.indent++;
    emitBindings(emitter, pattern, subject);
    if (emitter.into(body, dest)) ends = true;
    emitter.indent--;
    if (test === null && !last && at > 0) break;
  }
  // An arm that does nothing needs no `else`.
  if (emitter.lines.at(-1)!.trim() === "} else {") emitter.lines.pop();
  emitter.line("}");
  return ends;
}

function emitLabelled(emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  const label = emitter.names.fresh("match");
  emitter.open(`${label}: {`);
  const head = emitter.lines.length - 1;
  let used = false;
  let ends = false;
  for (const [at, arm] of arms.entries()) {
    const last = at === arms.length - 1 && arm.guard === null;
    const assigning = declareTested(emitter, arm.pattern);
    const test = last && !assigning ? null : patternTest(emitter, arm.pattern, subject.text);
    if (test !== null) emitter.open(`if (${test}) {`);
    else emitter.open("{");
    emitBindings(emitter, arm.pattern, subject);
    if (arm.guard !== null) emitter.open(`if (${emitter.statement(() => emitter.text(arm.guard!))}) {`);
    if (emitter.into(arm.body, dest)) {
      ends = true;
      if (!last) {
        emitter.line(`break ${label};`);
        used = true;
      }
    }
    if (arm.guard !== null) emitter.close();
    emitter.close();
  }
  emitter.close();
  if (!used) emitter.lines[head] = emitter.lines[head]!.replace(`${label}: `, "");
  return ends;
}

// ---- patterns

/** A JavaScript condition on the value that `path` reads, or null when it always holds. */
export function patternTest(emitter: FunctionEmitter, pattern: Pattern, path: string): string | null {
  const tests = testsOf(emitter, pattern, path);
  return tests.length === 0 ? null : tests.join(" && ");
}

function testsOf(emitter: FunctionEmitter, pattern: Pattern, path: string): string[] {
  switch (pattern.kind) {
    case "Any":
    case "Bind":
      return [];
    case "Literal":
      return [literalTest(emitter, pattern.value, path)];
    case "Range":
      return [rangeTest(emitter, pattern, path)];
    case "None":
      return [`${path} === null`];
    case "Some":
      return [`${path} !== null`, ...testsOf(emitter, pattern.inner, somePath(emitter, pattern, path))];
    case "Ok":
      return [`!(${path} instanceof ${emitter.door("Err")})`, ...testsOf(emitter, pattern.inner, okPath(emitter, pattern, path))];
    case "Err":
      return [`${path} instanceof ${emitter.door("Err")}`, ...testsOf(emitter, pattern.inner, `${path}.error`)];
    case "Variant": {
      const own = pattern.enum.variants.length > 1 ? [`${path}.tag === ${pattern.index}`] : [];
      return [...own, ...pattern.payload.flatMap((part, at) => testsOf(emitter, part, `${path}.p${at}`))];
    }
    case "Struct":
      return pattern.fields.flatMap((field) => testsOf(emitter, field.pattern, `${path}.${propertyName(field.name)}`));
    case "Alternatives":
      return [`(${pattern.alternatives.map((each) => alternativeTest(emitter, each, path)).join(" || ")})`];
  }
}

/** Binds by assignment once the alternative holds: its variables are declared before. */
function alternativeTest(emitter: FunctionEmitter, pattern: Pattern, path: string): string {
  const tests = testsOf(emitter, pattern, path);
  const stores = [...readsOf(emitter, pattern, path)].map(([local, read]) => `${emitter.localName(local)} = ${read}`);
  if (stores.length > 0) tests.push(`(${stores.join(", ")}, true)`);
  return tests.length === 0 ? "true" : tests.join(" && ");
}

function somePath(emitter: FunctionEmitter, pattern: { boxed: boolean }, path: string): string {
  return pattern.boxed ? `${emitter.door("payload")}(${path})` : path;
}

function okPath(emitter: FunctionEmitter, pattern: { boxed: boolean }, path: string): string {
  return pattern.boxed ? `${emitter.door("okPayload")}(${path})` : path;
}

function literalTest(emitter: FunctionEmitter, literal: Expr & { kind: "Const" }, path: string): string {
  const { text } = constText(emitter, literal);
  if (literal.of === "Bool") return literal.value === true ? path : `!${path}`;
  if (literal.of === "Int" && !isSmall(literal.value as bigint)) return `${emitter.door("eqInt")}(${path}, ${text})`;
  return `${path} === ${text}`;
}

/** Bounds past 2^53 compare with numbers by their infinities, with each other by the slow path. */
function rangeTest(emitter: FunctionEmitter, range: Pattern & { kind: "Range" }, path: string): string {
  const bound = (value: bigint | number) =>
    typeof value === "number" || isSmall(value) ? `${value}` : emitter.program.wideConstant(value);
  const small = (value: bigint | number) => typeof value === "number" || isSmall(value);
  const le = (a: string, b: string, plain: boolean) => (plain ? `${a} <= ${b}` : `${emitter.door("leInt")}(${a}, ${b})`);
  const lt = (a: string, b: string, plain: boolean) => (plain ? `${a} < ${b}` : `${emitter.door("ltInt")}(${a}, ${b})`);
  const low = le(bound(range.low), path, small(range.low));
  const high = (range.inclusive ? le : lt)(path, bound(range.high), small(range.high));
  return `${low} && ${high}`;
}

/** What each variable of a pattern reads. */
function readsOf(emitter: FunctionEmitter, pattern: Pattern, path: string, reads = new Map<Local, string>()): Map<Local, string> {
  switch (pattern.kind) {
    case "Bind":
      reads.set(pattern.local, path);
      return reads;
    case "Some":
      return readsOf(emitter, pattern.inner, somePath(emitter, pattern, path), reads);
    case "Ok":
      return readsOf(emitter, pattern.inner, okPath(emitter, pattern, path), reads);
    case "Err":
      return readsOf(emitter, pattern.inner, `${path}.error`, reads);
    case "Variant":
      pattern.payload.forEach((part, at) => readsOf(emitter, part, `${path}.p${at}`, reads));
      return reads;
    case "Struct":
      for (const field of pattern.fields) readsOf(emitter, field.pattern, `${path}.${propertyName(field.name)}`, reads);
      return reads;
    case "Any":
    case "Literal":
    case "Range":
    case "None":
    case "Alternatives":
      return reads;
  }
}

/** Declares the variables of a pattern that matched. */
export function emitBindings(emitter: FunctionEmitter, pattern: Pattern, subject: Value): void {
  for (const [local, read] of readsOf(emitter, pattern, subject.text)) {
    const whole = read === subject.text;
    // A name that cannot change needs no second one.
    if (whole && subject.fixed && subject.repeatable && !local.assigned) {
      emitter.locals.set(local, subject.text);
      if (subject.bounds !== null) emitter.ranges.set(local, subject.bounds);
    } else emitter.declareValue(local, whole ? variable(read, subject.bounds) : fixed(read));
  }
}
