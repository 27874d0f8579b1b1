// The imports that a file needs: what it lacks and one module alone declares is added, what it does not use is
// removed, the rest is sorted.
import type { Diagnostic } from "../../diagnostics/index.ts";
import { addImport, importables } from "../features/imports.ts";
import { edited } from "../text/edits.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { organisedImports } from "./organise.ts";

/** Adding an import may show that another one is missing. */
const MOST_ROUNDS = 8;

/** The text of a file with its imports in order; null if it cannot be read. */
export function withOrderedImports(workspace: Workspace, path: string): string | null {
  const before = workspace.files.text(path);
  if (before === null) return null;
  let text = before;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const added = withMissingImport(workspace, path, text);
    if (added === null) break;
    text = added;
    workspace.setText(path, text);
  }
  const view = workspace.view(path);
  if (view !== null)
    text = edited(text, organisedImports(view.source, view.tree, problemsOf(workspace, path), view.isBroken));
  workspace.setText(path, null);
  return text;
}

/** The text with an import for the first unknown name that one module alone declares; null if there is none. */
function withMissingImport(workspace: Workspace, path: string, text: string): string | null {
  const view = workspace.view(path);
  if (view === null || view.isBroken) return null;
  const unknown = problemsOf(workspace, path).filter(({ severity }) => severity === "error");
  for (const { primary } of unknown) {
    const name = text.slice(primary.span.start, primary.span.end);
    if (!/^[A-Za-z]\w*$/.test(name) || view.program.meaning(view.unit, name) !== null) continue;
    const found = [...importables(workspace, view)].filter((one) => one.name === name);
    const [only] = found;
    if (only === undefined || found.length > 1) continue;
    const isType = only.kind === "type" || only.kind === "trait";
    const edits = addImport(view, only.path, isType && only.path.startsWith("std/") ? null : name);
    if (edits.length > 0) return edited(text, edits);
  }
  return null;
}

function problemsOf(workspace: Workspace, path: string): readonly Diagnostic[] {
  const check = workspace.check();
  for (;;) {
    const step = check.next();
    if (step.done === true) return step.value.get(idOf(workspace, path)) ?? [];
  }
}

function idOf(workspace: Workspace, path: string): string {
  const id = workspace.files.canonical(path);
  return typeof id === "string" ? id : path;
}
