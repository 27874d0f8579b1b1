// Intrinsics: methods of the prelude that are emitted inline, and queries of standard modules about their
// type arguments. One table; no other code knows these names.
import {
  chosenFor,
  type FunctionSymbol,
  isOfModule,
  isStandard,
  methods,
  nameOf,
  shapeText,
  standardModules,
  std,
  type Type,
  typeKey,
} from "../../check/index.ts";
import { isPrimitive, type Expr, type Instance, type OpName } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { isDirect } from "./direct-impls.ts";
import { anyText } from "./structural-text.ts";

/** Functions of std/core by the name under which natives are listed. */
const INLINE: Readonly<Record<string, OpName>> = {
  "Int.to_float": "Int.toFloat",
  "Int.to_string": "Int.text",
  "Int.equals": "Int.eq",
  "Float.to_int": "Float.toInt",
  "Float.to_string": "Float.text",
  "Bool.to_string": "Bool.text",
  "Bool.equals": "Same.eq",
  "Char.to_string": "Char.text",
  "Char.equals": "Same.eq",
  "String.equals": "Same.eq",
  "String.len": "String.len",
  "String.is_empty": "String.isEmpty",
  "List.len": "List.len",
  "List.is_empty": "List.isEmpty",
  "List.push": "List.push",
  "List.get": "List.at",
  "Option.is_some": "Option.isSome",
  "Option.is_none": "Option.isNone",
  [nameOf(std.core.__str_len)]: "String.len",
  [nameOf(std.core.__str_byte_at)]: "String.byteAt",
  [nameOf(std.core.__str_concat)]: "String.concat",
  [nameOf(std.core.__tag)]: "Enum.tag",
};

/** The inline form of a call, or null for an ordinary call. */
export function lowerIntrinsic(
  body: LoweringBody,
  instance: Instance,
  args: Expr[],
  type: Type,
  at: number,
): Expr | null {
  const { name } = instance;
  if (isOfModule(instance, standardModules.core) && Object.hasOwn(INLINE, name)) {
    return { kind: "Op", op: INLINE[name]!, args, type, at };
  }
  if (!instance.module.standard) return null;
  if (isStandard(instance, std.core.__text_of)) return anyText(body.program, args[0]!, type, at);
  if (isStandard(instance, std.collections.__native_key))
    return answer(hasNativeKey(body, instance.typeArgs[0]!), type);
  if (isStandard(instance, std.cmp.__native_order))
    return answer(hasNativeOrder(body, instance.typeArgs[0]!), type);
  if (isStandard(instance, std.json.__reads_directly)) {
    const { trait } = instance.symbol!.typeParams[0]!.bounds[0]!;
    return answer(isDirect(body.program, trait, methods.read, instance.typeArgs[0]!), type);
  }
  if (isStandard(instance, std.json.__shape) || isStandard(instance, std.api.__shape))
    return text(shapeText(instance.typeArgs[0]!), type);
  if (isStandard(instance, std.api.__type_key)) return text(typeKey(instance.typeArgs[0]!), type);
  if (isOfModule(instance, standardModules.api) && instance.symbol !== null) {
    const fn = chosenFor(instance.symbol, instance.typeArgs, body.program.impls);
    if (fn !== null)
      return { kind: "Call", instance: body.program.instance(fn, instance.typeArgs, null), args, type, at };
  }
  if (isStandard(instance, std.json.__validated))
    return ownCheck(body, instance, std.json.__run_own_check, { args, type, at }) ?? args[1]!;
  if (isStandard(instance, std.json.__verified))
    return ownCheck(body, instance, std.json.__run_check, { args, type, at });
  const direct = instance.symbol?.direct ?? null;
  return direct === null ? null : directCall(body, instance, { direct, value: args[0]!, type, at });
}

interface Converted {
  readonly direct: NonNullable<FunctionSymbol["direct"]>;
  readonly value: Expr;
  readonly type: Type;
  readonly at: number;
}

/**
 * Replaces `stringify(value.to_json())` by `__encode(value)`: the same text without the intermediate tree.
 */
function directCall(
  body: LoweringBody,
  called: Instance,
  { direct, value, type, at }: Converted,
): Expr | null {
  if (value.kind !== "Call" || value.args.length !== 1) return null;
  const owner = value.instance.symbol?.owner;
  const fn = called.module.functions.get(direct.function)!;
  const { trait } = fn.typeParams[0]!.bounds[0]!;
  const source = value.args[0]!;
  if (owner?.kind !== "Impl" || owner.trait?.trait !== trait) return null;
  if (!isDirect(body.program, trait, direct.method, source.type)) return null;
  const instance = body.program.instance(fn, [source.type], null);
  return { kind: "Call", instance, args: [source], type, at };
}

/** The call of `checker` instead of `instance`, if the type has an own check; otherwise null. */
function ownCheck(
  body: LoweringBody,
  { module, typeArgs }: Instance,
  checker: typeof std.json.__run_check | typeof std.json.__run_own_check,
  call: { readonly args: Expr[]; readonly type: Type; readonly at: number },
): Expr | null {
  const fn = module.functions.get(nameOf(checker))!;
  const { trait } = fn.typeParams[0]!.bounds[0]!;
  if (body.program.impls.method(trait, "check_all", typeArgs[0]!) === null) return null;
  return { kind: "Call", instance: body.program.instance(fn, [typeArgs[0]!], null), ...call };
}

function text(value: string, type: Type): Expr {
  return { kind: "Const", of: "String", value, type };
}

function answer(value: boolean, type: Type): Expr {
  return { kind: "Const", of: "Bool", value, type, folded: true };
}

/** Whether a JavaScript Map compares and hashes the keys as the language does. */
function hasNativeKey(body: LoweringBody, type: Type): boolean {
  const { eq, hash } = body.program.program.prelude;
  return (
    ["Int", "String", "Char", "Bool"].some((name) => isPrimitive(type, name)) &&
    fromCore(body.program.method(eq, "equals", type)) &&
    fromCore(body.program.method(hash, "hash", type))
  );
}

function hasNativeOrder(body: LoweringBody, type: Type): boolean {
  return (
    ["Int", "Float", "String", "Char", "Bool"].some((name) => isPrimitive(type, name)) &&
    fromCore(body.program.method(body.program.program.prelude.ord, "compare", type))
  );
}

function fromCore(instance: Instance | null): boolean {
  return instance !== null && isOfModule(instance, standardModules.core);
}
