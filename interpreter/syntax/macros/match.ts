// Matches the arguments of a call with a macro rule, and captures its metavariables
// (reference/macros#matching).
import { literalKinds, type Kind, type Token } from "../tokens.ts";
import type { Fragment, Matcher, Repeat } from "./definition.ts";
import { groupEnd, sameToken } from "./token-groups.ts";
import { closerOf } from "../brackets.ts";

/** Tokens, or one capture per iteration of a repetition. */
export type Capture =
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] }
  | { readonly kind: "sequence"; readonly iterations: readonly Capture[] };

export type Captures = ReadonlyMap<string, Capture>;

/** The captures of a rule if it matches all of `args`, else undefined. */
export function matchRule(matcher: readonly Matcher[], args: readonly Token[]): Captures | undefined {
  const captures = new Map<string, Capture>();
  const end = matchParts(matcher, args, 0, [], captures);
  return end === args.length ? captures : undefined;
}

/** Returns the index at which the match ends; `follow` has the tokens that may follow these parts. */
function matchParts(
  parts: readonly Matcher[],
  args: readonly Token[],
  at: number,
  follow: readonly Token[],
  captures: Map<string, Capture>,
): number | undefined {
  for (const [index, part] of parts.entries()) {
    let end: number | undefined;
    switch (part.kind) {
      case "token":
        end = at < args.length && sameToken(args[at]!, part.token) ? at + 1 : undefined;
        break;
      case "capture":
        end = fragmentEnd(part.fragment, args, at, following(parts, index + 1, follow));
        if (end !== undefined) captures.set(part.name, { kind: "tokens", tokens: args.slice(at, end) });
        break;
      case "repeat":
        end = matchRepeat(part, args, at, following(parts, index + 1, follow), captures);
        break;
    }
    if (end === undefined) return undefined;
    at = end;
  }
  return at;
}

function matchRepeat(
  repeat: Repeat<Matcher>,
  args: readonly Token[],
  start: number,
  follow: readonly Token[],
  captures: Map<string, Capture>,
): number | undefined {
  const iterations: Captures[] = [];
  const inside = repeat.separator === null ? follow : [repeat.separator, ...follow];
  let at = start;
  for (;;) {
    let from = at;
    if (iterations.length > 0 && repeat.separator !== null) {
      if (at >= args.length || !sameToken(args[at]!, repeat.separator)) break;
      from++;
    }
    const iteration = new Map<string, Capture>();
    const end = matchParts(repeat.body, args, from, inside, iteration);
    if (end === undefined || end === at) break;
    iterations.push(iteration);
    at = end;
  }
  if (repeat.atLeastOne && iterations.length === 0) return undefined;
  for (const name of captured(repeat.body)) {
    captures.set(name, { kind: "sequence", iterations: iterations.map((iteration) => iteration.get(name)!) });
  }
  return at;
}

function* captured(parts: readonly Matcher[]): Generator<string> {
  for (const part of parts) {
    if (part.kind === "capture") yield part.name;
    else if (part.kind === "repeat") yield* captured(part.body);
  }
}

/** The literal tokens that can be next: an `expr`, `ty` or `pat` ends before any of them. */
function following(parts: readonly Matcher[], index: number, follow: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  for (const part of parts.slice(index)) {
    if (part.kind === "token") return [...found, part.token];
    if (part.kind === "repeat") {
      found.push(...following(part.body, 0, []));
      if (part.atLeastOne && found.length > 0) return found;
    }
  }
  return [...found, ...follow];
}

const literals: ReadonlySet<Kind> = new Set(literalKinds);

function fragmentEnd(
  fragment: Fragment,
  args: readonly Token[],
  at: number,
  stop: readonly Token[],
): number | undefined {
  const first = args[at];
  if (first === undefined) return undefined;
  switch (fragment) {
    case "ident":
      return first.kind === "ident" || first.kind === "dyn" ? at + 1 : undefined;
    case "literal":
      if (first.kind === "stringStart") return groupEnd(args, at, args.length);
      return literals.has(first.kind) ? at + 1 : undefined;
    case "block":
      return first.kind === "{" ? groupEnd(args, at, args.length) : undefined;
    case "expr":
    case "pat":
    case "ty":
      return runEnd(args, at, stop, fragment === "ty");
  }
}

/** The end of the shortest balanced run before one of `stop`, or the end of the arguments. */
function runEnd(
  args: readonly Token[],
  start: number,
  stop: readonly Token[],
  angles: boolean,
): number | undefined {
  let open = 0;
  let at = start;
  while (at < args.length) {
    const token = args[at]!;
    if (open === 0 && stop.some((other) => sameToken(token, other))) break;
    if (closerOf[token.kind] !== undefined) {
      const end = groupEnd(args, at, args.length);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    if (angles && token.kind === "<") open++;
    else if (angles && open > 0 && (token.kind === ">" || token.kind === ">>")) open--;
    at++;
  }
  return at > start ? at : undefined;
}
