// Checks patterns and declares their bindings (reference/patterns#patterns, reference/types#enums).
//
// Whether a name is a variant or a binding depends on the type of the matched value, so it is decided here.
// Alternatives share their bindings: each name is one local for all of them.
import { nearest, notes, type Extra } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import {
  plainName,
  type CtorPattern,
  type ListPattern,
  type LiteralPattern,
  type NamePattern,
  type OrPattern,
  type Pattern,
  type RangePattern,
  type StructPattern,
  type TuplePattern,
} from "../../syntax/index.ts";
import { freshAlias, freshType, type Body } from "../body/index.ts";
import { fieldHint, fieldIndex, variantNamed, type BodyLocal } from "../declare/index.ts";
import {
  ERROR,
  isError,
  isPrimitive,
  isTupleSymbol,
  mentions,
  named,
  pairs,
  prune,
  showType,
  substitute,
  takenApart,
  type EnumSymbol,
  type NamedType,
  type StructSymbol,
  type Type,
  type VariantSymbol,
} from "../types/index.ts";
import {
  lackingCause,
  plainValueHint,
  quotesHint,
  structHint,
  tupleHint,
  variantsHint,
} from "./pattern-hints.ts";
import { unknownName, type FileEntry } from "../names/index.ts";
import { warnShadowedImport, warnVariantLike, watchUse } from "../warnings/index.ts";

/**
 * The position of a pattern. A single name in a `let` or the head of a `for` is always a binding
 * (reference/expressions#for). A pattern that may fail is at a `match`.
 */
export type PatternPlace = "match" | "for" | "let" | "param";

/** Checks a pattern against the type of the matched value, and declares its names in the current scope. */
export function bindPattern(body: Body, pattern: Pattern, type: Type, place: PatternPlace): void {
  for (const local of patternLocals(body, pattern, type, place)) body.declare(local);
}

/** Checks a pattern, and returns its names without declaring them. */
export function patternLocals(
  body: Body,
  pattern: Pattern,
  type: Type,
  place: PatternPlace,
  constant = false,
): Iterable<BodyLocal> {
  const binder = new Binder(body, place, constant);
  let inner = pattern;
  while (inner.kind === "ParenPattern") inner = inner.inner;
  if (place !== "match" && inner.kind === "NamePattern") binder.lone(pattern, inner, type);
  else binder.bind(pattern, type);
  return binder.locals();
}

class Binder {
  readonly #body: Body;
  readonly #place: PatternPlace;
  readonly #constant: boolean;
  /** All bindings of the pattern by name. */
  readonly #locals = new Map<string, BodyLocal>();
  /** The names bound by the current alternative. */
  #current = new Set<string>();

  constructor(body: Body, place: PatternPlace, constant: boolean) {
    this.#body = body;
    this.#place = place;
    this.#constant = constant;
  }

  locals(): Iterable<BodyLocal> {
    for (const local of this.#locals.values()) {
      if (this.#place === "for" || this.#place === "param") local.used = true;
      else watchUse(this.#body, local, { inArm: this.#place === "match" });
      warnShadowedImport(this.#body, local);
    }
    return this.#locals.values();
  }

  lone(pattern: Pattern, name: NamePattern, type: Type): void {
    let node = pattern;
    while (node.kind === "ParenPattern") {
      this.#body.type(node, type);
      node = node.inner;
    }
    this.#body.type(name, type);
    this.#name(name, name.name, type);
  }

  bind(pattern: Pattern, type: Type): void {
    const body = this.#body;
    body.type(pattern, type);
    switch (pattern.kind) {
      case "WildcardPattern":
        return;
      case "LiteralPattern":
        return this.#literal(pattern, type);
      case "RangePattern":
        return this.#range(pattern, type);
      case "NamePattern": {
        const name = plainName(pattern.name);
        const variant = unitVariant(type, name);
        // A variant that could not be parsed is not a binding.
        if (variant === null && body.context.lost.has(name) && isEnum(type)) return;
        if (variant === null) {
          this.#name(pattern, pattern.name, type);
          if (this.#place === "match") warnVariantLike(body, pattern, type);
        } else
          body.use(pattern, {
            kind: "VariantPattern",
            enum: variant.symbol,
            variant: variant.variant,
            order: [],
          });
        return;
      }
      case "CtorPattern":
        return this.#ctor(pattern, type);
      case "StructPattern":
        return this.#struct(pattern, type);
      case "OrPattern":
        return this.#alternatives(pattern, type);
      case "ParenPattern":
        return this.bind(pattern.inner, type);
      case "TuplePattern":
        return this.#tuple(pattern, type);
      case "ListPattern":
        return this.#list(pattern, type);
      case "BrokenPattern":
        for (const part of pattern.parts) this.bind(part, ERROR);
        return;
    }
  }

  #name(node: { id: number; span: Span }, name: string, type: Type): void {
    const body = this.#body;
    const twice = name !== "_" && this.#current.has(name);
    if (twice) body.report("T25", node.span, { what: "binding", name }, { hint: notes.namesOfPattern });
    this.#current.add(name);
    const earlier = name === "_" ? undefined : this.#locals.get(name);
    let local = twice ? undefined : earlier;
    if (local === undefined) {
      // Which of two values a use means is unknown.
      const meant = twice ? ERROR : type;
      this.#locals.set(name, (local = body.newLocal(name, meant, node.span, this.#constant)));
      // A single name may lack its `Some( )`.
      local.misfits = 0;
      local.whole = this.#place === "match" || this.#place === "for";
    } else if (body.unifier.unify(local.type, type) !== "same") {
      this.#misfit(node.span, notes.hasOtherTypeInAlternative(name, showType(type), showType(local.type)));
    }
    body.state.facts.locals[node.id] = local;
    body.use(node, { kind: "Binding", local });
  }

  #misfit(span: Span, problem: string, hint?: string, extra: Extra = {}): void {
    this.#body.report("T21", span, { problem }, { ...(hint !== undefined && { hint }), ...extra });
  }

  #literal(pattern: LiteralPattern, type: Type): void {
    this.#fits(pattern, this.#body.context.literal(pattern.value.kind), type);
  }

  #range(pattern: RangePattern, type: Type): void {
    const { context } = this.#body;
    this.#fits(pattern, pattern.low.kind === "CharLit" ? context.char : context.int, type);
    if (pattern.low.kind !== pattern.high.kind) this.#misfit(pattern.span, notes.rangeBoundsOfOneType);
  }

  #fits(pattern: Pattern, literal: Type, type: Type): void {
    const body = this.#body;
    if (body.unifier.unify(literal, type) === "same") return;
    // Its shape is none of the matched type.
    body.type(pattern, ERROR);
    body.report(
      "T1",
      pattern.span,
      { expected: showType(type), actual: showType(literal) },
      { label: notes.matchedValueIs(showType(type)), ...quotesHint(body, pattern, type) },
    );
  }

  #ctor(pattern: CtorPattern, type: Type): void {
    const { name, span } = pattern.name;
    const found = this.#variant(name, span, type);
    if (found === null) {
      for (const arg of pattern.args) this.bind(arg, ERROR);
      return;
    }
    const { variant, symbol, payload } = found;
    if (pattern.args.length !== payload.length) {
      this.#misfit(
        pattern.span,
        notes.expectsPayloadButPatternHas(
          name,
          payload.length,
          payload.length === 1 ? "" : "s",
          pattern.args.length,
        ),
        payload.length === 0 ? notes.writeWithoutParentheses(name) : undefined,
      );
    }
    const fits = pattern.args.length === payload.length;
    pattern.args.forEach((arg, i) => this.bind(arg, fits ? payload[i]! : ERROR));
    this.#body.use(pattern, {
      kind: "VariantPattern",
      enum: symbol,
      variant,
      order: payload.map((_, i) => (i < pattern.args.length ? i : -1)),
    });
  }

  /** The variant with that name of the matched enum; null after reporting an error. */
  #variant(
    name: string,
    span: Span,
    type: Type,
  ): { symbol: EnumSymbol; variant: VariantSymbol; payload: readonly Type[] } | null {
    const body = this.#body;
    let actual = body.known(type);
    if (actual.kind === "Var") actual = this.#assumeBuiltIn(name, actual) ?? actual;
    if (actual.kind === "Never") return null;
    if (actual.kind === "Named" && actual.symbol.kind === "Enum") {
      const { symbol, args } = actual;
      const variant = variantNamed(symbol, name);
      if (variant !== undefined) {
        const substitution = pairs(symbol.typeParams, args);
        return { symbol, variant, payload: variant.payload.map((part) => substitute(part, substitution)) };
      }
      this.#noVariant(name, span, { ...actual, symbol });
      return null;
    }
    if (actual.kind === "Var") body.report("T8", span, { what: notes.matchedValue });
    else
      this.#misfit(
        span,
        notes.isNotPatternFor(name, showType(actual)),
        plainValueHint(body, name, actual, span) ?? structHint(name, actual),
      );
    return null;
  }

  #noVariant(name: string, span: Span, type: NamedType & { readonly symbol: EnumSymbol }): void {
    const body = this.#body;
    const { symbol } = type;
    if (body.context.lost.has(name)) return;
    const similar = nearest(
      name,
      symbol.variants.map((candidate) => candidate.name),
    );
    this.#misfit(
      span,
      notes.isNotVariantOf(name, showType(type)),
      similar === undefined
        ? (plainValueHint(body, name, type, span) ?? variantsHint(symbol))
        : notes.didYouMean(similar),
      lackingCause(body, name, symbol),
    );
  }

  /** Assumes the enum of a built-in variant, such as `Some`, for an unknown type. */
  #assumeBuiltIn(name: string, type: Type): NamedType | null {
    const body = this.#body;
    const entry = body.context.names.builtin.get(name);
    if (entry?.kind !== "Variant") return null;
    const assumed = freshType(body, entry.enum, { start: 0, end: 0 }) as NamedType;
    body.unifier.unify(type, assumed);
    return assumed;
  }

  #struct(pattern: StructPattern, type: Type): void {
    const body = this.#body;
    const { name, span } = pattern.name;
    const actual = body.known(type);
    if (
      actual.kind === "Named" &&
      actual.symbol.kind === "Enum" &&
      variantNamed(actual.symbol, name) !== undefined
    ) {
      this.#namedVariant(pattern, actual);
      return;
    }
    const entry = body.context.names.lookup(body.state, name);
    const own = entry === null || entry === "reported" ? null : structType(body, entry);
    if (own === null || actual.kind === "Never") {
      // If the type is unknown, it may be a variant.
      if (entry === null && actual.kind !== "Named" && !isError(actual))
        unknownName(body.context, "type", pattern.name, body.types);
      else if (entry === null && actual.kind === "Named" && actual.symbol.kind === "Enum")
        this.#noVariant(name, span, { ...actual, symbol: actual.symbol });
      else if (entry !== "reported" && actual.kind !== "Never")
        this.#misfit(span, notes.isNotPatternFor(name, showType(actual)));
      if (own !== null) body.poison(own);
      for (const field of pattern.fields) this.bind(field.pattern, ERROR);
      return;
    }
    if (body.unifier.unify(own, actual) !== "same") {
      this.#misfit(span, notes.isNotPatternFor(name, showType(actual)));
      body.poison(own);
      for (const field of pattern.fields) this.bind(field.pattern, ERROR);
      return;
    }
    this.#structFields(pattern, own.symbol as StructSymbol, own);
  }

  #tuple(pattern: TuplePattern, type: Type): void {
    const body = this.#body;
    const actual = body.known(type);
    const size = pattern.parts.length;
    if (actual.kind === "Var")
      body.unifier.unify(
        actual,
        body.context.tuple(pattern.parts.map((part) => body.fresh(part.span, notes.thisPart, "half"))),
      );
    const struct = takenApart(actual);
    const symbol = struct?.symbol as StructSymbol | undefined;
    if (struct === null || symbol === undefined || symbol.fields.length !== size) {
      const hint =
        symbol === undefined
          ? tupleHint(body, actual, size, this.#place === "for")
          : notes.writeAllParts(symbol.fields.length);
      if (actual.kind !== "Never")
        this.#misfit(pattern.span, notes.tupleOfPartsIsMatched(size, showType(actual)), hint);
      for (const part of pattern.parts) this.bind(part, ERROR);
      return;
    }
    const substitution = pairs(symbol.typeParams, struct.args);
    pattern.parts.forEach((part, i) => this.bind(part, substitute(symbol.fields[i]!.type, substitution)));
    body.use(pattern, { kind: "StructPattern", struct: symbol, fields: pattern.parts.map((_, i) => i) });
  }

  #list(pattern: ListPattern, type: Type): void {
    const body = this.#body;
    const { span, before, rest, after } = pattern;
    const { List } = body.context.primitives;
    let actual = body.known(type);
    if (actual.kind === "Var") {
      const assumed = named(List, [body.fresh(span, notes.theseElements, "half")]);
      body.unifier.unify(actual, assumed);
      actual = assumed;
    }
    const isList = actual.kind === "Named" && actual.symbol === List;
    if (!isList && actual.kind !== "Never") {
      const text = isPrimitive(actual, "String");
      body.type(pattern, ERROR);
      this.#misfit(
        span,
        notes.listPatternIsMatched(showType(actual)),
        text ? notes.matchCharacters : takenApart(actual) === null ? undefined : notes.writeTuplePattern,
      );
    }
    const element = isList ? (actual as NamedType).args[0]! : ERROR;
    for (const part of before) this.bind(part, element);
    if (rest !== null) this.bind(rest.pattern, isList ? actual : ERROR);
    for (const part of after) this.bind(part, element);
  }

  #structFields(pattern: StructPattern, symbol: StructSymbol, type: NamedType): void {
    const body = this.#body;
    const substitution = pairs(symbol.typeParams, type.args);
    const fields = pattern.fields.map((field) => {
      const index = fieldIndex(symbol, field.name.name, body.state.module);
      if (index < 0) {
        const hint = fieldHint(symbol, field.name.name);
        body.report(
          "T2",
          field.name.span,
          { type: symbol.name, what: "field", name: field.name.name },
          hint === undefined ? {} : { hint },
        );
        this.#meant(
          field,
          nearest(
            field.name.name,
            symbol.fields.map((one) => one.name),
          ),
        );
      }
      this.#part(field, index < 0 ? ERROR : substitute(symbol.fields[index]!.type, substitution));
      return index;
    });
    body.use(pattern, { kind: "StructPattern", struct: symbol, fields });
  }

  #namedVariant(pattern: StructPattern, type: NamedType): void {
    const body = this.#body;
    const symbol = type.symbol as EnumSymbol;
    const variant = variantNamed(symbol, pattern.name.name)!;
    if (variant.names === null && !variant.payload.some((part) => isError(prune(part)))) {
      this.#misfit(
        pattern.span,
        notes.hasNoNamedFields(variant.name),
        notes.writeCall(variant.name, variant.payload.map(() => "_").join(", ")),
      );
    }
    const order: number[] = new Array(variant.payload.length).fill(-1);
    const substitution = pairs(symbol.typeParams, type.args);
    pattern.fields.forEach((field, i) => {
      const index = variant.names?.indexOf(field.name.name) ?? -1;
      if (index < 0 && variant.names !== null) {
        const similar = nearest(field.name.name, variant.names);
        body.report(
          "T2",
          field.name.span,
          { type: variant.name, what: "field", name: field.name.name },
          similar === undefined ? {} : { hint: notes.didYouMean(similar) },
        );
        this.#meant(field, similar);
      }
      if (index >= 0) order[index] = i;
      this.#part(field, index < 0 ? ERROR : substitute(variant.payload[index]!, substitution));
    });
    body.use(pattern, { kind: "VariantPattern", enum: symbol, variant, order });
  }

  /** Declares the similar name of a misspelt field, which the code after it uses. */
  #meant({ shorthand, name }: StructPattern["fields"][number], similar: string | undefined): void {
    if (!shorthand || similar === undefined || this.#locals.has(similar)) return;
    const local = this.#body.newLocal(similar, ERROR, name.span, this.#constant);
    local.used = true;
    this.#locals.set(similar, local);
  }

  /** Binds the pattern of a field; a shorthand field `x` is always a binding. */
  #part(field: StructPattern["fields"][number], type: Type): void {
    if (field.shorthand && field.pattern.kind === "NamePattern")
      this.lone(field.pattern, field.pattern, type);
    else this.bind(field.pattern, type);
  }

  #alternatives(pattern: OrPattern, type: Type): void {
    const before = this.#current;
    let first: Set<string> | null = null;
    for (const alternative of pattern.alternatives) {
      this.#current = new Set(before);
      this.bind(alternative, type);
      if (first === null) first = this.#current;
      else {
        const different = [...first, ...this.#current].find(
          (name) => name !== "_" && first!.has(name) !== this.#current.has(name),
        );
        if (different !== undefined && !mentions(type, isError))
          this.#misfit(alternative.span, notes.notBoundByEveryAlternative(different));
      }
    }
    this.#current = first ?? before;
  }
}

/** The struct that a name or alias refers to, with unknown type arguments. */
function structType(body: Body, entry: FileEntry): NamedType | null {
  const place = { start: 0, end: 0 };
  const type =
    entry.kind === "TypeAlias"
      ? prune(freshAlias(body, entry.alias, place))
      : entry.kind === "Type"
        ? freshType(body, entry.symbol, place)
        : null;
  return type?.kind === "Named" && type.symbol.kind === "Struct" && !isTupleSymbol(type.symbol) ? type : null;
}

function isEnum(type: Type): boolean {
  const actual = prune(type);
  return actual.kind === "Named" && actual.symbol.kind === "Enum";
}

function unitVariant(type: Type, name: string): { symbol: EnumSymbol; variant: VariantSymbol } | null {
  const actual = prune(type);
  if (actual.kind !== "Named" || actual.symbol.kind !== "Enum") return null;
  const variant = variantNamed(actual.symbol, name);
  return variant === undefined || variant.payload.length > 0 ? null : { symbol: actual.symbol, variant };
}
