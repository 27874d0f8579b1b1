// Macro expansion (reference/macros#macros): removes definitions from the tokens of a file and replaces calls
// with their expansion, before the tokens are parsed.
//
// Tokens of a template have the mark of their expansion, captured ones keep theirs, and all have the span of
// the outermost call. build/hygiene.ts resolves the marks.
import type { Reporter } from "../../diagnostics/index.ts";
import { nearest, notes } from "../../diagnostics/index.ts";
import { LIMITS, spend } from "../../limits/index.ts";
import type { Source, Span } from "../../source/index.ts";
import { atLineStart } from "../items.ts";
import type { Token } from "../tokens.ts";
import type { KeptMacro } from "../tree-uses.ts";
import { DefinitionReader, names, type Definition, type Template } from "./definition.ts";
import { matchRule, type Capture, type Captures } from "./match.ts";
import { groupEnd, withoutLineBreaks } from "./token-groups.ts";

export interface Expanded {
  readonly tokens: readonly Token[];
  /** By the value of `macroItem` and `macroCall` tokens. */
  readonly macros: readonly KeptMacro[];
}

/** With `keep`, for the formatter, definitions and calls become single tokens instead. */
export function expandMacros(
  source: Source,
  tokens: readonly Token[],
  diagnostics: Reporter,
  keep: boolean,
): Expanded {
  if (!usesMacros(tokens)) return { tokens, macros: [] };
  const expander = new Expander(source, diagnostics, keep);
  expander.expand(expander.takeDefinitions(tokens), 0, null);
  return { tokens: expander.output, macros: expander.macros };
}

/** Whether there is anything to expand; most files have no macros. */
export function usesMacros(tokens: readonly Token[]): boolean {
  return tokens.some((_, i) => isDefinition(tokens, i) || isMacroRules(tokens, i) || isCall(tokens, i));
}

function isDefinition(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  return (
    token.kind === "ident" &&
    token.text === "macro" &&
    tokens[at + 1]?.kind === "ident" &&
    tokens[at + 2]?.kind === "{"
  );
}

/** `macro_rules! name {`, as in Rust. */
function isMacroRules(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]!.text === "macro_rules" &&
    tokens[at + 1]?.kind === "!" &&
    tokens[at + 2]?.kind === "ident" &&
    tokens[at + 3]?.kind === "{"
  );
}

function isCall(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.kind === "ident" && tokens[at + 1]?.kind === "!" && tokens[at + 2]?.kind === "(";
}

class Expander {
  readonly output: Token[] = [];
  readonly macros: KeptMacro[] = [];
  readonly #source: Source;
  readonly #diagnostics: Reporter;
  readonly #keep: boolean;
  readonly #definitions = new Map<string, Definition>();
  /** The index in the source of each token outside definitions. */
  readonly #indexes: number[] = [];
  #marks = 0;
  #produced = 0;
  /** Whether a limit was exceeded; nothing more is expanded then. */
  #stopped = false;

  constructor(source: Source, diagnostics: Reporter, keep: boolean) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#keep = keep;
  }

  /**
   * The tokens without definitions. These are outside all brackets, or in the first column after an unclosed
   * bracket.
   */
  takeDefinitions(tokens: readonly Token[]): readonly Token[] {
    const reader = new DefinitionReader(this.#source, this.#diagnostics);
    const rest: Token[] = [];
    let depth = 0;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (!this.#keep && isMacroRules(tokens, at)) {
        const name = tokens[at + 2]!;
        const end = groupEnd(tokens, at + 3, tokens.length);
        if (end !== undefined) {
          this.#diagnostics.report("M2", this.#source, token, { problem: notes.macroWord(name.text) });
          this.#define({ name, rules: [] });
          at = end - 1;
          continue;
        }
      }
      if (!isDefinition(tokens, at) || (depth > 0 && !atLineStart(this.#source, token))) {
        if (token.kind === "(" || token.kind === "[" || token.kind === "{") depth++;
        else if (token.kind === ")" || token.kind === "]" || token.kind === "}")
          depth = Math.max(0, depth - 1);
        rest.push(token);
        this.#indexes.push(at);
        continue;
      }
      depth = 0;
      const name = tokens[at + 1]!;
      const end = groupEnd(tokens, at + 2, tokens.length);
      if (end === undefined) {
        this.#diagnostics.report(
          "M2",
          this.#source,
          name,
          {
            problem: notes.definitionOfMacroIsNot(name.text),
          },
          { swallowsRest: true },
        );
        return rest;
      }
      if (this.#keep) {
        rest.push(this.#kept("macroItem", name, token.start, tokens[end - 1]!.end, [at, end]));
        this.#indexes.push(at);
      }
      this.#define(reader.read(name, tokens.slice(at + 3, end - 1)));
      at = end - 1;
    }
    return rest;
  }

  #define(definition: Definition): void {
    const { name } = definition;
    const earlier = this.#definitions.get(name.text);
    if (earlier === undefined) {
      this.#definitions.set(name.text, definition);
      return;
    }
    this.#diagnostics.report(
      "M2",
      this.#source,
      name,
      { problem: notes.macroIsDefinedTwice(name.text) },
      {
        related: [{ source: this.#source, span: earlier.name, text: notes.firstDefinedHere }],
      },
    );
  }

  #kept(
    kind: "macroItem" | "macroCall",
    name: Token,
    start: number,
    end: number,
    range: readonly [number, number],
  ): Token {
    this.macros.push({
      name: { name: name.text, span: { start: name.start, end: name.end } },
      tokens: range,
    });
    return { kind, start, end, text: name.text, value: this.macros.length - 1, expansion: 0 };
  }

  /** Appends the tokens with all calls expanded; `call` is the span of the outermost one. */
  expand(tokens: readonly Token[], level: number, call: Span | null): void {
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      const end = isCall(tokens, at) ? groupEnd(tokens, at + 2, tokens.length) : undefined;
      if (end === undefined) {
        this.output.push(token);
        continue;
      }
      const span = call ?? { start: token.start, end: tokens[end - 1]!.end };
      // `xs.sort!()`: the parser reports it.
      const isMember = tokens[at - 1]?.kind === "." && !this.#definitions.has(token.text);
      const result =
        this.#keep || this.#stopped || isMember
          ? undefined
          : this.#call(token, tokens.slice(at + 3, end - 1), level, span);
      if (result === undefined) {
        const range = [this.#indexes[at + 3]!, this.#indexes[end - 1]!] as const;
        this.output.push(this.#kept("macroCall", token, span.start, span.end, range));
      } else this.expand(result, level + 1, span);
      at = end - 1;
    }
  }

  #call(name: Token, args: readonly Token[], level: number, span: Span): Token[] | undefined {
    const definition = this.#definitions.get(name.text);
    if (definition === undefined) {
      this.#reportUnknown(name, span);
      return undefined;
    }
    if (level === LIMITS.macroLevels) {
      this.#stop(span, LIMITS.macroLevels, notes.levelsOfExpandingMacro(name.text));
      return undefined;
    }
    const given = withoutLineBreaks(args);
    for (const rule of definition.rules) {
      const captures = matchRule(rule.matcher, given);
      if (captures === undefined) continue;
      const result: Token[] = [];
      this.#instantiate(rule.template, captures, { mark: ++this.#marks, span }, result);
      return this.#stopped ? undefined : result;
    }
    if (definition.rules.length > 0) {
      this.#diagnostics.report(
        "M1",
        this.#source,
        span,
        { name: name.text, known: true },
        {
          related: [{ source: this.#source, span: definition.name, text: notes.macroIsDefinedHere }],
        },
      );
    }
    return undefined;
  }

  #reportUnknown(name: Token, span: Span): void {
    const similar = nearest(name.text, this.#definitions.keys());
    const hint =
      hintForForeignMacro(name.text) ??
      (similar === undefined ? notes.macrosAreLocalToFile : notes.didYouMeanMacro(similar));
    this.#diagnostics.report("M1", this.#source, span, { name: name.text, known: false }, { hint });
  }

  #stop(span: Span, limit: number, of: string): void {
    this.#stopped = true;
    this.#diagnostics.report("G1", this.#source, span, { limit, of }, { hint: notes.recursiveRulesMustEnd });
  }

  #instantiate(
    template: readonly Template[],
    captures: Captures,
    place: { readonly mark: number; readonly span: Span },
    result: Token[],
  ): void {
    const { mark, span } = place;
    const push = (token: Token, own: boolean): void => {
      spend();
      if (++this.#produced > LIMITS.macroTokens && !this.#stopped) {
        this.#stop(span, LIMITS.macroTokens, notes.tokensOfMacroExpansion);
      }
      if (!this.#stopped)
        result.push({ ...token, start: span.start, end: span.end, expansion: own ? mark : token.expansion });
    };
    for (const part of template) {
      if (this.#stopped) return;
      switch (part.kind) {
        case "token":
          push(part.token, true);
          break;
        case "insert": {
          const capture = captures.get(part.name);
          if (capture?.kind === "tokens") for (const token of capture.tokens) push(token, false);
          break;
        }
        case "repeat": {
          const used = [...names(part.body)];
          const iterations = sequenceLength(used, captures);
          for (let i = 0; i < iterations; i++) {
            if (i > 0 && part.separator !== null) push(part.separator, true);
            this.#instantiate(part.body, inIteration(used, captures, i), place, result);
          }
          break;
        }
      }
    }
  }
}

/** The number of iterations of a repetition: the captures of the first sequence metavariable in it. */
function sequenceLength(used: readonly string[], captures: Captures): number {
  for (const name of used) {
    const capture = captures.get(name);
    if (capture?.kind === "sequence") return capture.iterations.length;
  }
  return 0;
}

function inIteration(used: readonly string[], captures: Captures, iteration: number): Captures {
  const inner = new Map<string, Capture>();
  for (const name of used) {
    const capture = captures.get(name);
    const own = capture?.kind === "sequence" ? capture.iterations[iteration] : capture;
    if (own !== undefined) inner.set(name, own);
  }
  return inner;
}

function hintForForeignMacro(name: string): string | undefined {
  switch (name) {
    case "println":
    case "print":
    case "dbg":
      return notes.printIsFunction;
    case "eprintln":
    case "eprint":
      return notes.errorOutputIsFunction(name);
    case "format":
    case "write":
    case "writeln":
      return notes.stringsEmbedExpressions;
    case "vec":
      return notes.listsAreWritten;
    case "panic":
    case "todo":
    case "unimplemented":
    case "unreachable":
      return notes.panicIsFunction;
    case "matches":
      return notes.patternIsTested;
    case "assert":
    case "assert_eq":
    case "assert_ne":
    case "debug_assert":
      return notes.assertionsAreFunctionsOfStd;
    default:
      return undefined;
  }
}
