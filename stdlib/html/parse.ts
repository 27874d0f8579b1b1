// Parses templates (reference/html#tags) into a tree and checks them as a whole: blocks, partials, and that
// every value is in a context where it can be made safe. Errors name the template and the line.
import { describe, needAt, placeAfter, samePlace, TEXT_PLACE } from "./place.ts";
import type { Need, Place } from "./place.ts";

/** The parts of `user.name`; none for `.`. */
export type Path = readonly string[];

export type Operand =
  | { readonly kind: "path"; readonly path: Path }
  | { readonly kind: "text"; readonly text: string };

export interface Condition {
  readonly negated: boolean;
  readonly left: Operand;
  /** Null if `left` itself is the condition. */
  readonly right: Operand | null;
  readonly equal: boolean;
}

export type How = "raw" | "json" | Exclude<Need, object>;

export type Node =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "value";
      readonly path: Path;
      readonly how: How;
      readonly json: boolean;
      readonly where: string;
    }
  | {
      readonly kind: "if";
      readonly arms: readonly { readonly condition: Condition; readonly body: readonly Node[] }[];
      readonly otherwise: readonly Node[];
      readonly where: string;
    }
  | {
      readonly kind: "for";
      readonly key: string | null;
      readonly name: string;
      readonly path: Path;
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[];
      readonly where: string;
    };

interface Token extends Range {
  readonly kind: "text" | "code";
  readonly text: string;
  readonly line: number;
}

/** A part of the text of a template. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export class TemplateError extends Error {
  /** What is wrong, without the name and line, and where; null in a partial. */
  readonly found: (Range & { readonly problem: string }) | null;
  constructor(message: string, found: TemplateError["found"] = null) {
    super(message);
    this.found = found;
  }

  static at(where: string, problem: string, range: Range | null): TemplateError {
    const found = range === null ? null : { problem, start: range.start, end: range.end };
    return new TemplateError(`${where}: ${problem}`, found);
  }
}

/** The most nodes of a template: small templates that are included repeatedly make large ones. */
const MOST_NODES = 100_000;
/** The most blocks and partials inside one another. */
const MOST_DEPTH = 200;
const NAME = "[A-Za-z_][A-Za-z0-9_]*";
const PATH = `\\.|${NAME}(?:\\.(?:${NAME}|[0-9]+))*`;
const OPERAND = `${PATH}|"[^"]*"`;
const FOR = new RegExp(`^for\\s+(?:(${NAME})\\s*,\\s*)?(${NAME})\\s+in\\s+(${PATH})$`);
const CONDITION = new RegExp(`^(not\\s+)?(${OPERAND})(?:\\s*(==|!=)\\s*(${OPERAND}))?$`);
const VALUE = new RegExp(`^(?:(raw|json)\\s+)?(${PATH})$`);
const INCLUDE = /^include\s+"([^"]*)"$/;

/** Returns the names of the partials that a text includes. */
export function partialsOf(text: string): string[] {
  return tokensOf("", text).flatMap(({ kind, text: code }) =>
    kind === "code" ? (INCLUDE.exec(code)?.slice(1) ?? []) : [],
  );
}

/** @throws TemplateError for an error in the template or one that it includes */
export function parseTemplate(
  name: string,
  text: string,
  partials: ReadonlyMap<string, string>,
): readonly Node[] {
  const parser = new Parser(partials);
  const { nodes, place } = parser.template(name, text, TEXT_PLACE, []);
  if (!samePlace(place, TEXT_PLACE))
    throw TemplateError.at(name, `the template ends inside ${describe(place)}`, {
      start: text.length,
      end: text.length,
    });
  return nodes;
}

function tokensOf(name: string, text: string): Token[] {
  const tokens: Token[] = [];
  const lineAt = lineCounter(text);
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("{{", at);
    const end = open < 0 ? text.length : open;
    if (end > at) tokens.push({ kind: "text", text: text.slice(at, end), line: lineAt(at), start: at, end });
    if (open < 0) break;
    const line = lineAt(open);
    const close = text.indexOf("}}", open + 2);
    if (close < 0) throw TemplateError.at(`${name}:${line}`, "{{ without }}", { start: open, end: open + 2 });
    at = close + 2;
    tokens.push({ kind: "code", text: text.slice(open + 2, close).trim(), line, start: open, end: at });
  }
  return tokens;
}

/**
 * Returns a function that gives the line of an offset. Called with ascending offsets, it looks at each line
 * feed once.
 */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  };
}

interface Block {
  readonly nodes: readonly Node[];
  readonly place: Place;
  /** The tag that ended it: `end`, `else`, `else if …`, or "" at the end of the template. */
  readonly endedBy: string;
}

class Parser {
  private readonly partials: ReadonlyMap<string, string>;
  private count = 0;
  private depth = 0;

  constructor(partials: ReadonlyMap<string, string>) {
    this.partials = partials;
  }

  template(
    name: string,
    text: string,
    place: Place,
    including: readonly string[],
  ): { nodes: readonly Node[]; place: Place } {
    const reader = new Reader(this, name, tokensOf(name, text), including);
    const block = reader.block(place);
    if (block.endedBy !== "") reader.fail(`${block.endedBy} without a block`);
    return block;
  }

  node(where: string): void {
    this.count += 1;
    if (this.count > MOST_NODES) throw TemplateError.at(where, "the template is too large", null);
  }

  /** @throws TemplateError before parsing or rendering uses too much of the stack */
  inner<T>(where: string, parse: () => T): T {
    if (this.depth === MOST_DEPTH) throw TemplateError.at(where, "blocks are nested too deeply", null);
    this.depth += 1;
    const parsed = parse();
    this.depth -= 1;
    return parsed;
  }

  partial(
    name: string,
    from: Reader,
    place: Place,
    including: readonly string[],
  ): { nodes: readonly Node[]; place: Place } {
    const text = this.partials.get(name);
    if (text === undefined) from.fail(`there is no partial "${name}"`);
    if (including.includes(name)) from.fail(`"${name}" includes itself`);
    return this.inner(from.where(), () => this.template(name, text, place, [...including, name]));
  }
}

class Reader {
  private readonly parser: Parser;
  private readonly name: string;
  private readonly tokens: readonly Token[];
  private readonly including: readonly string[];
  private at = 0;

  constructor(parser: Parser, name: string, tokens: readonly Token[], including: readonly string[]) {
    this.parser = parser;
    this.name = name;
    this.tokens = tokens;
    this.including = including;
  }

  where(): string {
    return `${this.name}:${this.tokens[Math.max(0, this.at - 1)]?.line ?? 1}`;
  }

  /** Fails at the last token that was taken. */
  fail(problem: string, at = this.at): never {
    const token = this.tokens[Math.max(0, at - 1)];
    const isOuter = this.including.length === 0 && token !== undefined;
    throw TemplateError.at(`${this.name}:${token?.line ?? 1}`, problem, isOuter ? token : null);
  }

  block(start: Place): Block {
    const nodes: Node[] = [];
    let place = start;
    for (;;) {
      const token = this.tokens[this.at++];
      if (token === undefined) return { nodes, place, endedBy: "" };
      this.parser.node(this.where());
      if (token.kind === "text") {
        nodes.push({ kind: "text", text: token.text });
        place = placeAfter(place, token.text);
        continue;
      }
      const code = token.text;
      if (code === "end" || code === "else" || /^else\s+if\s/.test(code))
        return { nodes, place, endedBy: code };
      if (code.startsWith("#")) continue;
      const included = INCLUDE.exec(code);
      if (included !== null) {
        const partial = this.parser.partial(included[1]!, this, place, this.including);
        if (!samePlace(partial.place, place))
          this.fail(`"${included[1]}" begins in ${describe(place)} and ends in ${describe(partial.place)}`);
        nodes.push(...partial.nodes);
      } else if (/^if\s/.test(code)) nodes.push(this.branches(code, place));
      else if (/^for\s/.test(code)) nodes.push(this.loop(code, place));
      else {
        nodes.push(this.value(code, place));
        // Text after a value is not at the start of a URL.
        if (place.kind === "value") place = placeAfter(place, "x");
      }
    }
  }

  private value(code: string, place: Place): Node {
    const parts = VALUE.exec(code);
    if (parts === null) this.fail(`{{ ${code} }} is neither a value nor a block`);
    const need = needAt(place);
    if (typeof need === "object") this.fail(`{{ ${code} }}: ${need.refused}`);
    const [, word, path] = parts;
    if (word === "raw" && place.kind !== "text") this.fail(`{{ ${code} }}: raw is allowed in text only`);
    if (need === "data script" && word !== "json")
      this.fail(`{{ ${code} }}: in a data script, write {{ json ${path} }}`);
    return {
      kind: "value",
      path: pathOf(path!),
      how: word === "raw" ? "raw" : need,
      json: word === "json",
      where: this.where(),
    };
  }

  private branches(first: string, place: Place): Node {
    const where = this.where();
    const arms: { condition: Condition; body: readonly Node[] }[] = [];
    let otherwise: readonly Node[] = [];
    let code = first;
    for (;;) {
      const condition = code === "else" ? null : this.condition(code.replace(/^(?:else\s+)?if\s+/, ""));
      const block = this.inner(place, where, "if");
      if (condition === null) otherwise = block.nodes;
      else arms.push({ condition, body: block.nodes });
      if (block.endedBy === "end") return { kind: "if", arms, otherwise, where };
      if (condition === null) this.fail(`${block.endedBy} after else`);
      code = block.endedBy;
    }
  }

  private loop(code: string, place: Place): Node {
    const where = this.where();
    const parts = FOR.exec(code);
    if (parts === null)
      this.fail(`{{ ${code} }}: a loop is {{ for NAME in VALUE }} or {{ for KEY, NAME in VALUE }}`);
    const body = this.inner(place, where, "for");
    let otherwise: readonly Node[] = [];
    if (body.endedBy === "else") {
      const rest = this.inner(place, where, "for");
      if (rest.endedBy !== "end") this.fail(`${rest.endedBy} after else`);
      otherwise = rest.nodes;
    } else if (body.endedBy !== "end") this.fail(`${body.endedBy} in a loop`);
    return {
      kind: "for",
      key: parts[1] ?? null,
      name: parts[2]!,
      path: pathOf(parts[3]!),
      body: body.nodes,
      otherwise,
      where,
    };
  }

  private inner(place: Place, where: string, what: string): Block {
    const opening = this.at;
    const block = this.parser.inner(where, () => this.block(place));
    if (block.endedBy === "") this.fail(`${what} without end`, opening);
    if (!samePlace(block.place, place))
      this.fail(`a block begins in ${describe(place)} and ends in ${describe(block.place)}`);
    return block;
  }

  private condition(text: string): Condition {
    const parts = CONDITION.exec(text.trim());
    if (parts === null) this.fail(`${text}: a condition is VALUE, not VALUE, A == B or A != B`);
    const [, not, left, sign, right] = parts;
    return {
      negated: not !== undefined,
      left: operand(left!),
      right: right === undefined ? null : operand(right),
      equal: sign !== "!=",
    };
  }
}

function pathOf(text: string): Path {
  return text === "." ? [] : text.split(".");
}

function operand(text: string): Operand {
  return text.startsWith('"')
    ? { kind: "text", text: text.slice(1, -1) }
    : { kind: "path", path: pathOf(text) };
}
