// The checkers of literal patterns of routes, and of prefixes.
import type { FoundProblem, LiteralCheckers } from "../../interpreter/runtime/index.ts";

interface Located {
  readonly text: string;
  readonly start: number;
}

/** Empty segments are skipped, as by the router. */
function located(pattern: string): readonly Located[] {
  return [...pattern.matchAll(/[^/]+/g)].map(({ 0: text, index: start }) => ({ text, start }));
}

const isRest = ({ text }: Located): boolean => text.length > 1 && text.startsWith("*");

/** `most` is the number of segments at the end that may be `*name`. */
function problemsOf(pattern: string, most: 0 | 1): readonly FoundProblem[] {
  const segments = located(pattern);
  const problems: FoundProblem[] = segments
    .slice(0, segments.length - most)
    .filter(isRest)
    .map(({ text, start }) => ({
      start,
      end: start + text.length,
      message: `\`${text}\` takes the rest of the path: it must be the last segment`,
      hint: most === 0 ? "a prefix covers all below it" : `write \`:${text.slice(1)}\` for one segment`,
      ...(most === 1 && { fix: `:${text.slice(1)}` }),
    }));
  for (const { text, start } of segments) {
    const name = /^(?:\{(\w+)\}|<(?:\w+:)?(\w+)>)$/
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (name === undefined) continue;
    const fix = `:${name}`;
    problems.push({
      start,
      end: start + text.length,
      message: `\`${text}\` matches only this text`,
      hint: `write \`${fix}\` for any segment`,
      fix,
      severity: "warning",
    });
  }
  const names = new Set<string>();
  for (const segment of segments) {
    const { text, start } = segment;
    if (!isRest(segment) && !text.startsWith(":")) continue;
    const name = text.slice(1);
    if (names.has(name))
      problems.push({
        start,
        end: start + text.length,
        message: `\`${name}\` is the name of an earlier segment, too: the last one wins`,
        hint: "give it another name",
        severity: "warning",
      });
    names.add(name);
  }
  return problems;
}

export const checkers: LiteralCheckers = {
  whole: { route: (text) => problemsOf(text, 1), prefix: (text) => problemsOf(text, 0) },
};
