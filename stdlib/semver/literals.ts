// The checkers of literal versions and ranges.
import SemVerRange from "semver/classes/range.js";
import SemVer from "semver/classes/semver.js";
import { fromBytes, type FoundProblem, type LiteralCheckers } from "../../interpreter/runtime/index.ts";

function attempt(what: string, text: string, hint: string, make: () => unknown): readonly FoundProblem[] {
  try {
    make();
    return [];
  } catch {
    return [{ start: 0, end: text.length, message: `this is not a ${what}`, hint }];
  }
}

export const checkers: LiteralCheckers = {
  whole: {
    version: (text) =>
      attempt(
        "version",
        text,
        "a version has three numbers, such as `1.2.3`",
        () => new SemVer(fromBytes(text)),
      ),
    range: (text) =>
      attempt(
        "range of versions",
        text,
        "a range compares with versions, such as `^1.2.3` or `>=1.2 <2`",
        () => new SemVerRange(fromBytes(text)),
      ),
  },
};
