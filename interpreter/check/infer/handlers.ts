// Functions where a `Handler` of std/api is expected (reference/api#handlers): the conversion, and whether
// parameters and result fit.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, Param } from "../../syntax/index.ts";
import type { Body, Expected } from "../body/index.ts";
import { docAbove, inputText, sourceOf, type InputText } from "../derive/index.ts";
import {
  AttributeCheck,
  inputFits,
  inputsOf,
  inputsOfWhole,
  isText,
  isWhole,
  joined,
  type KnownInputs,
} from "../impls/index.ts";
import { isOfModule, isStandard, standardModules, std, type StandardItem } from "../standard/index.ts";
import {
  isError,
  isNever,
  prune,
  showType,
  type FunctionSymbol,
  type FunType,
  type TraitSymbol,
  type Type,
} from "../types/index.ts";
import { fit } from "./mismatch.ts";

const BY_COUNT: readonly StandardItem[] = [
  std.api.__handler0,
  std.api.__handler1,
  std.api.__handler2,
  std.api.__handler3,
  std.api.__handler4,
  std.api.__handler5,
  std.api.__handler6,
  std.api.__handler7,
  std.api.__handler8,
];

/** The function or lambda that is written. */
interface Written {
  readonly name: string | null;
  readonly doc: string;
  /** Null for a value that is computed. */
  readonly params: readonly Param[] | null;
  readonly defaults: readonly (FunctionSymbol | null)[];
}

/** Checks a function where a handler is expected; false if another type is. */
export function checkAsHandler(body: Body, node: Expr, expected: Expected): boolean {
  const wanted = prune(expected.type);
  if (wanted.kind !== "Named" || wanted.symbol.kind !== "Struct") return false;
  if (!isOfModule(wanted.symbol, standardModules.api) || !isStandard(wanted.symbol, std.api.Handler))
    return false;
  const own = prune(body.known(body.infer(node, null)));
  if (own.kind === "Fun") convertHandler(body, node, own);
  else if (!isNever(own)) fit(body, node, own, expected);
  return true;
}

function convertHandler(body: Body, node: Expr, own: FunType): void {
  const written = writtenAt(body, node);
  const item = BY_COUNT[own.params.length];
  if (item === undefined) {
    body.report("A1", node.span, { problem: notes.tooManyInputs }, { hint: notes.useStructForInputs });
    return;
  }
  const fn = functionOf(body, item);
  const none = functionOf(body, std.api.__no_default);
  if (fn === null || none === null) return;
  const defaults = own.params.map((_, i) => written.defaults[i] ?? none);
  const about = {
    name: written.name,
    doc: written.doc,
    inputs: own.params.map((_, i): InputText | null => {
      const param = written.params?.[i];
      return param === undefined ? null : inputText(param, "");
    }),
  };
  body.convert(node, {
    function: fn,
    typeArgs: [...own.params, own.result],
    self: null,
    text: JSON.stringify(about),
    defaults: defaults.map((each, i) => ({
      function: each,
      typeArgs: each === none ? [own.params[i]!] : [],
      self: null,
    })),
  });
  body.finally.push(() => {
    if (inputsFit(body, node, own, written)) resultFits(body, node, own.result);
  });
}

/** What is known of the inputs of a handler; null if it is none. */
export function knownInputs(body: Body, node: Expr): KnownInputs | null {
  const converter = body.state.facts.conversions.get(node.id);
  if (converter?.text === undefined) return null;
  const { params } = writtenAt(body, node);
  const types = converter.typeArgs.slice(0, -1).map((type) => body.solved(type));
  const check = new AttributeCheck(body.context, body.state);
  return joined(
    types.map((type, i): KnownInputs => {
      const param = params?.[i];
      const isAlone = param !== undefined && !isWhole(check, type);
      if (!isAlone || param === undefined) return inputsOfWhole(type);
      const inputs = inputsOf(param.attributes, param.name);
      if (sourceOf(param.attributes) !== null || isText(check, type)) return inputs;
      const isLikely = check.has(type, std.json.FromJson);
      return {
        ...inputs,
        names: new Set(),
        ...(isLikely && { likelyBody: { name: param.name.name, type } }),
      };
    }),
  );
}

function writtenAt(body: Body, node: Expr): Written {
  if (node.kind === "Lambda") return { name: null, doc: "", params: node.params, defaults: [] };
  const use = body.state.facts.uses[node.id];
  if (use?.kind !== "Function") return { name: null, doc: "", params: null, defaults: [] };
  const fn = use.callee.function;
  const doc = docAbove(fn.module.source.text, fn.node.span.start);
  if (fn.typeParams.length > 0 || fn.hasSelf || fn.owner !== null)
    return { name: fn.name, doc, params: fn.hasSelf ? null : fn.node.params, defaults: [] };
  return { name: fn.name, doc, params: fn.node.params, defaults: fn.defaults };
}

function functionOf(body: Body, item: StandardItem): FunctionSymbol | null {
  const entry = body.context.names.item(item);
  return entry?.kind === "Function" ? entry.function : null;
}

/** Reports parameters that are no inputs; at the declaration if it is in this file. */
function inputsFit(body: Body, node: Expr, { params: types }: FunType, written: Written): boolean {
  const check = new AttributeCheck(body.context, body.state);
  const isHere = node.kind === "Lambda" || isOfThisFile(body, node);
  let firstBody: string | null = null;
  let fit = true;
  types.forEach((given, i) => {
    const type = prune(body.solved(given));
    if (isError(type)) return void (fit = false);
    const param = written.params?.[i];
    if (param === undefined) {
      if (isWhole(check, type)) return;
      fit = false;
      body.report(
        "A1",
        node.span,
        { problem: notes.noInput(showType(type)) },
        { hint: notes.nameTheHandler },
      );
      return;
    }
    const span = (at: Span): Span => (isHere ? at : node.span);
    const kind = inputFits(check, {
      name: isHere ? param.name : { ...param.name, span: node.span },
      attributes: isHere ? param.attributes : param.attributes.map((each) => ({ ...each, span: node.span })),
      type,
      typeSpan: span(param.type?.span ?? param.span),
      isParameter: true,
    });
    const readsBody = kind === "body" || (kind === "whole" && inputsOfWhole(type).readsBody);
    if (!readsBody) return;
    if (firstBody !== null) check.misfit(span(param.name.span), notes.secondBody(firstBody), notes.oneBody);
    firstBody ??= param.name.name;
  });
  return fit && check.fit;
}

function isOfThisFile(body: Body, node: Expr): boolean {
  const use = body.state.facts.uses[node.id];
  return use?.kind === "Function" && use.callee.function.module.id === body.state.unit.id;
}

function resultFits(body: Body, node: Expr, result: Type): void {
  const type = body.solved(result);
  const misfit = misfitOf(body, type);
  if (misfit === null) return;
  const { part, trait } = misfit;
  const problem = trait === "ToProblem" ? notes.noProblem(showType(part)) : notes.noResponse(showType(part));
  const hint = trait === "ToProblem" ? notes.implementToProblem : notes.deriveToJson;
  body.report("A1", node.span, { problem }, { hint });
}

/** The part of a result that cannot be sent, and the trait that it lacks. */
function misfitOf(body: Body, type: Type): { readonly part: Type; readonly trait: string } | null {
  const actual = prune(type);
  if (isError(actual) || isNever(actual)) return null;
  const { impls, enums } = body.context;
  const has = (item: StandardItem): boolean => {
    const entry = body.context.names.item(item);
    return entry?.kind === "Trait" && impls.implements(actual, entry.trait as TraitSymbol);
  };
  if (actual.kind === "Named" && actual.symbol === enums.result) {
    const [value, error] = actual.args;
    return misfitOf(body, value!) ?? problemMisfit(body, error!);
  }
  if (actual.kind === "Named" && actual.symbol === enums.option) return misfitOf(body, actual.args[0]!);
  return has(std.api.ToResponse) || has(std.json.ToJson) ? null : { part: actual, trait: "ToJson" };
}

function problemMisfit(body: Body, type: Type): { readonly part: Type; readonly trait: string } | null {
  const actual = prune(type);
  if (isError(actual) || isNever(actual) || actual.kind === "Var") return null;
  const entry = body.context.names.item(std.api.ToProblem);
  if (entry?.kind !== "Trait" || body.context.impls.implements(actual, entry.trait)) return null;
  return { part: actual, trait: "ToProblem" };
}
