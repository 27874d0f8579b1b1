// The abbreviations of time in a zone, such as `JST`.
import { offsetText } from "./format.ts";
import { ZONE_NAMES } from "./zone-name-data.ts";

/** The names of an offset: each with the Unix seconds from which it holds. */
type Names = readonly { readonly name: string; readonly since: number }[];

/** The lines of the table by the names of zones in small letters; filled at the first use. */
const lines = new Map<string, string>();
/** The names of the zones that were asked for, by offset. */
const known = new Map<string, ReadonlyMap<number, Names>>();

/** Returns the name of a zone's time at a moment, or the offset where the database has no letters: `+0330`. */
export function nameAt(zone: string, offset: number, seconds: number): string {
  const names = namesOf(zone.toLowerCase()).get(offset);
  const name = names?.findLast(({ since }) => since <= seconds) ?? names?.[0];
  return name?.name ?? offsetText(offset, offset % 3600 === 0 ? 1 : 2, "");
}

function namesOf(zone: string): ReadonlyMap<number, Names> {
  let names = known.get(zone);
  if (names === undefined) {
    if (lines.size === 0) readLines();
    known.set(zone, (names = parsed(lines.get(zone) ?? "")));
  }
  return names;
}

function readLines(): void {
  for (const line of ZONE_NAMES.trim().split("\n")) {
    const end = line.indexOf(" ");
    for (const zone of line.slice(0, end).toLowerCase().split(",")) lines.set(zone, line.slice(end + 1));
  }
}

function parsed(line: string): ReadonlyMap<number, Names> {
  const byOffset = new Map<number, Names>();
  for (const [, offset, list] of line.matchAll(/(-?\d+)(\S+)/g))
    byOffset.set(
      Number(offset),
      list!.split(",").map((entry) => {
        const [name, since] = entry.split("@");
        return { name: name!, since: since === undefined ? -Infinity : Number(since) };
      }),
    );
  return byOffset;
}
