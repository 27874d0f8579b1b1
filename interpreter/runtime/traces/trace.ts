// Formats what was thrown for the user: `panic: <message>` and the script functions that led to it.
// JavaScript names, files and stacks never show; a JavaScript error that escapes is a bug of the interpreter
// and is reported as one.
import { machine, type Exhausted } from "../../host/index.ts";
import { outOfBoundsText, toBytes, type FailedAccess } from "../values/index.ts";
import { FatalPanic, HostError, Panic, StackOverflow, thrownText } from "../panics/index.ts";

/** The name of generated code in V8, by which its stack frames are found. */
export const CODE_NAME = "std:program";

/** A line of a trace. */
export interface TraceLocation {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Maps positions in generated code to script locations; null for code that has none. */
export interface Locator {
  /** `line` and `column` start at 1, as in V8; `program` is the number of the program in a session. */
  frame(line: number, column: number, program: number): TraceLocation | null;
  site(index: number): TraceLocation | null;
}

const MOST_LINES = 20;

/**
 * The panic that `error` means for the script: itself, an index out of bounds, or an exhausted resource of
 * JavaScript. `access` returns the list access that has just failed, if any. Null for anything else, which is
 * an internal error.
 */
export function asPanic(error: unknown, access: () => FailedAccess | null = () => null): Panic | null {
  if (error instanceof Panic) return error;
  const panic = panicOfEngine(error, access);
  if (panic === null) return null;
  panic.stack = machine().javascript.stackOf(error as Error);
  return panic;
}

const TOO_LARGE: Readonly<Record<Exclude<Exhausted, "stack">, string | null>> = {
  string: "string too large",
  array: "list too large",
  map: "map too large",
  // Natives report it as their own error.
  memory: null,
};

function panicOfEngine(error: unknown, access: () => FailedAccess | null): Panic | null {
  const { javascript } = machine();
  // Generated code reads this uninitialised variable when a list index is out of bounds.
  if (javascript.isUninitialised(error, "outOfBounds")) return new Panic(outOfBoundsText(access()));
  const exhausted = javascript.exhausted(error);
  if (exhausted === "stack") return new StackOverflow();
  const text = exhausted === null ? null : TOO_LARGE[exhausted];
  return text === null ? null : new Panic(text);
}

/**
 * Formats a panic with those before and after it, as a byte string that ends with a line break. `debug` adds
 * the JavaScript stack of internal errors.
 */
export function describeFailure(error: unknown, locator: Locator, debug = false): string {
  const panic = asPanic(error);
  if (panic === null) return describeInternalError(error, debug);
  const earlier = panic instanceof FatalPanic ? panic.earlier : [];
  return [...earlier.flatMap(withLater), ...withLater(panic)]
    .map((each) => describeOne(each, locator))
    .join("");
}

function withLater(panic: Panic): Panic[] {
  return [panic, ...panic.later.flatMap(withLater)];
}

function describeOne(panic: Panic, locator: Locator): string {
  const lines = panic.blocked.length > 0 ? blockedLines(panic, locator) : frameLines(panic, locator);
  return `panic: ${panic.message}\n${lines.map((line) => `${toBytes(line)}\n`).join("")}`;
}

/** Formats an error that is a bug of the interpreter or of a host module, not of the script, on one line. */
export function describeInternalError(error: unknown, debug: boolean): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : thrownText(error);
  const oneLine = text.replace(/\s+/g, " ");
  const stack = debug && error instanceof Error ? `${machine().javascript.stackOf(error)}\n` : "";
  if (error instanceof HostError) return toBytes(`host error: ${error.message}\n${stack}`);
  return toBytes(`internal error: ${oneLine} (a bug in std, please report it)\n${stack}`);
}

/** The stack without the message before it, which may contain lines that look like frames. */
function framesOf(panic: Panic): string {
  const { message } = panic;
  const stack = machine().javascript.stackOf(panic);
  const start = stack.indexOf(message);
  return start < 0 ? stack : stack.slice(start + message.length);
}

const FRAME = new RegExp(`${CODE_NAME}(?:@(\\d+))?:(\\d+):(\\d+)\\)?$`);

/** Calls `run`; traces end here, since the callers are not part of the program. */
export function runAbove(run: () => void): void {
  run();
}

/** The script functions on a JavaScript stack, innermost first, down to the nearest `runAbove`. */
export function stackLocations(stack: string, locator: Locator): TraceLocation[] {
  const locations: TraceLocation[] = [];
  for (const frame of stack.split("\n")) {
    if (frame.includes(`at ${runAbove.name} `)) break;
    const match = FRAME.exec(frame);
    const location =
      match === null ? null : locator.frame(Number(match[2]), Number(match[3]), Number(match[1] ?? 0));
    if (location !== null) locations.push(location);
  }
  return locations;
}

/**
 * The calls on the stack, then those that wait for them. Calls within the standard library are shown only if
 * there are no others.
 */
function frameLines(panic: Panic, locator: Locator): string[] {
  const all = [
    ...stackLocations(framesOf(panic), locator),
    ...panic.callers.map((site) => locator.site(site)),
  ].filter((location) => location !== null);
  const own = all.filter(({ file }) => !STANDARD.test(file));
  const lines: string[] = [];
  for (const location of own.length > 0 ? own : all) {
    const line = `  at ${showLocation(location)}`;
    if (line !== lines.at(-1) && lines.length < MOST_LINES) lines.push(line);
  }
  return lines;
}

function blockedLines(panic: Panic, locator: Locator): string[] {
  const lines: string[] = [];
  for (const { what, site, callers = [] } of panic.blocked.slice(0, MOST_LINES)) {
    const locations = [site, ...callers].map((each) => locator.site(each));
    const location =
      locations.find((each) => each !== null && !STANDARD.test(each.file)) ?? locations[0] ?? null;
    lines.push(location === null ? `  ${what}` : `  ${what} at ${showLocation(location)}`);
  }
  const more = panic.blocked.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

/** The names of modules of the library, which have no file that a user could open. */
const STANDARD = /^std\/\w+$/;

export function showLocation(location: TraceLocation): string {
  return `${location.function} (${location.file}:${location.line}:${location.column})`;
}
