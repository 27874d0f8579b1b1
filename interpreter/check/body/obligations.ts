// Bounds inside bodies, where types may still have unknowns (reference/checking#traits-and-bounds).
//
// An obligation states that a type must implement a trait. It is solved as soon as the head of the type is
// known. This may solve more variables: `S: Iterator<T>` determines T from S, and an impl for one instance
// (`impl Tr for Box<Int>`) determines the argument. Open obligations are in `body.obligations`.
import { get } from "../../own/index.ts";
import type { Span } from "../../source/index.ts";
import type { Body } from "./body.ts";
import { GROUPS, matchAll, reportImplied, reportMissing } from "../impls/index.ts";
import {
  hasVars,
  isError,
  mentions,
  optionPayload,
  pairs,
  showType,
  substitute,
  substituteRef,
  type FunctionSymbol,
  type ImplSymbol,
  type ParamType,
  type Substitution,
  type TraitRef,
  type Type,
} from "../types/index.ts";

export interface Obligation {
  readonly self: Type;
  readonly trait: TraitRef;
  readonly span: Span;
  /** The label with the reason. */
  readonly label?: string;
  /** Whether it is a bound of a type or impl, not of the called function. */
  readonly implied?: boolean;
  /** The bounds of the same parameter. */
  readonly among?: readonly TraitRef[];
}

type Answer = "yes" | "no" | "unknown";

const DEPTH_LIMIT = 600;

/** Solves an obligation now if possible, else stores it for later. */
export function oblige(body: Body, obligation: Obligation): void {
  if (!solve(body, obligation, false)) body.obligations.push(obligation);
}

/** Tries to solve obligations; returns those that are still open. */
export function solveSome(body: Body, obligations: readonly Obligation[]): Obligation[] {
  return obligations.filter((obligation) => !solve(body, obligation, false));
}

/** Solves open obligations until no more can be solved. */
export function solveObligations(body: Body, final: boolean): void {
  for (;;) {
    const open = body.obligations.splice(0);
    if (open.length === 0) return;
    const left = open.filter((obligation) => !solve(body, obligation, final));
    for (const obligation of left) body.obligations.push(obligation);
    if (left.length === open.length || final) return;
  }
}

function solve(body: Body, obligation: Obligation, final: boolean): boolean {
  const { self, trait, span } = obligation;
  const [label, implied, among] = [
    get(obligation, "label"),
    get(obligation, "implied"),
    get(obligation, "among"),
  ];
  body.state.touched.at = span;
  const answer = prove(body, self, trait, final, 0);
  if (answer === "unknown") return final;
  if (answer === "no") {
    if (!mentions(self, isError)) {
      // If several bounds of one parameter fail, only the first one is reported.
      const place = `${span.start} ${showType(self)}`;
      const known = body.missing.has(place);
      body.missing.add(place);
      if (!body.silent && !known && implied === true)
        reportImplied(body.context, self, trait, { state: body.state, span, among });
      else if (!body.silent && !known)
        reportMissing(body.context, self, trait, { state: body.state, span, label, among });
    }
    for (const arg of trait.args) body.poison(arg);
  }
  return true;
}

function prove(body: Body, self: Type, ref: TraitRef, final: boolean, depth: number): Answer {
  const actual = body.known(self);
  if (depth > DEPTH_LIMIT) return "no";
  switch (actual.kind) {
    case "Var":
      return "unknown";
    case "Never":
      for (const arg of ref.args) body.poison(arg);
      return "yes";
    case "Fun":
      return "no";
    case "Dyn":
      return actual.trait.trait === ref.trait ? unifyArgs(body, actual.trait.args, ref.args) : "no";
    case "Param": {
      const bounds = actual.bounds.filter((candidate) => candidate.trait === ref.trait);
      const fitting =
        bounds.length < 2
          ? bounds
          : bounds.filter(({ args }) => matchAll(args, ref.args, new Set(), new Map()) !== "no");
      if (fitting.length > 1 && ref.args.some(hasVars) && !final) return "unknown";
      return fitting.length === 0 ? "no" : unifyArgs(body, fitting[0]!.args, ref.args);
    }
    case "Named": {
      if (ref.args.length === 0 && !hasVars(actual))
        return body.context.impls.implements(actual, ref.trait) ? "yes" : "no";
      const impls = body.context.impls.applicable(ref, actual);
      if (impls.length > 1 && impls[0]!.verdict !== "yes" && !final) return "unknown";
      const first = impls[0];
      if (first !== undefined) return proveImpl(body, { impl: first.impl, self: actual, ref }, final, depth);
      return ref.trait === body.context.prelude.iterator ? proveNext(body, actual, ref, final, depth) : "no";
    }
  }
}

function unifyArgs(body: Body, actual: readonly Type[], wanted: readonly Type[]): Answer {
  return actual.every((arg, i) => body.unifier.unify(arg, wanted[i]!) === "same") ? "yes" : "no";
}

/** Fresh variables for the parameters of an impl, whose target is unified with the type. */
export function instantiateImpl(body: Body, impl: ImplSymbol, self: Type, span: Span): Map<ParamType, Type> {
  const fresh = new Map<ParamType, Type>();
  for (const param of impl.typeParams) fresh.set(param, body.fresh(span, `\`${param.name}\``, "half"));
  body.unifier.unify(substitute(impl.target, fresh), self);
  return fresh;
}

/** The obligations for the bounds of parameters, with their types substituted. */
export function boundsOf(
  params: readonly ParamType[],
  substitution: Substitution,
  span: Span,
  implied = false,
): Obligation[] {
  const found: Obligation[] = [];
  for (const param of params) {
    for (const bound of param.bounds) {
      found.push({
        self: substitution.get(param) ?? param,
        trait: substituteRef(bound, substitution),
        span,
        among: param.bounds,
        ...(implied ? { implied } : {}),
      });
    }
  }
  return found;
}

function proveImpl(
  body: Body,
  { impl, self, ref }: { readonly impl: ImplSymbol; readonly self: Type; readonly ref: TraitRef },
  final: boolean,
  depth: number,
): Answer {
  const fresh = instantiateImpl(body, impl, self, { start: 0, end: 0 });
  const args = impl.trait!.args.map((arg) => substitute(arg, fresh));
  const answer = unifyArgs(body, args, ref.args);
  if (answer === "yes") body.context.impls.usedBy?.add(impl.module.id);
  return answer === "yes" ? proveBounds(body, impl, fresh, final, depth) : answer;
}

function proveBounds(
  body: Body,
  impl: ImplSymbol,
  fresh: Substitution,
  final: boolean,
  depth: number,
): Answer {
  for (const { self, trait } of boundsOf(impl.typeParams, fresh, { start: 0, end: 0 })) {
    const part = prove(body, self, trait, final, depth + 1);
    if (part !== "yes") return part;
  }
  return "yes";
}

/** Proves `Iterator<E>` for a type with a method `next(self) -> Option<E>`. */
function proveNext(
  body: Body,
  self: Type & { kind: "Named" },
  ref: TraitRef,
  final: boolean,
  depth: number,
): Answer {
  const candidates = body.context.impls.candidates(self.symbol, "next");
  if (candidates === undefined) return "no";
  for (const group of GROUPS) {
    for (const { fn, impl } of candidates[group].near(self)) {
      if (!isNext(fn)) continue;
      const fresh = instantiateImpl(body, impl, self, { start: 0, end: 0 });
      if (fn.owner?.kind === "Trait") {
        for (const [param, arg] of pairs(fn.owner.typeParams, impl.trait!.args))
          fresh.set(param, substitute(arg, fresh));
      }
      const element = substitute(optionPayload(fn.result)!, fresh);
      if (unifyArgs(body, [element], ref.args) === "no") return "no";
      return proveBounds(body, impl, fresh, final, depth);
    }
  }
  return "no";
}

function isNext(fn: FunctionSymbol): boolean {
  return (
    fn.hasSelf && fn.params.length === 0 && fn.typeParams.length === 0 && optionPayload(fn.result) !== null
  );
}
