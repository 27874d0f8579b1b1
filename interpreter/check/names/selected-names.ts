// Reports names in selector lists that their modules do not declare: R7 at the name, with a suggestion
// (reference/modules#imports).
import { insteadInModule, insteadOf, insteadOfFunction, nearest, notes } from "../../diagnostics/index.ts";
import { membersOf } from "../../syntax/index.ts";
import type { Report } from "./report.ts";
import { inModules } from "./import-hints.ts";
import type { ImportedName, ModuleState } from "./names.ts";

export function checkSelectedNames(context: Report, state: ModuleState): void {
  for (const imported of state.imports) {
    const { selected, unit, name, node } = imported;
    if (
      selected === null ||
      unit === null ||
      context.lost.has(name) ||
      context.names.selectable(state, imported) !== null
    )
      continue;
    const meant = nearest(name, context.names.exports(unit));
    if (meant !== undefined) context.addLost([meant]);
    const hint = instead(context, state, context.names.states.get(unit)!, imported);
    context.report(
      "R7",
      state,
      selected.span,
      { module: node.path, name, what: "name" },
      hint === undefined ? {} : { hint },
    );
  }
}

function instead(
  context: Report,
  state: ModuleState,
  target: ModuleState,
  imported: ImportedName,
): string | undefined {
  const { name } = imported;
  const entry = target.names.get(name);
  if (entry?.kind === "Selector" || entry?.kind === "Alias") {
    const { unit, node } = entry.import;
    const origin = unit === null ? undefined : context.names.states.get(unit);
    if (origin === undefined || origin.unit.standard) return notes.importedNamesAreNotPassed(node.path);
    const isLocal = imported.node.path.startsWith(".");
    const path = isLocal ? importPath(state.unit.id, origin.unit.id) : origin.unit.source.name;
    return notes.importedNamesAreNotPassed(JSON.stringify(path));
  }
  const { text } = target.unit.source;
  if (new RegExp(`\\bmacro\\s+${name}\\s*\\{`).test(text)) return notes.macrosBelongToTheirFile;
  const foreign = insteadInModule(imported.node.path, name, "");
  if (foreign !== undefined) return foreign;
  const elsewhere = target.unit.standard ? context.standard.modulesWith(name) : [];
  if (elsewhere.length > 0) return notes.itIsIn(inModules(elsewhere));
  const similar = nearest(name, context.names.exports(target.unit.id));
  if (similar !== undefined) return notes.didYouMean(similar);
  return (
    methodHint(target, name) ??
    (target.unit.standard ? (insteadOf(name) ?? insteadOfFunction(name)) : undefined)
  );
}

/** The path by which one file imports another. */
function importPath(from: string, to: string): string {
  const [here, there] = [from, to].map((path) => path.split(/[/\\]/)) as [string[], string[]];
  let shared = 0;
  while (shared < here.length - 1 && here[shared] === there[shared]) shared++;
  const ups = here.length - 1 - shared;
  const rest = there
    .slice(shared)
    .join("/")
    .replace(/\.std$/, "");
  return `${ups === 0 ? "./" : "../".repeat(ups)}${rest}`;
}

/** The hint for a method, which is available with its type. */
function methodHint(target: ModuleState, name: string): string | undefined {
  const isMethod = target.tree.items.some((item) =>
    membersOf(item).some((member) => member.name.name === name),
  );
  return isMethod ? notes.methodExistsFor(name) : undefined;
}
