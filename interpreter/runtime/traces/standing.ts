// Describes what the goroutines of a program are doing, for a test that does not end.
import { showLocation, stackLocations, type Locator, type TraceLocation } from "./trace.ts";

/** A suspended activation of a function, as traces read it. */
interface Activation {
  /** The activation that waits for this one; null at the start of a goroutine. */
  readonly caller: Activation | null;
  /** The site of the waiting call; -1 if there is none. */
  site(): number;
}

/** A goroutine that does not run at the moment. */
export interface Standing {
  /**
   * The operation, such as `channel receive`; `waiting` for the host, `ready` to continue, or `running` if it
   * has only given way.
   */
  readonly what: string;
  /** Position indexes of its calls, innermost first. */
  readonly sites?: readonly number[];
  /** The JavaScript stack when it began to wait. */
  readonly stack?: string;
}

/** The most goroutines that are listed; the others are only counted. */
const MOST_LINES = 20;
/** The most calls of a goroutine that are collected. */
const MOST_CALLS = 50;

/** The sites of the waiting calls in a chain, innermost first. */
export function sitesFrom(start: Activation | null, most = MOST_CALLS): number[] {
  const sites: number[] = [];
  for (let frame: Activation | null = start; frame !== null && sites.length < most; frame = frame.caller) {
    const site = frame.site();
    if (site >= 0) sites.push(site);
  }
  return sites;
}

/** What a goroutine does, and in which calls, innermost first. */
export interface GoroutineState {
  /** See `Standing.what`. */
  readonly doing: string;
  readonly calls: readonly TraceLocation[];
}

/**
 * The state of each goroutine whose location is known, the running one first. `stack` is a JavaScript stack
 * taken while a goroutine runs, if one does.
 */
export function locateStanding(
  standing: readonly Standing[],
  stack: string,
  locator: Locator,
): GoroutineState[] {
  const running = stackLocations(stack, locator);
  const reported = new Set<string>();
  const others = standing.flatMap(({ what, sites = [], stack: begun = "" }) => {
    const calls = [
      ...stackLocations(begun, locator),
      ...sites.map((site) => locator.site(site)).filter((location) => location !== null),
    ];
    const location = callInProgram(calls);
    // A wait for the host is listed twice: with the stack where it began, and as the frame that will resume.
    const known =
      location !== undefined && begun === "" && what === "waiting" && reported.has(showLocation(location));
    if (begun !== "") for (const each of calls) reported.add(showLocation(each));
    return location === undefined || known ? [] : [{ doing: what, calls }];
  });
  return [...(running.length > 0 ? [{ doing: "running", calls: running }] : []), ...others];
}

/** A wait inside the standard library is shown at the call that led there. */
export function callInProgram(calls: readonly TraceLocation[]): TraceLocation | undefined {
  return calls.find(({ file }) => !file.startsWith("std/")) ?? calls[0];
}

/** As `locateStanding`: a line for each goroutine, and for each call of those that run. */
export function describeStanding(standing: readonly Standing[], stack: string, locator: Locator): string[] {
  const states = locateStanding(standing, stack, locator);
  const most = MOST_LINES + (stackLocations(stack, locator).length > 0 ? 1 : 0);
  const more = states.length - most;
  return [
    ...states.slice(0, most).flatMap(({ doing, calls }) =>
      // A goroutine that computes has given way.
      doing === "running" ? runningLines(calls) : [`${doing} at ${showLocation(callInProgram(calls)!)}`],
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

function runningLines([first, ...callers]: readonly TraceLocation[]): string[] {
  if (first === undefined) return [];
  return [
    `running at ${showLocation(first)}`,
    ...callers.slice(0, MOST_LINES).map((location) => `  called at ${showLocation(location)}`),
  ];
}
