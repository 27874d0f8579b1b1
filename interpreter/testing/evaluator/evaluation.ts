// A running program: its functions, globals, impls and goroutines, and the frames of its calls.
import { chosenFor, shapeText, typeKey } from "../../check/index.ts";
import type {
  BoundCallee,
  TraitRef,
  Callee,
  EnumSymbol,
  Facts,
  FunctionSymbol,
  GlobalSymbol,
  LocalSymbol,
  Module,
  NamedType,
  ParamType,
  Program,
  Substitution,
  TraitSymbol,
  Type,
} from "../../check/index.ts";
import { Panic } from "../../runtime/host.ts";
import type * as ast from "../../syntax/index.ts";
import { actual, idOf, isPrimitive, keyOf } from "./actual-types.ts";
import { evaluate } from "./expressions.ts";
import { bodyOf } from "./functions.ts";
import type { Natives } from "./natives.ts";
import type { FifoScheduler, Steps } from "./scheduler.ts";
import { structuralText } from "./structural-text.ts";
import { DynValue, EnumValue, FunctionValue } from "./values.ts";

/** A function with actual types for all its parameters. */
export interface ActualCallee {
  readonly function: FunctionSymbol;
  readonly substitution: Substitution;
}

export class Evaluation {
  readonly program: Program;
  readonly scheduler: FifoScheduler;
  readonly natives: Natives;
  readonly write: (bytes: string) => void;
  readonly #globals = new Map<GlobalSymbol, unknown>();
  readonly #unitVariants = new Map<string, EnumValue>();
  readonly #functionValues = new Map<string, FunctionValue>();
  readonly #methods = new Map<string, Callee | null>();
  readonly #option: EnumSymbol;
  readonly #result: EnumSymbol;

  constructor(program: Program, scheduler: FifoScheduler, natives: Natives, write: (bytes: string) => void) {
    this.program = program;
    this.scheduler = scheduler;
    this.natives = natives;
    this.write = write;
    const [option, result] = coreEnums(program.modules.get("std/core")!);
    this.#option = option;
    this.#result = result;
  }

  // ---- calls

  *call({ function: symbol, substitution }: ActualCallee, args: readonly unknown[]): Steps<unknown> {
    yield* this.scheduler.step(symbol.module);
    if (symbol.name === "__text_of" && symbol.module.standard)
      return yield* structuralText(this, args[0], [...substitution.values()][0]!);
    if (symbol.module.standard && substitution.size === 1) {
      const [type] = [...substitution.values()];
      if (symbol.name === "__shape") return shapeText(type!);
      if (symbol.name === "__type_key") return typeKey(type!);
      const chosen = chosenFor(symbol, [type!], this.program.impls);
      if (chosen !== null)
        return yield* this.call(
          { function: chosen, substitution: new Map([[chosen.typeParams[0]!, type!]]) },
          args,
        );
    }
    const ownCheck = this.#ownCheck(symbol, [...substitution.values()][0]);
    if (ownCheck !== null) return yield* this.call(ownCheck, args);
    if (symbol.native) return yield* this.natives.call(this, symbol, args);
    this.program.standardBodies.check(symbol);
    const frame = new EvaluatedCall(this, symbol.module, substitution, new Map());
    const self = symbol.module.facts.selves.get(symbol.node.id);
    const params = self === undefined ? symbol.params : [self, ...symbol.params];
    params.forEach((param, i) => frame.locals.set(param, args[i]));
    return yield* bodyOf(frame, symbol.node.body!, frame.actual(symbol.result));
  }

  /** Values of a type with an impl of `Check` are checked when derived code has read them. */
  #ownCheck(symbol: FunctionSymbol, type: Type | undefined): ActualCallee | null {
    if (!symbol.module.standard || type === undefined) return null;
    const checker = { __validated: "__run_own_check", __verified: "__run_check" }[symbol.name];
    if (checker === undefined) return null;
    const fn = symbol.module.functions.get(checker)!;
    const { trait } = fn.typeParams[0]!.bounds[0]!;
    if (this.method(trait, "check_all", type) === null) return null;
    return { function: fn, substitution: new Map([[fn.typeParams[0]!, type]]) };
  }

  /** The method of `trait` for an actual type; null if there is none. */
  method(
    trait: TraitSymbol,
    name: string,
    self: Type,
    ownTypeArgs: readonly Type[] = [],
    args: readonly Type[] = [],
  ): ActualCallee | null {
    const key = `${idOf(trait)} ${args.map(keyOf).join(",")} ${name} ${keyOf(self)}`;
    let callee = this.#methods.get(key);
    if (callee === undefined)
      this.#methods.set(key, (callee = this.program.impls.method(trait, name, self, args)));
    return callee === null
      ? null
      : { function: callee.function, substitution: substitutionOf(callee, ownTypeArgs) };
  }

  /** Calls a method through a bound or a `dyn`; the actual type determines the method. */
  *callMethod(
    trait: TraitRef,
    name: string,
    self: Type,
    ownTypeArgs: readonly Type[],
    args: readonly unknown[],
  ): Steps<unknown> {
    const found = this.method(trait.trait, name, self, ownTypeArgs, trait.args);
    if (found !== null) return yield* this.call(found, args);
    const [receiver, ...rest] = args;
    if (receiver instanceof DynValue)
      return yield* this.callMethod(trait, name, receiver.type, ownTypeArgs, [receiver.value, ...rest]);
    // A type that is an iterator because it has a method `next` (reference/checking#traits-and-bounds).
    const next = this.program.impls.next(self);
    if (next === null) throw new Error(`no method ${name}`);
    return yield* this.call({ function: next.function, substitution: substitutionOf(next, []) }, args);
  }

  /** A named function as a value, always the same object. */
  functionValue(callee: ActualCallee): FunctionValue {
    const key = `${idOf(callee.function)} ${[...callee.substitution.values()].map(keyOf).join(",")}`;
    let value = this.#functionValues.get(key);
    if (value === undefined)
      this.#functionValues.set(key, (value = new FunctionValue((args) => this.call(callee, args))));
    return value;
  }

  // ---- values

  /** A value of an enum; each unit variant is one object (reference/types#enums). */
  variant(type: NamedType, index: number, payload: readonly unknown[]): EnumValue {
    const symbol = type.symbol as EnumSymbol;
    if (payload.length > 0) return new EnumValue(symbol, index, payload);
    const key = `${keyOf(type)}.${index}`;
    let value = this.#unitVariants.get(key);
    if (value === undefined) this.#unitVariants.set(key, (value = new EnumValue(symbol, index, payload)));
    return value;
  }

  some(value: unknown): EnumValue {
    return new EnumValue(this.#option, variantIndex(this.#option, "Some"), [value]);
  }

  none(): EnumValue {
    return new EnumValue(this.#option, variantIndex(this.#option, "None"), []);
  }

  option(value: unknown, isThere: boolean): EnumValue {
    return isThere ? this.some(value) : this.none();
  }

  ok(value: unknown): EnumValue {
    return new EnumValue(this.#result, variantIndex(this.#result, "Ok"), [value]);
  }

  err(error: unknown): EnumValue {
    return new EnumValue(this.#result, variantIndex(this.#result, "Err"), [error]);
  }

  // ---- globals (reference/modules#globals)

  *readGlobal(symbol: GlobalSymbol): Steps<unknown> {
    if (!this.#globals.has(symbol)) {
      if (!symbol.module.standard) throw new Panic(`global ${symbol.name} is read before it is initialised`);
      yield* this.#initialise(symbol);
    }
    return this.#globals.get(symbol);
  }

  writeGlobal(symbol: GlobalSymbol, value: unknown): void {
    this.#globals.set(symbol, value);
  }

  *initialiseGlobals(entry: Module): Steps<void> {
    const modules = initialisationOrder(entry);
    for (const module of modules) {
      for (const global of module.globals) {
        const zero = zeroOf(global.type);
        if (zero !== undefined) this.#globals.set(global, zero);
      }
    }
    for (const module of modules) {
      if (module.standard) continue;
      for (const global of module.globals) if (global.node.value !== null) yield* this.#initialise(global);
    }
  }

  *#initialise(global: GlobalSymbol): Steps<void> {
    this.program.standardBodies.checkGlobal(global);
    const frame = new EvaluatedCall(this, global.module, new Map(), new Map());
    this.#globals.set(global, yield* frame.evaluate(global.node.value!));
  }
}

/** One call of a function or lambda. */
export class EvaluatedCall {
  readonly evaluation: Evaluation;
  readonly module: Module;
  readonly substitution: Substitution;
  readonly locals: Map<LocalSymbol, unknown>;
  /** The values of expressions that were evaluated before the goroutine started. */
  readonly held = new Map<ast.Expr, unknown>();
  /** The default values of a spawned call, which its caller has evaluated. */
  readonly heldDefaults = new Map<ast.Node, ReadonlyMap<number, unknown>>();
  /** The deferred calls, in order of registration. */
  readonly deferred: (() => Steps<unknown>)[] = [];

  constructor(
    evaluation: Evaluation,
    module: Module,
    substitution: Substitution,
    locals: Map<LocalSymbol, unknown>,
  ) {
    this.evaluation = evaluation;
    this.module = module;
    this.substitution = substitution;
    this.locals = locals;
  }

  /**
   * The frame of a call of a lambda, with its own copy of the captured values (reference/functions#closures).
   */
  inner(captured: ReadonlyMap<LocalSymbol, unknown>): EvaluatedCall {
    return new EvaluatedCall(this.evaluation, this.module, this.substitution, new Map(captured));
  }

  evaluate(node: ast.Expr): Steps<unknown> {
    return evaluate(this, node);
  }

  get facts(): Facts {
    return this.module.facts;
  }

  actual(type: Type): Type {
    return actual(type, this.substitution);
  }

  /** The type of an expression before coercion, or of the value that a pattern matches. */
  typeOf(node: ast.Node): Type {
    return this.actual(this.facts.types[node.id] ?? { kind: "Never" });
  }

  callee(callee: Callee): ActualCallee {
    const typeArgs = callee.typeArgs.map((arg) => this.actual(arg));
    const self = callee.self === null ? null : this.actual(callee.self);
    return { function: callee.function, substitution: substitutionOf({ ...callee, typeArgs, self }, []) };
  }

  *callBound({ trait, method, self, typeArgs }: BoundCallee, args: readonly unknown[]): Steps<unknown> {
    const own = typeArgs.map((arg) => this.actual(arg));
    const ref = this.traitRef(trait);
    return yield* this.evaluation.callMethod(ref, method.name, this.actual(self), own, args);
  }

  traitRef({ trait, args }: TraitRef): TraitRef {
    return { trait, args: args.map((arg) => this.actual(arg)) };
  }
}

/** The actual types for the type parameters of a function and of its impl or trait. */
function substitutionOf(
  { function: symbol, typeArgs, self }: Callee,
  ownTypeArgs: readonly Type[],
): Substitution {
  const all = [...typeArgs, ...ownTypeArgs];
  const map = new Map<ParamType, Type>();
  [...(symbol.owner?.typeParams ?? []), ...symbol.typeParams].forEach((param, i) => map.set(param, all[i]!));
  if (symbol.owner?.kind === "Trait" && self !== null) map.set(symbol.owner.self, self);
  return map;
}

/** The modules in order of initialisation: imports first, depth first, each once. */
function initialisationOrder(entry: Module): Module[] {
  const order = new Set<Module>();
  const seen = new Set<Module>();
  const visit = (module: Module): void => {
    if (seen.has(module)) return;
    seen.add(module);
    for (const imported of module.imports) visit(imported);
    order.add(module);
  };
  visit(entry);
  return [...order];
}

function zeroOf(type: Type): unknown {
  if (isPrimitive(type, "Int")) return 0n;
  if (isPrimitive(type, "Float")) return 0;
  if (isPrimitive(type, "Bool")) return false;
  if (isPrimitive(type, "String")) return "";
  return undefined;
}

export function variantIndex(symbol: EnumSymbol, name: string): number {
  return symbol.variants.findIndex((variant) => variant.name === name);
}

/** `Option` and `Result`, found by the impls of std/core for them. */
function coreEnums(core: Module): [EnumSymbol, EnumSymbol] {
  const found = new Map<string, EnumSymbol>();
  for (const item of core.tree.items) {
    for (const method of item.kind === "ImplItem" ? item.methods : []) {
      const owner = core.facts.functions.get(method.id)?.owner;
      if (owner?.kind !== "Impl" || owner.target.kind !== "Named" || owner.target.symbol.kind !== "Enum")
        continue;
      found.set(owner.target.symbol.name, owner.target.symbol);
    }
  }
  const [option, result] = [found.get("Option"), found.get("Result")];
  if (option === undefined || result === undefined) throw new Error("std/core lacks Option or Result");
  return [option, result];
}
