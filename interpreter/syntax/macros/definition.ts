// Macro definitions: their rules as data, and the errors in definitions
// (reference/macros#definitions-and-calls, reference/macros#macro-errors).
import { notes } from "../../diagnostics/index.ts";
import type { Reporter } from "../../diagnostics/index.ts";
import type { Source } from "../../source/index.ts";
import type { Token } from "../tokens.ts";
import { groupEnd, withoutLineBreaks } from "./token-groups.ts";

export type Fragment = "expr" | "ty" | "pat" | "ident" | "literal" | "block";

export interface Repeat<T> {
  readonly kind: "repeat";
  readonly body: readonly T[];
  readonly separator: Token | null;
  readonly atLeastOne: boolean;
}

interface Literal {
  readonly kind: "token";
  readonly token: Token;
}

export type Matcher =
  | Literal
  | { readonly kind: "capture"; readonly name: string; readonly fragment: Fragment }
  | Repeat<Matcher>;
export type Template = Literal | { readonly kind: "insert"; readonly name: string } | Repeat<Template>;

export interface Rule {
  readonly matcher: readonly Matcher[];
  readonly template: readonly Template[];
}

export interface Definition {
  readonly name: Token;
  readonly rules: readonly Rule[];
}

const fragments: ReadonlySet<string> = new Set<Fragment>(["expr", "ty", "pat", "ident", "literal", "block"]);

/** For each metavariable, the number of repetitions of its matcher around it. */
type Depths = Map<string, number>;

interface PartReader<T> {
  /** The parts of the repetition after the `$`. */
  inner(body: readonly Token[], dollar: Token): T[];
  /** The part for `$name`, and the index after it; `at` is the index of the `$`. */
  metavariable(name: Token, at: number): { readonly part: T; readonly end: number };
}

export class DefinitionReader {
  readonly #source: Source;
  readonly #diagnostics: Reporter;

  constructor(source: Source, diagnostics: Reporter) {
    this.#source = source;
    this.#diagnostics = diagnostics;
  }

  /** Reads a definition; `tokens` are those between its braces. */
  read(name: Token, tokens: readonly Token[]): Definition {
    const before = this.#diagnostics.count;
    const definition = this.#definition(name, tokens);
    // Calls of a macro with errors are not expanded.
    return this.#diagnostics.count > before ? { name, rules: [] } : definition;
  }

  #definition(name: Token, tokens: readonly Token[]): Definition {
    const rules: Rule[] = [];
    let at = 0;
    for (;;) {
      while (at < tokens.length && [";", ",", "newline"].includes(tokens[at]!.kind)) at++;
      if (at >= tokens.length) break;
      const next = this.#rule(tokens, at, rules);
      if (next === undefined) return { name, rules };
      at = next;
    }
    if (rules.length === 0) this.#report(name, notes.macroHasNoRules(name.text));
    return { name, rules };
  }

  #report(token: Token, problem: string, hint: string = notes.ruleIsMatcherTemplate): void {
    this.#diagnostics.report("M2", this.#source, token, { problem }, { hint });
  }

  #rule(tokens: readonly Token[], start: number, rules: Rule[]): number | undefined {
    const opening = tokens[start]!;
    const matcherEnd = opening.kind === "(" ? groupEnd(tokens, start, tokens.length) : undefined;
    if (matcherEnd === undefined) {
      this.#report(opening, notes.macroRuleStartsWithMatcher);
      return undefined;
    }
    let at = matcherEnd;
    while (tokens[at]?.kind === "newline") at++;
    if (tokens[at]?.kind !== "=>") {
      this.#report(tokens[at] ?? tokens[matcherEnd - 1]!, notes.arrowMissingAfterMatcher);
      return undefined;
    }
    at++;
    while (tokens[at]?.kind === "newline") at++;
    const brace = tokens[at];
    const templateEnd = brace?.kind === "{" ? groupEnd(tokens, at, tokens.length) : undefined;
    if (templateEnd === undefined) {
      this.#report(brace ?? tokens[at - 1]!, notes.templateInBracesIsMissing);
      return undefined;
    }
    const depths: Depths = new Map();
    const matcher = this.#matcher(withoutLineBreaks(tokens.slice(start + 1, matcherEnd - 1)), depths, 0);
    const template = this.#template(withoutLineBreaks(tokens.slice(at + 1, templateEnd - 1)), depths, 0);
    rules.push({ matcher, template });
    return templateEnd;
  }

  #matcher(tokens: readonly Token[], depths: Depths, depth: number): Matcher[] {
    return this.#parts<Matcher>(tokens, notes.metavariableForms, {
      inner: (body) => this.#matcher(body, depths, depth + 1),
      metavariable: (name, at) => {
        const fragment = tokens[at + 2]?.kind === ":" ? tokens[at + 3] : undefined;
        if (fragment === undefined || !fragments.has(fragment.text)) {
          const known = [...fragments].join(", ");
          const problem =
            fragment === undefined
              ? notes.metavariableHasNoFragment(name.text)
              : notes.unknownFragment(fragment.text);
          this.#report(fragment ?? name, problem, notes.knownFragments(name.text, known));
        }
        if (depths.has(name.text)) {
          this.#report(name, notes.metavariableBoundTwice(name.text), notes.giveEachItsOwnName);
        }
        depths.set(name.text, depth);
        const part: Matcher = {
          kind: "capture",
          name: name.text,
          fragment: (fragment?.text ?? "expr") as Fragment,
        };
        return { part, end: at + (fragment === undefined ? 2 : 4) };
      },
    });
  }

  #template(tokens: readonly Token[], depths: Depths, depth: number): Template[] {
    return this.#parts<Template>(tokens, notes.insertionsOfTemplate, {
      inner: (body, dollar) => {
        const inner = this.#template(body, depths, depth + 1);
        if (![...names(inner)].some((name) => (depths.get(name) ?? Infinity) > depth)) {
          this.#report(dollar, notes.repetitionNeedsMetavariable, notes.useCapturesOfRepetition);
        }
        return inner;
      },
      metavariable: (name, at) => {
        if (!depths.has(name.text)) {
          const hint = notes.bindBeforeArrow;
          this.#report(name, notes.metavariableNotBound(name.text), hint);
        }
        return { part: { kind: "insert", name: name.text }, end: at + 2 };
      },
    });
  }

  /**
   * Reads the parts of a matcher or template; `usage` is the hint for a `$` before anything but a name or
   * `(`.
   */
  #parts<T>(tokens: readonly Token[], usage: string, read: PartReader<T>): (T | Literal | Repeat<T>)[] {
    const parts: (T | Literal | Repeat<T>)[] = [];
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at]!;
      const next = tokens[at + 1];
      if (token.kind !== "$") {
        parts.push({ kind: "token", token });
        at++;
      } else if (next?.kind === "(") {
        const repetition = this.#repetition(tokens, at);
        if (repetition === undefined) return parts;
        const { body, separator, atLeastOne, end } = repetition;
        parts.push({ kind: "repeat", body: read.inner(body, token), separator, atLeastOne });
        at = end;
      } else if (next?.kind === "ident") {
        const { part, end } = read.metavariable(next, at);
        parts.push(part);
        at = end;
      } else {
        this.#report(token, notes.standsBeforeNameOr, usage);
        at++;
      }
    }
    return parts;
  }

  /** Reads `$ ( … ) [separator] (* | +)`; `at` is the index of the dollar sign. */
  #repetition(tokens: readonly Token[], at: number) {
    const close = groupEnd(tokens, at + 1, tokens.length)!;
    const isOperator = (token: Token | undefined): boolean => token?.kind === "*" || token?.kind === "+";
    const first = tokens[close];
    const second = tokens[close + 1];
    // In `$(…)+*`, an operator directly before another one is the separator.
    const separated =
      second !== undefined && isOperator(second) && (!isOperator(first) || first!.end === second.start);
    const operator = separated ? second : first;
    if (operator === undefined || !isOperator(operator)) {
      this.#report(first ?? tokens[close - 1]!, notes.repetitionNeedsOperator, notes.repetitionsAreOr);
      return undefined;
    }
    return {
      body: tokens.slice(at + 2, close - 1),
      separator: separated ? first! : null,
      atLeastOne: operator.kind === "+",
      end: close + (separated ? 2 : 1),
    };
  }
}

/** The metavariables of a template, in order. */
export function* names(template: readonly Template[]): Generator<string> {
  for (const part of template) {
    if (part.kind === "insert") yield part.name;
    else if (part.kind === "repeat") yield* names(part.body);
  }
}
