// Where the goroutines of a program stand, seen from outside: a test that does not end.
import { showLocation, stackLocations, type Locator, type TraceLocation } from "./trace.ts";
import type { Frame } from "../goroutines/index.ts";

/** A goroutine that does not run at the moment. */
export interface Standing {
  /** Such as `channel receive`; `waiting` for the outside world, `ready` to go on, `running` but for a moment. */
  readonly what: string;
  /** Position indexes of its calls, innermost first. */
  readonly sites?: readonly number[];
  /** The JavaScript stack when it began to wait. */
  readonly stack?: string;
}

/** More goroutines than these are counted only. */
const MOST_LINES = 20;
/** Calls of a goroutine that are looked at. */
const MOST_CALLS = 50;

/** The waiting calls of a chain, innermost first. */
export function sitesFrom(start: Frame | null, most = MOST_CALLS): number[] {
  const sites: number[] = [];
  for (let frame = start; frame !== null && sites.length < most; frame = frame.caller) {
    const site = frame.site();
    if (site >= 0) sites.push(site);
  }
  return sites;
}

/**
 * A line for each goroutine: what it is at, and where. `stack` is a JavaScript stack taken in the middle of
 * the one that runs, if any does.
 */
export function describeStanding(standing: readonly Standing[], stack: string, locator: Locator): string[] {
  const lines = runningLines(stackLocations(stack, locator));
  const reported = new Set<string>();
  const waiting = standing.flatMap(({ what, sites = [], stack: begun = "" }) => {
    const places = [
      ...stackLocations(begun, locator),
      ...sites.map((site) => locator.site(site)).filter((place) => place !== null),
    ];
    // What the standard library waits for inside is said by the call that led there.
    const place = places.find(({ file }) => !file.startsWith("std/")) ?? places[0];
    // One wait for the outside world is known twice: by the stack it began on, and by the frame that goes on.
    const known =
      place !== undefined && begun === "" && what === "waiting" && reported.has(showLocation(place));
    if (begun !== "") for (const each of places) reported.add(showLocation(each));
    if (place === undefined || known) return [];
    // One that computes has given way in the middle of it.
    return [what === "running" ? runningLines(places).join("\n") : `${what} at ${showLocation(place)}`];
  });
  const more = waiting.length - MOST_LINES;
  return [
    ...lines,
    ...waiting.slice(0, MOST_LINES).flatMap((text) => text.split("\n")),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

function runningLines([first, ...callers]: readonly TraceLocation[]): string[] {
  if (first === undefined) return [];
  return [
    `running at ${showLocation(first)}`,
    ...callers.slice(0, MOST_LINES).map((place) => `  called at ${showLocation(place)}`),
  ];
}
