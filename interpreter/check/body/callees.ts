// The functions that a use calls, with the types for their type parameters.
import { has } from "../../own/index.ts";
import type { BoundCallee, Callee, Iteration, Use } from "../types/index.ts";

/** A callee; `isBound`: a member of a trait, called for a type parameter. */
export interface Called extends Callee {
  readonly isBound: boolean;
}

export function isCall({ kind }: Use): boolean {
  switch (kind) {
    case "Function":
    case "Call":
    case "BoundCall":
    case "Collection":
    case "Keyed":
    case "Iterate":
      return true;
    default:
      return false;
  }
}

export function calleesOf(use: Use): readonly Called[] {
  switch (use.kind) {
    case "Function":
    case "Call":
      return [known(use.callee)];
    case "BoundCall":
      return [bound(use.callee)];
    case "Collection":
      return [known(use.create), known(use.add)];
    case "Keyed":
      return use.set === null ? [known(use.at)] : [known(use.at), known(use.set)];
    case "Iterate":
      return ofIteration(use.over);
    default:
      return [];
  }
}

function ofIteration(over: Iteration): readonly Called[] {
  switch (over.kind) {
    case "Next":
      if (has(over.next, "function")) return [known(over.next)];
      return has(over.next, "self") ? [bound(over.next)] : [];
    case "Snapshot":
      return [known(over.snapshot)];
    case "Received":
      return [known(over.receive)];
    default:
      return [];
  }
}

function known(callee: Callee): Called {
  return { ...callee, isBound: false };
}

function bound({ method, trait, typeArgs, self }: BoundCallee): Called {
  return { function: method, typeArgs: [...trait.args, ...typeArgs], self, isBound: true };
}
