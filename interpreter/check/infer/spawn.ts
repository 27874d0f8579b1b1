// `spawn` (reference/expressions#spawn) with a function, or with a call whose parts the caller evaluates.
import { notes } from "../../diagnostics/index.ts";
import type { Spawn } from "../../syntax/index.ts";
import type { Body, Expected } from "../body/index.ts";
import { ERROR, isError, isNever, isSymbol, prune, type Type } from "../types/index.ts";
import { fit } from "./mismatch.ts";

export function inferSpawn(body: Body, node: Spawn): Type {
  const { unit, primitives } = body.context;
  const wanted: Expected = {
    type: { kind: "Fun", params: [], result: unit },
    from: null,
    hint: () => notes.spawnTakesCall,
  };
  let call = node.value;
  while (call.kind === "Paren") call = call.inner;
  if (call.kind === "Match" || call.kind === "If" || call.kind === "Block") {
    // Checked as a whole, because each branch would have the same error.
    const type = prune(body.infer(node.value, wanted.type));
    if (!isError(type) && !isNever(type)) fit(body, node.value, type, wanted);
    return unit;
  }
  if (call.kind !== "Call" && call.kind !== "MethodCall") {
    body.check(node.value, wanted);
    return unit;
  }
  const type = prune(body.infer(node.value));
  if (isError(type)) return unit;
  const use = body.state.facts.uses[call.id]?.kind;
  // The result of a lambda that never returns is unknown, not a function to be called.
  const isOpen = type.kind === "Var" && use === "ValueCall";
  if (isOpen) fit(body, node.value, type, { type: unit, from: null });
  if (use !== "Variant" && (isOpen || isNever(type) || isSymbol(type, primitives.Unit)))
    body.use(node, { kind: "SpawnedCall" });
  else if (type.kind === "Var" || type.kind === "Fun") fit(body, node.value, type, wanted);
  else {
    fit(body, node.value, type, {
      type: unit,
      from: null,
      hint: () => notes.callThatIsSpawnedHas,
    });
    // `let h = spawn f()`: what is done with the result is wrong for the same reason.
    return ERROR;
  }
  return unit;
}
