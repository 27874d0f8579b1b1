// Creates tree nodes for derived code, with ids after those of the file and the current span. Names of
// standard modules have the form `std/core:Eq`, independent of the declarations of the file: no source can
// contain the colon. Names of types of the file have `fileLevel`.
import type { Span } from "../../source/index.ts";
import type {
  Arm,
  Block,
  Call,
  CtorPattern,
  EnumItem,
  Expr,
  FunctionItem,
  GenericParam,
  Ident,
  If,
  ImplItem,
  Let,
  Match,
  MethodCall,
  NamedType,
  Param,
  Pattern,
  Return,
  Stmt,
  StructItem,
  StructLit,
  TypeNode,
} from "../../syntax/index.ts";

export class DeriveNodes {
  #next: number;
  /** The span of the nodes created from now on. */
  span: Span;

  constructor(firstId: number, span: Span) {
    this.#next = firstId;
    this.span = span;
  }

  get nodeCount(): number {
    return this.#next;
  }

  #node(): { id: number; span: Span } {
    return { id: this.#next++, span: this.span };
  }

  ident(name: string): Ident {
    return { name, span: this.span };
  }

  type(name: string, args: readonly TypeNode[] = [], fileLevel = false): NamedType {
    return { ...this.#node(), kind: "NamedType", name: this.ident(name), args, fileLevel };
  }

  unit(): TypeNode {
    return { ...this.#node(), kind: "UnitType" };
  }

  /** The type that `item` declares, with its own parameters as arguments. */
  ownType(item: StructItem | EnumItem): NamedType {
    return this.type(
      item.name.name,
      item.generics.map((generic) => this.type(generic.name.name)),
      true,
    );
  }

  /** The parameters of `item`, each also bounded by `trait`. */
  boundGenerics(item: StructItem | EnumItem, trait: string): GenericParam[] {
    return item.generics.map((generic) => ({
      ...this.#node(),
      name: generic.name,
      bounds: [...generic.bounds.map((bound) => this.#copyBound(bound)), this.type(trait)],
    }));
  }

  #copyBound(bound: NamedType): NamedType {
    return this.#copyType(bound) as NamedType;
  }

  #copyType(type: TypeNode): TypeNode {
    const node = { ...this.#node(), span: type.span };
    switch (type.kind) {
      case "NamedType":
        return { ...type, ...node, args: type.args.map((arg) => this.#copyType(arg)) };
      case "UnitType":
      case "BrokenType":
        return { ...type, ...node };
      case "TupleType":
        return { ...type, ...node, parts: type.parts.map((part) => this.#copyType(part)) };
      case "FunType":
        return {
          ...type,
          ...node,
          params: type.params.map((param) => this.#copyType(param)),
          result: this.#copyType(type.result),
        };
      case "DynType":
        return { ...type, ...node, trait: this.#copyBound(type.trait) };
      case "OptionType":
        return { ...type, ...node, inner: this.#copyType(type.inner) };
    }
  }

  impl(item: StructItem | EnumItem, trait: string, ...methods: FunctionItem[]): ImplItem {
    return this.implOfParts(item, trait, trait, methods);
  }

  /** An impl whose parts need another trait. */
  implOfParts(
    item: StructItem | EnumItem,
    trait: string,
    ofParts: string,
    methods: readonly FunctionItem[],
  ): ImplItem {
    return {
      ...this.#node(),
      kind: "ImplItem",
      generics: this.boundGenerics(item, ofParts),
      trait: this.type(trait),
      target: this.ownType(item),
      methods,
    };
  }

  method(name: string, self: boolean, params: readonly Param[], result: TypeNode, body: Block): FunctionItem {
    return {
      ...this.#node(),
      kind: "FunctionItem",
      attributes: [],
      name: this.ident(name),
      generics: [],
      self: self ? this.span : null,
      params,
      result,
      body,
    };
  }

  param(name: string, type: TypeNode): Param {
    return { ...this.#node(), attributes: [], name: this.ident(name), pattern: null, type, default: null };
  }

  name(name: string, fileLevel = false): Expr {
    return { ...this.#node(), kind: "Name", name, typeArgs: null, fileLevel };
  }

  self(): Expr {
    return { ...this.#node(), kind: "SelfValue" };
  }

  int(value: number): Expr {
    return { ...this.#node(), kind: "IntLit", value: BigInt(value) };
  }

  float(value: number): Expr {
    return { ...this.#node(), kind: "FloatLit", value };
  }

  /** A literal that is written elsewhere in the source. */
  copy(literal: Expr): Expr {
    return { ...literal, ...this.#node() };
  }

  bool(value: boolean): Expr {
    return { ...this.#node(), kind: "BoolLit", value };
  }

  text(value: string): Expr {
    return { ...this.#node(), kind: "StringLit", value, block: false };
  }

  interpolation(parts: readonly (string | Expr)[]): Expr {
    return { ...this.#node(), kind: "Interpolation", parts };
  }

  list(elements: readonly Expr[]): Expr {
    return { ...this.#node(), kind: "ListLit", elements };
  }

  field(receiver: Expr, name: string): Expr {
    return { ...this.#node(), kind: "FieldAccess", receiver, name: this.ident(name), typeArgs: null };
  }

  call(callee: string, ...args: Expr[]): Call {
    return {
      ...this.#node(),
      kind: "Call",
      callee: this.name(callee),
      args: args.map((value) => this.#arg(null, value)),
    };
  }

  /** A call with type arguments, which are copied from elsewhere in the source. */
  callWith(callee: string, types: readonly TypeNode[], ...args: Expr[]): Call {
    const call = this.call(callee, ...args);
    const typeArgs = types.map((type) => this.#copyType(type));
    return { ...call, callee: { ...call.callee, typeArgs } as Expr };
  }

  methodCall(
    receiver: Expr,
    name: string,
    args: readonly { readonly name: Ident | null; readonly value: Expr }[],
  ): MethodCall {
    return {
      ...this.#node(),
      kind: "MethodCall",
      receiver,
      name: this.ident(name),
      typeArgs: null,
      args: args.map((arg) => this.#arg(arg.name, arg.value)),
    };
  }

  #arg(name: Ident | null, value: Expr) {
    return { ...this.#node(), name, value };
  }

  try(value: Expr): Expr {
    return { ...this.#node(), kind: "Try", value };
  }

  binary(op: "&&" | "||" | "==" | "!=" | "<" | ">=" | "+" | "*", left: Expr, right: Expr): Expr {
    return { ...this.#node(), kind: "Binary", op, opSpan: this.span, left, right };
  }

  structLit(item: StructItem, fields: readonly { readonly name: string; readonly value: Expr }[]): StructLit {
    return {
      ...this.#node(),
      kind: "StructLit",
      name: this.ident(item.name.name),
      fileLevel: true,
      typeArgs: null,
      fields: fields.map(({ name, value }) => ({ name: this.ident(name), value, shorthand: false })),
      base: null,
    };
  }

  block(stmts: readonly Stmt[], trailing: Expr | null): Block {
    return { ...this.#node(), kind: "Block", stmts, trailing };
  }

  /** A `let`; `type` is copied from elsewhere in the source. */
  let(name: string, value: Expr, type: TypeNode | null = null): Let {
    const annotation = type === null ? null : this.#copyType(type);
    return { ...this.#node(), kind: "Let", constant: false, name: this.ident(name), type: annotation, value };
  }

  assign(name: string, value: Expr): Stmt {
    return { ...this.#node(), kind: "Assign", op: "=", target: this.name(name), value };
  }

  while(condition: Expr, body: Block): Expr {
    return { ...this.#node(), kind: "While", label: null, condition, body };
  }

  return(value: Expr): Return {
    return { ...this.#node(), kind: "Return", value };
  }

  if(condition: Expr, then: Block, otherwise: Block | null): If {
    return { ...this.#node(), kind: "If", condition, then, otherwise };
  }

  statement(value: Expr): Stmt {
    return { ...this.#node(), kind: "ExprStmt", value };
  }

  match(subject: Expr, arms: readonly Arm[]): Match {
    return { ...this.#node(), kind: "Match", subject, arms };
  }

  arm(pattern: Pattern, body: Expr): Arm {
    return this.doing(pattern, this.statement(body));
  }

  /** An arm whose body is a statement. */
  doing(pattern: Pattern, body: Stmt): Arm {
    return { ...this.#node(), pattern, guard: null, body };
  }

  wildcard(): Pattern {
    return { ...this.#node(), kind: "WildcardPattern" };
  }

  binding(name: string): Pattern {
    return { ...this.#node(), kind: "NamePattern", name };
  }

  number(value: number): Pattern {
    return {
      ...this.#node(),
      kind: "LiteralPattern",
      value: { ...this.#node(), kind: "IntLit", value: BigInt(value) },
    };
  }

  /** `Variant(a, b)`, or only the name for a unit variant. */
  variant(name: string, args: readonly Pattern[]): Pattern {
    if (args.length === 0) return this.binding(name);
    return { ...this.#node(), kind: "CtorPattern", name: this.ident(name), args } satisfies CtorPattern;
  }
}
