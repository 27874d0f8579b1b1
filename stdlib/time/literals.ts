// The checker of literal patterns: directives that do not exist.
import {
  fromBytes,
  toBytes,
  type FoundProblem,
  type LiteralCheckers,
} from "../../interpreter/runtime/index.ts";
import { unknownDirectives } from "./pattern.ts";

function pattern(bytes: string): readonly FoundProblem[] {
  const text = fromBytes(bytes);
  const offset = (at: number): number => toBytes(text.slice(0, at)).length;
  return [...unknownDirectives(text)].map(({ at, text: directive }): FoundProblem => {
    const start = offset(at);
    // A sign alone, and one before a character that is no letter.
    if (directive === "%") {
      return {
        start,
        end: start + 1,
        message: "`%` begins a directive, and this is none",
        hint: "write `%%` for a percent sign",
        fix: "%%",
      };
    }
    return {
      start,
      end: start + toBytes(directive).length,
      message: `there is no directive \`${directive}\``,
      hint: `write \`%${directive}\` for the text itself`,
      fix: `%${directive}`,
    };
  });
}

export const checkers: LiteralCheckers = { whole: { pattern } };
