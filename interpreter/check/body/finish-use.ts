// Solves the types in a `Use`.
import { has } from "../../own/index.ts";
import type { BoundCallee, Callee, Iteration, NamedType, TraitRef, Type, Use } from "../types/index.ts";

type Solve = (type: Type) => Type;

export function finishUse(use: Use, solve: Solve): Use {
  switch (use.kind) {
    case "Local":
    case "Global":
    case "Const":
    case "ValueCall":
    case "Leave":
    case "SpawnedCall":
    case "Field":
    case "Globals":
    case "Binding":
    case "VariantPattern":
    case "StructPattern":
      return use;
    case "Function":
      return { kind: "Function", callee: callee(use.callee, solve) };
    case "Call":
      return { ...use, callee: callee(use.callee, solve) };
    case "BoundCall":
      return { ...use, callee: bound(use.callee, solve) };
    case "DynCall":
      return { ...use, trait: traitRef(use.trait, solve) };
    case "Variant":
    case "Struct":
      return { ...use, type: solve(use.type) as NamedType };
    case "Builtin":
      return use.typeArgs.length === 0 ? use : { ...use, typeArgs: use.typeArgs.map(solve) };
    case "Collection":
      return { kind: "Collection", create: callee(use.create, solve), add: callee(use.add, solve) };
    case "Keyed":
      return {
        kind: "Keyed",
        at: callee(use.at, solve),
        set: use.set === null ? null : callee(use.set, solve),
      };
    case "Iterate":
      return { kind: "Iterate", over: iteration(use.over, solve) };
  }
}

function callee(value: Callee, solve: Solve): Callee {
  if (value.typeArgs.length === 0 && value.self === null) return value;
  return {
    function: value.function,
    typeArgs: value.typeArgs.map(solve),
    self: value.self === null ? null : solve(value.self),
  };
}

function bound(value: BoundCallee, solve: Solve): BoundCallee {
  return {
    trait: traitRef(value.trait, solve),
    method: value.method,
    self: solve(value.self),
    typeArgs: value.typeArgs.map(solve),
  };
}

function traitRef(ref: TraitRef, solve: Solve): TraitRef {
  return ref.args.length === 0 ? ref : { trait: ref.trait, args: ref.args.map(solve) };
}

function iteration(over: Iteration, solve: Solve): Iteration {
  switch (over.kind) {
    case "Range":
    case "List":
    case "Option":
    case "String":
      return over;
    case "Snapshot":
      return { kind: "Snapshot", snapshot: callee(over.snapshot, solve) };
    case "Received":
      return { kind: "Received", receive: callee(over.receive, solve) };
    case "Next": {
      const { next } = over;
      if (has(next, "function")) return { kind: "Next", next: callee(next, solve) };
      if (has(next, "self")) return { kind: "Next", next: bound(next, solve) };
      return { kind: "Next", next: { trait: traitRef(next.trait, solve), method: next.method } };
    }
  }
}
