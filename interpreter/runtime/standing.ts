// Where the goroutines of a program stand, for who looks at it from outside: a test that does not end.
import { showPlace, stackPlaces, type Locator } from "./trace.ts";
import type { Frame } from "./waiting.ts";

/** A goroutine that does not run at the moment. */
export interface Standing {
  /** Such as `channel receive`; `waiting` for the outside world, `ready` to go on. */
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
  const [running, ...callers] = stackPlaces(stack, locator);
  const lines = running === undefined ? [] : [`running at ${showPlace(running)}`, ...callers.slice(0, MOST_LINES).map((place) => `  called at ${showPlace(place)}`)];
  const told = new Set<string>();
  const waiting = standing.flatMap(({ what, sites = [], stack: begun = "" }) => {
    const places = [...sites.map((site) => locator.site(site)).filter((place) => place !== null), ...stackPlaces(begun, locator)];
    // What the standard library waits for inside is said by the call that led there.
    const place = places.find(({ file }) => !file.startsWith("std/")) ?? places[0];
    // One wait for the outside world is known twice: by the stack it began on, and by the frame that goes on.
    const known = place !== undefined && begun === "" && what === "waiting" && told.has(showPlace(place));
    if (begun !== "") for (const each of places) told.add(showPlace(each));
    return place === undefined || known ? [] : [`${what} at ${showPlace(place)}`];
  });
  const more = waiting.length - MOST_LINES;
  return [...lines, ...waiting.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])];
}
