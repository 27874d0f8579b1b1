// std/semver: versions and ranges by the package of npm itself. Versions are structs of the script.
import comparePre from "semver/functions/compare.js";
import SemVerRange from "semver/classes/range.js";
import SemVer from "semver/classes/semver.js";
import {
  fail,
  fromBytes,
  toBytes,
  type ErrorValue,
  type Int,
  type NativeTable,
  type Result,
} from "../../interpreter/runtime/index.ts";

/** The struct `Version`. */
class Version {
  _major: Int;
  _minor: Int;
  _patch: Int;
  _pre: string;
  _build: string;
  constructor(major: Int, minor: Int, patch: Int, pre: string, build: string) {
    this._major = major;
    this._minor = minor;
    this._patch = patch;
    this._pre = pre;
    this._build = build;
  }
}

/** The struct `Range`. */
class Range {
  readonly range: SemVerRange;
  constructor(range: SemVerRange) {
    this.range = range;
  }
}

/** The bytes of the longest range. */
const LONGEST = 4096;
/** How much of a wrong text a message shows. */
const SHOWN = 64;

function refused(what: string, text: string): Result<never, ErrorValue> {
  return fail("semver", `not a ${what}: ${text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text}`);
}

function parse(text: string): Result<Version, ErrorValue> {
  try {
    const { major, minor, patch, prerelease, build } = new SemVer(fromBytes(text));
    return new Version(major, minor, patch, prerelease.join("."), build.join("."));
  } catch {
    return refused("version", text);
  }
}

function range(text: string): Result<Range, ErrorValue> {
  if (text.length > LONGEST) return fail("semver", `a range has at most ${LONGEST} bytes`);
  try {
    return new Range(new SemVerRange(fromBytes(text)));
  } catch {
    return refused("range", text);
  }
}

/** Compares pre-releases; a version without one comes after all that have one. */
function comparePreReleases(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "" || b === "") return a === "" ? 1 : -1;
  try {
    return comparePre(`0.0.0-${a}`, `0.0.0-${b}`);
  } catch {
    // A version that the program has built from other text.
    return a < b ? -1 : 1;
  }
}

/** A version that the program has built may be none. */
function matches({ range }: Range, { _major, _minor, _patch, _pre }: Version): boolean {
  return range.test(`${_major}.${_minor}.${_patch}${_pre === "" ? "" : `-${_pre}`}`);
}

export function create(): NativeTable {
  return {
    structs: { Version, Range },
    functions: {
      parse,
      range,
      "Range.matches": matches,
      __compare_pre: comparePreReleases,
      __range_text: ({ range }: Range) => toBytes(range.range === "" ? "*" : range.range),
    },
  };
}
