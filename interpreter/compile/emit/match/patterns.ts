// Patterns (reference/patterns#patterns): a JavaScript test, null if it always holds, and variables read from
// the matched value. If alternatives bind a variable in different places, the test assigns it.
import { bindingsOf, partsOfList, type Expr, type Local, type Pattern } from "../../ir/index.ts";
import type { Emitter } from "../emitter/index.ts";
import { constText, fixed, propertyName, variable, type Value } from "../values/index.ts";

/** Declares the variables that the test itself assigns. */
export function declareTested(emitter: Emitter, pattern: Pattern): boolean {
  const locals = boundByTest(pattern);
  for (const local of locals) emitter.declareName(emitter.declare(local), null);
  return locals.size > 0;
}

/** The variables that the test itself assigns: those that alternatives bind in different places. */
export function boundByTest(pattern: Pattern): Set<Local> {
  switch (pattern.kind) {
    case "Alternatives":
      return placesOf(pattern) === null ? bindingsOf(pattern) : new Set();
    case "Some":
    case "Ok":
    case "Err":
      return boundByTest(pattern.inner);
    case "Variant":
      return new Set(pattern.payload.flatMap((part) => [...boundByTest(part)]));
    case "Struct":
      return new Set(pattern.fields.flatMap((field) => [...boundByTest(field.pattern)]));
    case "List":
      return new Set(partsOfList(pattern).flatMap((part) => [...boundByTest(part)]));
    case "Any":
    case "Bind":
    case "Literal":
    case "Range":
    case "None":
      return new Set();
  }
}

/** A JavaScript condition on the value of `path`; null if it always holds. */
export function patternTest(emitter: Emitter, pattern: Pattern, path: string): string | null {
  const tests = testsOf(emitter, pattern, path);
  return tests.length === 0 ? null : tests.join(" && ");
}

/** As `patternTest`, for a value whose tag or constant is known. */
export function payloadTest(emitter: Emitter, pattern: Pattern, path: string): string | null {
  switch (pattern.kind) {
    case "Literal":
    case "None":
      return null;
    case "Some":
      return payloadTest(emitter, pattern.inner, path);
    case "Variant": {
      const tests = payloadTests(emitter, pattern, path);
      return tests.length === 0 ? null : tests.join(" && ");
    }
    default:
      return patternTest(emitter, pattern, path);
  }
}

function payloadTests(emitter: Emitter, { payload }: Pattern & { kind: "Variant" }, path: string): string[] {
  return payload.flatMap((part, at) => testsOf(emitter, part, `${path}.p${at}`));
}

function testsOf(emitter: Emitter, pattern: Pattern, path: string): string[] {
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
      return [
        `!(${path} instanceof ${emitter.runtimeName("Err")})`,
        ...testsOf(emitter, pattern.inner, okPath(emitter, pattern, path)),
      ];
    case "Err":
      return [
        `${path} instanceof ${emitter.runtimeName("Err")}`,
        ...testsOf(emitter, pattern.inner, `${path}.error`),
      ];
    case "Variant": {
      const own = pattern.enum.variants.length > 1 ? [`${path}.tag === ${pattern.index}`] : [];
      return [...own, ...payloadTests(emitter, pattern, path)];
    }
    case "Struct":
      return pattern.fields.flatMap((field) =>
        testsOf(emitter, field.pattern, `${path}.${propertyName(field.name)}`),
      );
    case "List": {
      const size = pattern.before.length + pattern.after.length;
      const own =
        pattern.rest === null
          ? [`${path}.length === ${size}`]
          : size === 0
            ? []
            : [`${path}.length >= ${size}`];
      return [
        ...own,
        ...elementPaths(emitter, pattern, path).flatMap(([part, at]) => testsOf(emitter, part, at)),
      ];
    }
    case "Alternatives": {
      const assigning = placesOf(pattern) === null;
      return [
        `(${pattern.alternatives.map((each) => alternativeTest(emitter, each, path, assigning)).join(" || ")})`,
      ];
    }
  }
}

/** Tests an alternative and, if `assigning`, then assigns its variables, which have been declared before. */
function alternativeTest(emitter: Emitter, pattern: Pattern, path: string, assigning: boolean): string {
  const tests = testsOf(emitter, pattern, path);
  if (assigning) {
    const stores = [...readsOf(emitter, pattern, path)].map(
      ([local, read]) => `${emitter.localName(local)} = ${read}`,
    );
    if (stores.length > 0) tests.push(`(${stores.join(", ")}, true)`);
  }
  return tests.length === 0 ? "true" : tests.join(" && ");
}

/** The parts of a list pattern and the expressions of what they match; that of the rest copies it. */
function elementPaths(
  emitter: Emitter,
  { before, rest, after }: Pattern & { kind: "List" },
  path: string,
): [Pattern, string][] {
  const paths = [
    ...before.map((part, at): [Pattern, string] => [part, `${path}[${at}]`]),
    ...after.map((part, at): [Pattern, string] => [part, `${path}[${path}.length - ${after.length - at}]`]),
  ];
  if (rest === null || rest.kind === "Any") return paths;
  const end = after.length === 0 ? "" : `, ${path}.length - ${after.length}`;
  const copy = `${path}.slice(${before.length}${end})`;
  return [...paths, [rest, emitter.program.metered ? `copied(${copy})` : copy]];
}

function somePath(emitter: Emitter, pattern: { boxed: boolean }, path: string): string {
  return pattern.boxed ? `${emitter.runtimeName("payload")}(${path})` : path;
}

function okPath(emitter: Emitter, pattern: { boxed: boolean }, path: string): string {
  return pattern.boxed ? `${emitter.runtimeName("okPayload")}(${path})` : path;
}

/** Whether an Int is a number in JavaScript. */
export function isSmall(value: bigint): boolean {
  return value >= -9007199254740991n && value <= 9007199254740991n;
}

function literalTest(emitter: Emitter, literal: Expr & { kind: "Const" }, path: string): string {
  const { text } = constText(emitter.program, literal);
  if (literal.of === "Bool") return literal.value === true ? path : `!${path}`;
  if (literal.of === "Int" && !isSmall(literal.value as bigint))
    return `${emitter.runtimeName("eqInt")}(${path}, ${text})`;
  if (emitter.program.metered && isLongText(literal.value)) return `same(${path}, ${text})`;
  return `${path} === ${text}`;
}

/** Whether comparing with a constant counts in metered code. */
export function isLongText(constant: unknown): boolean {
  return typeof constant === "string" && constant.length > 64;
}

/** Bounds beyond 2^53 compare with numbers as infinities, and with each other on the slow path. */
function rangeTest(emitter: Emitter, range: Pattern & { kind: "Range" }, path: string): string {
  const bound = (value: bigint | number) =>
    typeof value === "number" || isSmall(value) ? `${value}` : emitter.program.wideConstant(value);
  const small = (value: bigint | number) => typeof value === "number" || isSmall(value);
  const le = (a: string, b: string, plain: boolean) =>
    plain ? `${a} <= ${b}` : `${emitter.runtimeName("leInt")}(${a}, ${b})`;
  const lt = (a: string, b: string, plain: boolean) =>
    plain ? `${a} < ${b}` : `${emitter.runtimeName("ltInt")}(${a}, ${b})`;
  const low = le(bound(range.low), path, small(range.low));
  const high = (range.inclusive ? le : lt)(path, bound(range.high), small(range.high));
  return `${low} && ${high}`;
}

/** The expression that each variable of a pattern reads. */
function readsOf(
  emitter: Emitter,
  pattern: Pattern,
  path: string,
  reads = new Map<Local, string>(),
): Map<Local, string> {
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
      for (const field of pattern.fields)
        readsOf(emitter, field.pattern, `${path}.${propertyName(field.name)}`, reads);
      return reads;
    case "List":
      for (const [part, at] of elementPaths(emitter, pattern, path)) readsOf(emitter, part, at, reads);
      return reads;
    case "Alternatives":
      return placesOf(pattern) === null ? reads : readsOf(emitter, pattern.alternatives[0]!, path, reads);
    case "Any":
    case "Literal":
    case "Range":
    case "None":
      return reads;
  }
}

/** The place of each variable, as a path from the matched value; null if alternatives disagree. */
function placesOf(pattern: Pattern, path = "", places = new Map<Local, string>()): Map<Local, string> | null {
  switch (pattern.kind) {
    case "Bind":
      return places.set(pattern.local, path);
    case "Some":
    case "Ok":
    case "Err":
      return placesOf(pattern.inner, `${path}/${pattern.kind}`, places);
    case "Variant":
      return pattern.payload.every((part, at) => placesOf(part, `${path}/${at}`, places) !== null)
        ? places
        : null;
    case "Struct":
      return pattern.fields.every(
        (field) => placesOf(field.pattern, `${path}/${field.name}`, places) !== null,
      )
        ? places
        : null;
    case "List": {
      const { before, rest, after } = pattern;
      const parts: [Pattern, string][] = [
        ...before.map((part, at): [Pattern, string] => [part, `${path}/[${at}]`]),
        ...after.map((part, at): [Pattern, string] => [part, `${path}/[-${after.length - at}]`]),
      ];
      if (rest !== null) parts.push([rest, `${path}/[${before.length}..-${after.length}]`]);
      return parts.every(([part, at]) => placesOf(part, at, places) !== null) ? places : null;
    }
    case "Alternatives": {
      const [first, ...others] = pattern.alternatives.map((each) => placesOf(each, path));
      if (first == null || !others.every((other) => other !== null && sameEntries(first, other))) return null;
      for (const [local, place] of first) places.set(local, place);
      return places;
    }
    case "Any":
    case "Literal":
    case "Range":
    case "None":
      return places;
  }
}

function sameEntries(a: ReadonlyMap<Local, string>, b: ReadonlyMap<Local, string>): boolean {
  return a.size === b.size && [...a].every(([local, place]) => b.get(local) === place);
}

/** Declares the variables of a pattern that matched. */
export function emitBindings(emitter: Emitter, pattern: Pattern, subject: Value): void {
  for (const [local, read] of readsOf(emitter, pattern, subject.text)) {
    const whole = read === subject.text;
    // A name that cannot change needs no copy.
    if (whole && subject.fixed && subject.repeatable && !local.assigned) {
      emitter.locals.set(local, subject.text);
      if (subject.bounds !== null) emitter.ranges.set(local, subject.bounds);
    } else emitter.declareValue(local, whole ? variable(read, subject.bounds) : fixed(read));
  }
}
