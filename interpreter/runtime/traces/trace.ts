// From what was thrown to what the user reads: `panic: <message>` and the script functions that led
// to it. JavaScript names, files and stacks never show; a leaked JavaScript error is our own fault
// and said to be so.
import { machine, type Exhausted } from "../../host/index.ts";
import { outOfBoundsText, toBytes, type FailedAccess } from "../values/index.ts";
import { FatalPanic, HostError, Panic, StackOverflow, thrownText } from "../panics/index.ts";

/** The name under which V8 knows generated code, and by which its stack frames are found. */
export const CODE_NAME = "std:program";

/** A line of a trace. */
export interface TraceLocation {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Maps places of generated code back to the script; null where code has no counterpart there. */
export interface Locator {
  /** Line and column from 1, as V8 counts; `program` tells the programs of a session apart. */
  frame(line: number, column: number, program: number): TraceLocation | null;
  site(index: number): TraceLocation | null;
}

const MOST_LINES = 20;

/**
 * The panic that `error` is for the script: itself, a wrong list index, or what an exhausted resource
 * of the host means. `access` gives the list access that has failed just now, if one has.
 * Null for anything else, which is an internal error.
 */
export function asPanic(error: unknown, access: () => FailedAccess | null = () => null): Panic | null {
  if (error instanceof Panic) return error;
  const panic = panicOfEngine(error, access);
  if (panic === null) return null;
  panic.stack = (error as Error).stack ?? "";
  return panic;
}

const TOO_LARGE: Readonly<Record<Exclude<Exhausted, "stack">, string | null>> = {
  string: "string too large",
  array: "list too large",
  map: "map too large",
  // Natives report it as an error of theirs.
  memory: null,
};

function panicOfEngine(error: unknown, access: () => FailedAccess | null): Panic | null {
  const { javascript } = machine();
  // Generated code reads this variable, which is never initialised, where a list index is wrong.
  if (javascript.isUninitialised(error, "outOfBounds")) return new Panic(outOfBoundsText(access()));
  const exhausted = javascript.exhausted(error);
  if (exhausted === "stack") return new StackOverflow();
  const text = exhausted === null ? null : TOO_LARGE[exhausted];
  return text === null ? null : new Panic(text);
}

/** A panic with those that came before and after it; byte string with a line break at its end. `debug` adds the JavaScript stack of internal errors. */
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

/** One line: this is a bug of the interpreter or of a host module, not of the script. */
export function describeInternalError(error: unknown, debug: boolean): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : thrownText(error);
  const oneLine = text.replace(/\s+/g, " ");
  const stack = debug && error instanceof Error ? `${error.stack ?? ""}\n` : "";
  if (error instanceof HostError) return toBytes(`host error: ${error.message}\n${stack}`);
  return toBytes(`internal error: ${oneLine} (a bug in std, please report it)\n${stack}`);
}

/** The stack without the message in its head, which may hold lines that look like frames. */
function framesOf({ stack = "", message }: Panic): string {
  const start = stack.indexOf(message);
  return start < 0 ? stack : stack.slice(start + message.length);
}

const FRAME = new RegExp(`${CODE_NAME}(?:@(\\d+))?:(\\d+):(\\d+)\\)?$`);

/** Calls `run`, whose stack ends here for traces: the callers have no part in it. */
export function runAbove(run: () => void): void {
  run();
}

/** The script functions on a JavaScript stack, innermost first, down to the nearest `runAbove`. */
export function stackLocations(stack: string, locator: Locator): TraceLocation[] {
  const places: TraceLocation[] = [];
  for (const frame of stack.split("\n")) {
    if (frame.includes(`at ${runAbove.name} `)) break;
    const match = FRAME.exec(frame);
    const place =
      match === null ? null : locator.frame(Number(match[2]), Number(match[3]), Number(match[1] ?? 0));
    if (place !== null) places.push(place);
  }
  return places;
}

/** The calls on the stack, then those that wait for them; those within the standard library only where there are no others. */
function frameLines(panic: Panic, locator: Locator): string[] {
  const all = [
    ...stackLocations(framesOf(panic), locator),
    ...panic.callers.map((site) => locator.site(site)),
  ].filter((place) => place !== null);
  const own = all.filter(({ file }) => !STANDARD.test(file));
  const lines: string[] = [];
  for (const place of own.length > 0 ? own : all) {
    const line = `  at ${showLocation(place)}`;
    if (line !== lines.at(-1) && lines.length < MOST_LINES) lines.push(line);
  }
  return lines;
}

function blockedLines(panic: Panic, locator: Locator): string[] {
  const lines: string[] = [];
  for (const { what, site, callers = [] } of panic.blocked.slice(0, MOST_LINES)) {
    const places = [site, ...callers].map((each) => locator.site(each));
    const place = places.find((each) => each !== null && !STANDARD.test(each.file)) ?? places[0] ?? null;
    lines.push(place === null ? `  ${what}` : `  ${what} at ${showLocation(place)}`);
  }
  const more = panic.blocked.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

/** Modules of the library have no file that a user could open. */
const STANDARD = /^std\/\w+$/;

export function showLocation(place: TraceLocation): string {
  return `${place.function} (${place.file}:${place.line}:${place.column})`;
}
