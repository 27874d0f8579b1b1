// Actions that write what is missing: arms, fields, members of a trait, derives, `?`.
import type { FunctionSymbol, Type } from "../../check/index.ts";
import type { FunctionItem, ImplItem, Item, Match, StructLit } from "../../syntax/index.ts";
import { missingArms } from "../features/arms.ts";
import { textOf } from "../meaning/describe.ts";
import { encloses } from "../meaning/walk.ts";
import type { FileView } from "../workspace/view.ts";
import { valueOf } from "./values.ts";
import { here, indentAt, nodeAround, type Action, type Selection } from "./action.ts";

/** `match light { }` ► an arm for each variant that has none. */
export function fillMatch(selection: Selection): Action[] {
  const match = nodeAround<Match>(selection, "Match");
  if (match === undefined) return [];
  const { view } = selection;
  if (isExhaustive(view, match)) return [];
  const missing = missingArms(view, match);
  if (missing.length === 0) return [];
  const indent = `${indentAt(view, match.span.start)}    `;
  const lines = missing.map(({ pattern }) => `${indent}${pattern} -> {},\n`).join("");
  const { text } = view.source;
  const close = match.span.end - 1;
  const lineStart = text.lastIndexOf("\n", close - 1) + 1;
  const isOwnLine = text.slice(lineStart, close).trim() === "" && lineStart > match.subject.span.end;
  const edit = isOwnLine
    ? { span: { start: lineStart, end: lineStart }, text: lines }
    : {
        span: { start: text.slice(0, close).trimEnd().length, end: close },
        text: `\n${lines}${indentAt(view, match.span.start)}`,
      };
  const title =
    missing.length === 1 ? `Add the arm ${missing[0]!.pattern}` : `Add the ${missing.length} missing arms`;
  return [here(selection, title, "quickfix", [edit])];
}

/** Whether the check found that a `match` covers every case, whatever its patterns. */
function isExhaustive({ diagnostics, source, isBroken }: FileView, { span }: Match): boolean {
  if (isBroken) return false;
  const own = diagnostics.filter(
    ({ severity, primary }) =>
      severity === "error" && primary.source === source && encloses(span, primary.span),
  );
  return own.length === 0;
}

/** `Spot { x: 1 }` ► the fields that it lacks, with values of their types. */
export function fillStruct(selection: Selection): Action[] {
  const literal = nodeAround<StructLit>(selection, "StructLit");
  if (literal === undefined || literal.base !== null) return [];
  const { view } = selection;
  const use = view.facts.uses[literal.id];
  const meaning = view.program.meaning(view.unit, literal.name.name);
  const symbol = use?.kind === "Struct" ? use.type.symbol : meaning?.kind === "Type" ? meaning.symbol : null;
  if (symbol?.kind !== "Struct") return [];
  const written = new Set(literal.fields.map(({ name }) => name.name));
  const lacking = symbol.fields.filter((field) => !written.has(field.name) && field.default === null);
  if (lacking.length === 0) return [];
  const parts = lacking.map(({ name, type }) => `${name}: ${valueOf(view, type)}`).join(", ");
  const last = literal.fields.at(-1);
  const open = view.source.text.indexOf("{", literal.name.span.end);
  const edit =
    last === undefined
      ? { span: { start: open, end: literal.span.end }, text: `{ ${parts} }` }
      : { span: { start: last.value.span.end, end: last.value.span.end }, text: `, ${parts}` };
  return [here(selection, `Add the missing fields of ${symbol.name}`, "quickfix", [edit])];
}

/** `struct Spot { … }` ► `@derive(Eq)` above it. */
export function addDerive(selection: Selection): Action[] {
  const { view, span } = selection;
  const item = nodeAround<Item & { readonly kind: "StructItem" | "EnumItem" }>(
    selection,
    "StructItem",
    "EnumItem",
  );
  if (item === undefined || span.start > item.name.span.end) return [];
  const derived = item.attributes.find(({ name }) => name.name === "derive");
  const present = new Set(derived?.args.map(({ name }) => name.name) ?? []);
  return ["Eq", "Ord", "Hash", "ToString", "ToJson", "FromJson"].flatMap((name) => {
    if (present.has(name)) return [];
    const last = derived?.args.at(-1);
    const start = startOfItem(view.source.text, item.name.span.start);
    const edit =
      last === undefined
        ? { span: { start, end: start }, text: `@derive(${name})\n` }
        : { span: { start: last.name.span.end, end: last.name.span.end }, text: `, ${name}` };
    return [here(selection, `Derive ${name}`, "rewrite", [edit])];
  });
}

function startOfItem(text: string, name: number): number {
  return text.lastIndexOf("\n", name - 1) + 1;
}

/** `let n = parse(text)` ► `let n = parse(text)?`, in a function that returns a Result or Option. */
export function addTry(selection: Selection): Action[] {
  const { view, path } = selection;
  const call = path.findLast((node) => node.kind === "Call" || node.kind === "MethodCall");
  const fn = nodeAround<FunctionItem>(selection, "FunctionItem", "Lambda");
  if (call === undefined || fn === undefined) return [];
  const name = nameOfType(view.facts.types[call.id]);
  const symbol = view.facts.functions.get(fn.id);
  if ((name !== "Result" && name !== "Option") || nameOfType(symbol?.result) !== name) return [];
  const outer = path[path.indexOf(call) - 1];
  if (outer?.kind === "Try") return [];
  const { end } = call.span;
  return [
    here(selection, "Add ? to pass the failure on", "quickfix", [{ span: { start: end, end }, text: "?" }]),
  ];
}

export function nameOfType(type: Type | undefined): string {
  return type?.kind === "Named" ? type.symbol.name : "";
}

/** `impl Show for Spot { }` ► the members that the trait demands. */
export function implementTrait(selection: Selection): Action[] {
  const impl = nodeAround<ImplItem>(selection, "ImplItem");
  if (impl?.trait == null) return [];
  const { view } = selection;
  const meaning = view.program.meaning(view.unit, impl.trait.name.name);
  if (meaning?.kind !== "Trait") return [];
  const present = new Set(impl.methods.map(({ name }) => name.name));
  const lacking = [...meaning.trait.members.values()].filter(
    ({ name, node }) => node.body === null && !present.has(name),
  );
  if (lacking.length === 0) return [];
  const args = new Map(meaning.trait.typeParams.map(({ name }, i) => [name, impl.trait!.args[i]]));
  const members = lacking.map((fn) => {
    const head = memberHead(fn).replace(/\b[A-Z]\w*\b/g, (word) => {
      const arg = args.get(word);
      return arg === undefined ? word : textOf(view.source, arg.span);
    });
    const value =
      fn.result.kind === "Named" && fn.result.symbol.name !== "Unit"
        ? `\n        ${valueOf(view, fn.result)}\n    `
        : "";
    return `    ${head} {${value}}\n`;
  });
  const close = impl.span.end - 1;
  const { text } = view.source;
  const isEmpty = impl.methods.length === 0;
  const before = text.slice(0, close).trimEnd().length;
  const edit = { span: { start: before, end: close }, text: `\n${isEmpty ? "" : "\n"}${members.join("\n")}` };
  return [here(selection, `Implement the members of ${meaning.trait.name}`, "quickfix", [edit])];
}

function memberHead({ node, module }: FunctionSymbol): string {
  return `fun ${textOf(module.source, { start: node.name.span.start, end: node.span.end })}`;
}
