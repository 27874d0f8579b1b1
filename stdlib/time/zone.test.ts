import { expect, test } from "vitest";
import { CHANGES } from "./testing/zone-changes.ts";
import { findZone, momentOf } from "./zone.ts";

test.each(Object.keys(CHANGES))("%s changes when Python's zoneinfo says so", (name) => {
  const zone = findZone(name)!;
  let before: number | null = null;
  for (const [at, offset] of CHANGES[name]!) {
    expect([at, zone.offsetAt(at)]).toEqual([at, offset]);
    if (before !== null) expect([at - 1, zone.offsetAt(at - 1)]).toEqual([at - 1, before]);
    before = offset;
  }
});

test("the rules also apply before the first zones and in the far future", () => {
  const paris = findZone("Europe/Paris")!;
  expect(paris.offsetAt(-8334601228800)).toBe(561);
  expect(paris.offsetAt(-5364662400)).toBe(561);
  // The summers of 2500 and of 262142.
  expect(paris.offsetAt(Date.UTC(2500, 6, 1) / 1000)).toBe(7200);
  expect(paris.offsetAt(8210266876799)).toBe(3600);
});

test("a local time is a moment again", () => {
  const zone = findZone("America/New_York")!;
  for (let at = 1_600_000_000; at < 1_700_000_000; at += 3_599) {
    const local = at + zone.offsetAt(at);
    const found = momentOf(zone, local);
    // If two moments have one local time, the earlier one is found.
    expect([0, 3600]).toContain(at - found);
    expect(found + zone.offsetAt(found)).toBe(local);
  }
});

test("abbreviations are those of the time zone database", () => {
  const names = (name: string) =>
    ["2024-01-15", "2024-07-15"].map((day) => findZone(name)!.at(Date.parse(day) / 1000).name);
  expect(names("Asia/Tokyo")).toEqual(["JST", "JST"]);
  expect(names("Europe/Dublin")).toEqual(["GMT", "IST"]);
  expect(names("asia/jerusalem")).toEqual(["IST", "IDT"]);
  expect(names("America/Adak")).toEqual(["HST", "HDT"]);
  expect(names("America/Caracas")).toEqual(["-04", "-04"]);
  expect(names("Asia/Kathmandu")).toEqual(["+0545", "+0545"]);
  expect(findZone("Europe/Dublin")!.at(-1_000_000_000).name).toBe("IST");
  expect(findZone("Europe/London")!.at(-60_000_000).name).toBe("GMT");
  expect(findZone("Europe/London")!.at(0).name).toBe("BST");
});

test("every zone of the host has an abbreviation", () => {
  for (const name of Intl.supportedValuesOf("timeZone"))
    expect(findZone(name)!.at(1_700_000_000).name, name).toMatch(/^(?:[A-Za-z]{3,5}|[+-]\d\d(?:\d\d)?)$/);
});

test("names that are no zones", () => {
  for (const name of ["", "Mars/Base", "+25:00", "Europe/Paris\0", "é", "../etc", "+1", "a".repeat(1000)])
    expect(findZone(name)).toBe(null);
});
