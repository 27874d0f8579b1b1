// Zones of the IANA database, as the host's Intl knows them. Intl gives the local time of a moment; from
// that, the changes of each year are found once and cached, so that later look-ups search a short list.
// Abbreviations come from a table, because Intl has few.
import { civilOf, DAY_SECONDS, daysOf, floorDiv } from "./civil.ts";
import { offsetText, type ZoneTime } from "./format.ts";
import { nameAt } from "./zone-names.ts";

/** From `at` on, in Unix seconds, the zone is `offset` seconds ahead of UTC. */
interface Change {
  readonly at: number;
  readonly offset: number;
}

/**
 * Before the first year, towns had their own local time; from the last year on, the rules repeat with the
 * calendar.
 */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2400;
const ERA_SECONDS = 146097 * DAY_SECONDS;
/** The most years cached for a zone. */
const MOST_YEARS = 1000;

export interface Zone {
  readonly name: string;
  /** Returns the seconds ahead of UTC at a moment in Unix seconds. */
  offsetAt(seconds: number): number;
  at(seconds: number): ZoneTime;
}

/** Returns null for an unknown name. */
/** No zone has a longer name. */
const LONGEST_NAME = 100;

export function findZone(name: string): Zone | null {
  const fixed = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(name);
  if (fixed !== null)
    return fixedZone(name, (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 3600 + Number(fixed[3]) * 60));
  if (/^(?:UTC|Z|GMT)$/i.test(name))
    return {
      name,
      offsetAt: () => 0,
      at: () => ({ offset: 0, name: name.toUpperCase() === "GMT" ? "GMT" : "UTC" }),
    };
  if (name.length > LONGEST_NAME || !/^[A-Za-z][\w+/-]*$/.test(name)) return null;
  try {
    return new NamedZone(name);
  } catch {
    return null;
  }
}

function fixedZone(name: string, offset: number): Zone {
  return { name, offsetAt: () => offset, at: () => ({ offset, name: offsetText(offset, 2, ":") }) };
}

class NamedZone implements Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #years = new Map<number, readonly Change[]>();

  /** @throws RangeError for an unknown name */
  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  }

  offsetAt(seconds: number): number {
    const at = this.#within(seconds);
    const changes = this.#changesOf(civilOf(floorDiv(at, DAY_SECONDS)).year);
    let offset = changes[0]!.offset;
    for (const change of changes) {
      if (change.at > at) break;
      offset = change.offset;
    }
    return offset;
  }

  at(seconds: number): ZoneTime {
    const offset = this.offsetAt(seconds);
    return { offset, name: nameAt(this.name, offset, seconds) };
  }

  /** Returns a moment with the same offset in the years that Intl supports. */
  #within(seconds: number): number {
    const year = civilOf(floorDiv(seconds, DAY_SECONDS)).year;
    if (year < FIRST_YEAR) return daysOf({ year: FIRST_YEAR, month: 1, day: 1 }) * DAY_SECONDS;
    return year < LAST_YEAR ? seconds : seconds - Math.ceil((year - LAST_YEAR + 1) / 400) * ERA_SECONDS;
  }

  /** Returns the offset at the start of a year in UTC, and the changes in that year. */
  #changesOf(year: number): readonly Change[] {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const start = daysOf({ year, month: 1, day: 1 }) * DAY_SECONDS;
    const end = daysOf({ year: year + 1, month: 1, day: 1 }) * DAY_SECONDS;
    const changes: Change[] = [{ at: start, offset: this.#ask(start) }];
    for (let day = start; day < end; day += DAY_SECONDS) {
      const before = changes.at(-1)!.offset;
      if (this.#ask(day + DAY_SECONDS) !== before)
        changes.push(this.#between(day, day + DAY_SECONDS, before));
    }
    if (this.#years.size >= MOST_YEARS) this.#years.clear();
    this.#years.set(year, changes);
    return changes;
  }

  /** Returns the first second with another offset. */
  #between(from: number, to: number, offset: number): Change {
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#ask(middle) === offset) low = middle;
      else high = middle;
    }
    return { at: high, offset: this.#ask(high) };
  }

  #ask(seconds: number): number {
    const [, month, day, year, hour, minute, second] = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/
      .exec(this.#format.format(seconds * 1000))!
      .map(Number) as [number, number, number, number, number, number, number];
    return daysOf({ year, month, day }) * DAY_SECONDS + hour * 3600 + minute * 60 + second - seconds;
  }
}

/**
 * Returns the Unix seconds at which clocks of the zone show a local time, given as if it were UTC. Of two
 * moments, returns the earlier one; if clocks skip the time, returns the moment as if they had not been put
 * forward.
 */
export function momentOf(zone: Zone, local: number): number {
  const before = zone.offsetAt(local - DAY_SECONDS);
  const early = local - before;
  if (zone.offsetAt(early) === before) return early;
  const after = zone.offsetAt(local + DAY_SECONDS);
  const late = local - after;
  return zone.offsetAt(late) === after ? late : early;
}
