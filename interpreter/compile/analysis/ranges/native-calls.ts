// The effect of calling a native on the contents of its arguments. A native does not know the types it is
// called with, so Ints of a type parameter's type come from arguments declared with that parameter.
import type { Type } from "../../../check/index.ts";
import { isPrimitive, type Instance } from "../../ir/index.ts";
import { substitutionOf } from "../../lower/index.ts";
import { classesOf, isContainer, openAll, type ElementClasses } from "./element-classes.ts";

export interface NativeClasses {
  readonly params: readonly ElementClasses[];
  readonly result: ElementClasses;
}

/** The classes of the parameters and the result in one call. */
export function nativeClasses(instance: Instance): NativeClasses {
  const symbol = instance.symbol!;
  const given = substitutionOf(symbol, instance.typeArgs, instance.self);
  const bound = new Map<Type, ElementClasses>();
  const ofParam = (param: Type): ElementClasses => {
    let classes = bound.get(param);
    if (classes === undefined) {
      classes = param.kind === "Param" ? classesOf(given.get(param) ?? param) : null;
      bound.set(param, classes);
      // Natives that are not declared `@moves` may create values, as those of a host do.
      if (!symbol.moves) openAll(classes);
    }
    return classes;
  };
  const declared = (type: Type): ElementClasses => {
    openOpaque(type, ofParam);
    return classesOf(type, ofParam);
  };
  const self = symbol.owner?.kind === "Impl" ? symbol.owner.target : symbol.owner?.self;
  const types = [
    ...(symbol.hasSelf && self !== undefined ? [self] : []),
    ...symbol.params.map((param) => param.type),
  ];
  const params = types.map(declared);
  const result = declared(symbol.result);
  openOwn(types, params);
  openOwn([symbol.result], [result]);
  return { params, result };
}

/** The native may create or store any value that is declared as Int. */
function openOwn(types: readonly Type[], classes: readonly ElementClasses[]): void {
  types.forEach((type, at) => {
    if (isPrimitive(type, "Int")) openAll(classes[at]!);
    else if (isContainer(type) && classes[at] !== null)
      openOwn(type.args, classes[at] as readonly ElementClasses[]);
  });
}

/** Opens the classes of type parameters within types that are not tracked. */
function openOpaque(type: Type, ofParam: (type: Type) => ElementClasses): void {
  const inside = (part: Type): void => {
    if (part.kind === "Param") openAll(ofParam(part));
    else if (part.kind === "Named") part.args.forEach(inside);
    else if (part.kind === "Fun") [...part.params, part.result].forEach(inside);
    else if (part.kind === "Dyn") part.trait.args.forEach(inside);
  };
  if (isContainer(type)) type.args.forEach((arg) => openOpaque(arg, ofParam));
  else if (type.kind !== "Param") inside(type);
}
