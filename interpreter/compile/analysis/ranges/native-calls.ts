// What a call of a native does to what its arguments hold. A native knows nothing of the types it is
// called with, so Ints that stand for a type parameter come from arguments declared with that parameter.
import type { Type } from "../../../check/index.ts";
import { isPrimitive, type Instance } from "../../ir/index.ts";
import { substitutionOf } from "../../lower/index.ts";
import { contentsOf, isContainer, openAll, type Contents } from "./contents.ts";

/** Modules whose natives move values and make none. Those of other modules, and of a host, may do anything. */
const MOVERS: ReadonlySet<string> = new Set(["std/core", "std/list", "std/prelude", "std/collections", "std/cmp"]);

export interface NativeContents {
  readonly params: readonly Contents[];
  readonly result: Contents;
}

/** The contents that the parameters and the result have in one call. */
export function nativeContents(instance: Instance): NativeContents {
  const symbol = instance.symbol!;
  const given = substitutionOf(symbol, instance.typeArgs, instance.self);
  const bound = new Map<Type, Contents>();
  const ofParam = (param: Type): Contents => {
    let contents = bound.get(param);
    if (contents === undefined) {
      contents = param.kind === "Param" ? contentsOf(given.get(param) ?? param) : null;
      bound.set(param, contents);
      if (!MOVERS.has(symbol.module.id)) openAll(contents);
    }
    return contents;
  };
  const declared = (type: Type): Contents => {
    openOpaque(type, ofParam);
    return contentsOf(type, ofParam);
  };
  const self = symbol.owner?.kind === "Impl" ? symbol.owner.target : symbol.owner?.self;
  const types = [...(symbol.hasSelf && self !== undefined ? [self] : []), ...symbol.params.map((param) => param.type)];
  const params = types.map(declared);
  const result = declared(symbol.result);
  openOwn(types, params);
  openOwn([symbol.result], [result]);
  return { params, result };
}

/** What is declared as Int, the native makes or stores as it likes. */
function openOwn(types: readonly Type[], contents: readonly Contents[]): void {
  types.forEach((type, at) => {
    if (isPrimitive(type, "Int")) openAll(contents[at]!);
    else if (isContainer(type) && contents[at] !== null) openOwn(type.args, contents[at] as readonly Contents[]);
  });
}

/** Type parameters inside of types that nobody looks into. */
function openOpaque(type: Type, ofParam: (type: Type) => Contents): void {
  const inside = (part: Type): void => {
    if (part.kind === "Param") openAll(ofParam(part));
    else if (part.kind === "Named") part.args.forEach(inside);
    else if (part.kind === "Fun") [...part.params, part.result].forEach(inside);
    else if (part.kind === "Dyn") part.trait.args.forEach(inside);
  };
  if (isContainer(type)) type.args.forEach((arg) => openOpaque(arg, ofParam));
  else if (type.kind !== "Param") inside(type);
}
