// Hints for names that do not exist, or are not values.
import type { Body } from "../body/index.ts";
import type { ImportedName } from "../names/index.ts";
import { insteadOfFunction, notes } from "../../diagnostics/index.ts";
import type { TypeSymbol } from "../types/index.ts";
import { isHiddenField } from "../declare/index.ts";
import { madeBy } from "./makers.ts";
import { plainName, type Name } from "../../syntax/index.ts";

/** The hint for `break outer`. */
export function labelHint(body: Body, { name, span }: Name): string | undefined {
  const before = /\b(break|continue)[ \t]+$/.exec(
    body.state.unit.source.text.slice(Math.max(0, span.start - 40), span.start),
  );
  const label = body.labels.find((each) => each.name === name);
  if (label !== undefined) body.usedLabels.add(label);
  return before === null || label === undefined ? undefined : notes.labelsBeginWithQuote(before[1]!, name);
}

/** The hint for `xs.map(it * 2)`. */
export function implicitHint({ state }: Body, { name, span }: Name): string | undefined {
  if (name !== "it" && name !== "$0") return undefined;
  const before = state.unit.source.text.slice(Math.max(0, span.start - 60), span.start);
  const method = /\.(\w+) *[({][^(){}]*$/.exec(before)?.[1];
  if (method === undefined && name === "it" && state.unit.session !== undefined) return notes.noValueYet;
  return notes.nameWhatItTakes(method ?? "map");
}

/** The hint for a name in the argument of a macro that the template binds, too, as a name of its own. */
export function privateHint(body: Body, name: string): string | undefined {
  for (const local of body.localNames())
    if (local !== name && plainName(local) === name) return notes.captureName(name);
  return undefined;
}

/** The hint for a lambda that calls itself by the name of the variable that it is assigned to. */
export function ownNameHint({ state, frame }: Body, { name, span }: Name): string | undefined {
  if (frame.kind !== "lambda") return undefined;
  const before = state.unit.source.text.slice(0, span.start);
  const assigned = new RegExp(`\\blet\\s+${name}\\b[^=\\n]*=\\s*fun\\b`).test(before.slice(-2_000));
  return assigned ? notes.lambdaHasNoName(name) : undefined;
}

/** The hint for a macro of the file that is called like a function. */
export function macroHint({ state }: Body, { name }: Name): string | undefined {
  const declared = new RegExp(`^[ \\t]*macro\\s+${name}\\s*\\{`, "m").test(state.unit.source.text);
  return declared ? notes.macroIsCalled(name) : undefined;
}

/** The hint for `error("x")` if only the module `error` is imported. */
export function aliasHint(
  body: Body,
  name: string,
  { name: module, node, unit }: ImportedName,
): string | undefined {
  const entry = body.context.names.declared(body.context.names.states.get(unit!), module);
  if (entry?.kind !== "Function") return undefined;
  const path = node.standard ? node.path : JSON.stringify(node.path);
  return notes.functionOfModule(name, path, module);
}

/** The hint for creating values of a type. */
export function typeHint(body: Body, name: string, symbol: TypeSymbol): string | undefined {
  switch (symbol.kind) {
    case "Struct":
      if (symbol.module.standard || symbol.fields.some((field) => isHiddenField(symbol, field.name))) {
        const makers = madeBy(body, symbol);
        if (makers !== undefined) return makers;
      }
      if (symbol.fields.some((field) => isHiddenField(symbol, field.name))) return undefined;
      return notes.structIsWritten(
        symbol.name,
        symbol.node.fields.map(({ name }) => `${name.name}: …`).join(", "),
      );
    case "Enum":
      return symbol.variants.length === 0
        ? undefined
        : notes.valueIsWritten(symbol.name, symbol.variants[0]!.name);
    case "Primitive":
      return insteadOfFunction(name) ?? insteadOfFunction(symbol.name);
  }
}
