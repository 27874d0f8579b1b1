// Warnings after the check of a body (reference/checking#errors-and-warnings): unused locals and shadowed imports.
import { own } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import { askName } from "../asked/index.ts";
import type { Body } from "../body/index.ts";
import type { BodyLocal } from "../declare/index.ts";
import { isError } from "../types/index.ts";

/** Names in source. Names that a macro makes private, and names in derived code, contain other characters. */
export const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

interface Declared {
  /** The variable of that name that it hides. */
  readonly hidden?: BodyLocal | undefined;
  /** Whether a pattern that may fail binds it. */
  readonly inArm?: boolean;
}

/** Reports W2 if the local is not used. */
export function watchUse(body: Body, local: BodyLocal, declared: Declared = {}): void {
  body.finally.push(() => warnUnusedLocal(body, local, declared));
}

function warnUnusedLocal(body: Body, local: BodyLocal, declared: Declared): void {
  const { hidden, inArm = false } = own(declared);
  const { name } = local;
  if (local.used || !PLAIN_NAME.test(name) || isError(local.type)) return;
  const assigned = hidden !== undefined && hidden.depth === local.depth && !hidden.constant;
  const hint = assigned
    ? notes.assignWithoutLet(name)
    : inArm && isValueOfFile(body, name)
      ? notes.compareInGuard(name)
      : notes.unusedOnPurpose(name);
  body.warn("W2", local.span, { name }, { hint });
}

/** Whether a constant or variable of the file has the name. */
export function isValueOfFile({ state }: Body, name: string): boolean {
  askName(state.unit.id, name);
  const entry = state.names.get(name);
  return entry?.kind === "Const" || entry?.kind === "Global";
}

export function warnShadowedImport(body: Body, local: BodyLocal): void {
  askName(body.state.unit.id, local.name);
  const entry = body.state.names.get(local.name);
  if (entry?.kind !== "Alias" && entry?.kind !== "Selector") return;
  body.warn(
    "W5",
    local.span,
    { name: local.name },
    { related: [body.label(entry.import.bound.span, notes.importedHere)] },
  );
}
