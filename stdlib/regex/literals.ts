// The checker of literal patterns: compiles them as `compile` does.
import type { FoundProblem, LiteralCheckers } from "../../interpreter/runtime/index.ts";
import { PatternError } from "./hir.ts";
import { Automata } from "./nfa.ts";
import { parse } from "./parse.ts";
import { Program } from "./program.ts";
import { Unicode } from "./unicode.ts";

const unicode = new Unicode();
const automata = new Automata();

/** The next step for a problem: a text to write instead of the bytes around it, or advice. */
interface Step {
  readonly hint: string;
  /** The bytes before and after the location that are replaced; none of them for an insertion. */
  readonly before?: number;
  readonly after?: number;
  readonly fix?: string;
}

const escaped = (pattern: string, at: number): Step => ({
  hint: `write \`\\${pattern[at] ?? ""}\` for the character itself`,
  after: 1,
  fix: `\\${pattern[at] ?? ""}`,
});
const closing = (text: string, what: string): Step => ({
  hint: `close the ${what} with \`${text}\``,
  fix: text,
});

const SIMPLER = "split the pattern, or match in several steps";

const STEPS: Readonly<Record<string, (pattern: string, at: number) => Step>> = {
  "unclosed group": () => closing(")", "group"),
  "unopened group": escaped,
  "unclosed character class": () => closing("]", "class"),
  "unclosed counted repetition": () => closing("}", "count"),
  "a repetition with nothing before it": escaped,
  "a backslash at the end of the pattern": () => ({
    hint: "write `\\\\` for a backslash",
    before: 1,
    fix: "\\\\",
  }),
  "look-around is not supported": (pattern, at) => ({
    before: at - pattern.lastIndexOf("(", at),
    hint: "match the surroundings, too, and take what you need from a group",
  }),
  "back-references are not supported": () => ({
    before: 2,
    hint: "capture both texts in groups, and compare them",
  }),
  "unrecognized escape sequence": (pattern, at) => ({
    hint: `write \`\\\\${pattern[at - 1] ?? ""}\` for a backslash and this character`,
    before: 2,
    fix: `\\\\${pattern[at - 1] ?? ""}`,
  }),
  "the range is reversed": () => ({ before: 3, hint: "write the smaller character first" }),
  "the repetition counts are reversed": () => ({ hint: "write the smaller count first" }),
  "duplicate group name": (pattern, at) => ({
    before: at - 1 - pattern.lastIndexOf("<", at),
    after: -1,
    hint: "give each group a name of its own",
  }),
  "empty or malformed group name": () => ({ hint: "begin the name with a letter or `_`: `(?<name>…)`" }),
  "malformed group name": () => ({ hint: "end the name with `>`: `(?<name>…)`" }),
  "unknown Unicode property": (pattern, at) => ({
    before: at - pattern.lastIndexOf("\\", at),
    hint: "write a category or script of Unicode, such as `\\p{L}`, `\\p{Lu}` or `\\p{Greek}`",
  }),
  "expected a Unicode property": () => ({ hint: "name one, such as `\\p{L}` or `\\p{Greek}`" }),
  "unclosed Unicode property": () => closing("}", "property"),
  "Unicode properties need flag u": () => ({ hint: "remove `(?-u)`" }),
  "characters beyond ASCII in a class need flag u": () => ({ hint: "remove `(?-u)`" }),
  "assertions are not allowed in a class": () => ({ hint: "write it outside of the brackets" }),
  "a class cannot be the end of a range": () => ({ hint: "write `\\-` for the character `-` itself" }),
  "expected a repetition count": escaped,
  "the repetition count is too large": () => ({ hint: "write a smaller count" }),
  "unrecognized flag": () => ({ hint: "the flags are `i`, `m`, `s`, `R`, `U`, `u` and `x`", before: 1 }),
  "repeated flag": () => ({ hint: "write each flag once", before: 1 }),
  "repeated negation of flags": () => ({ hint: "write `-` once: all flags behind it are off", before: 1 }),
  "a negation without flags": () => ({ hint: "name the flags that are off, as in `(?-i)`", before: 1 }),
  "expected a hexadecimal digit": () => ({ hint: "write the number of the character, as in `\\x{e9}`" }),
  "unclosed hexadecimal escape": () => closing("}", "escape"),
  "the escape is not a character": () => ({ hint: "characters end at `\\x{10ffff}`, without d800 to dfff" }),
  "unclosed word boundary": () => closing("}", "word boundary"),
  "unknown word boundary": () => ({
    hint: "the word boundaries are `start`, `end`, `start-half` and `end-half`",
  }),
  "the classes are nested too deeply": () => ({ hint: SIMPLER }),
  "the groups are nested too deeply": () => ({ hint: SIMPLER }),
};

function regex(pattern: string): readonly FoundProblem[] {
  try {
    new Program(parse(pattern, unicode), unicode, automata);
    return [];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [problemOf(pattern, error)];
  }
}

function problemOf(pattern: string, { message, found }: PatternError): FoundProblem {
  if (found === null)
    return {
      start: 0,
      end: pattern.length,
      message: `invalid regular expression: ${message}`,
      hint: SIMPLER,
    };
  const { problem, at } = found;
  const step = STEPS[problem.replace(/(?<=^unknown word boundary) .*/, "")]?.(pattern, at);
  // Most problems are found behind the character that causes them.
  const shown: Partial<Step> = step ?? { before: at > 0 ? 1 : 0 };
  const start = at - (shown.before ?? 0);
  const end = Math.min(at + (shown.after ?? 0), pattern.length);
  return {
    start,
    end,
    message: `invalid regular expression: ${problem}`,
    hint: step?.hint ?? SIMPLER,
    ...(step?.fix !== undefined && { fix: step.fix }),
  };
}

export const checkers: LiteralCheckers = { whole: { regex } };
