// Hints for methods and associated functions that do not exist: what was meant.
import type { Body } from "../body/index.ts";
import {
  isError,
  isSymbol,
  isTupleSymbol,
  prune,
  showTrait,
  showType,
  type NamedType,
  type Type,
} from "../types/index.ts";
import { payloadHint, plainHint } from "./members.ts";
import {
  insteadOfMember,
  insteadOfQualified,
  isStringMethod,
  nearest,
  notes,
  wayToMake,
  type Extra,
} from "../../diagnostics/index.ts";
import { standardModules } from "../standard/index.ts";
import { GROUPS } from "../impls/index.ts";
import { madeBy } from "./makers.ts";
import { typeHint } from "./names.ts";
import { fieldIndex } from "../declare/index.ts";

/** The derivable traits, by their methods. */
const DERIVED: Readonly<Record<string, string>> = {
  to_string: "ToString",
  equals: "Eq",
  compare: "Ord",
  hash: "Hash",
  debug: "Debug",
  to_json: "ToJson",
  from_json: "FromJson",
  from_row: "FromRow",
};

/** The derivable trait that has a method. */
export function derivedTrait(method: string): string | undefined {
  return Object.hasOwn(DERIVED, method) ? DERIVED[method] : undefined;
}

/** Whether a type is a struct or enum of the program. */
export function isProgramType(type: Type): type is NamedType {
  return type.kind === "Named" && type.symbol.kind !== "Primitive" && !type.symbol.module.standard;
}

/** The cause of a missing method: all methods of one import or one derive are one mistake. */
export function missingCause(body: Body, type: Type, name: string): Extra {
  if (type.kind !== "Named") return {};
  // A method that uses `self` without such a parameter is reported at its declaration.
  const candidates = body.context.impls.candidates(type.symbol, name);
  const own = candidates === undefined ? [] : GROUPS.flatMap((group) => candidates[group].all);
  if (own.some(({ fn }) => !fn.hasSelf && !fn.module.standard)) return { cause: `${name} without self` };
  if (type.symbol.kind !== "Primitive") {
    const trait = type.symbol.module.standard || !Object.hasOwn(DERIVED, name) ? undefined : DERIVED[name]!;
    if (trait === undefined || body.context.impls.candidates(type.symbol, name) !== undefined) return {};
    const { module, node } = type.symbol;
    return {
      hint: notes.writeDeriveBefore(trait, type.symbol.name),
      cause: `${showType(type)} ${trait}`,
      related: [
        { source: module.source, span: node.name.span, text: notes.lacksDerive(type.symbol.name, trait) },
      ],
    };
  }
  const module =
    type.symbol.name === "String" &&
    !body.context.names.states.has(standardModules.string) &&
    isStringMethod(name)
      ? standardModules.string
      : null;
  return module === null ? {} : { cause: `import ${module}` };
}

/** The hint for a method of lists on a value that can become a list, and for one of iterators. */
function insteadOver(body: Body, type: Type, name: string): string | undefined {
  const { impls, prelude, standard, names } = body.context;
  if (impls.implements(type, prelude.iterator))
    return insteadOfMember("Iterator", name, (module) => names.states.has(module));
  const form = standard.preludeMethod("List", name);
  if (type.kind !== "Named" || form === undefined) return undefined;
  const list = ["to_list", "to_sorted_list", "entries"].find(
    (each) => impls.candidates(type.symbol, each) !== undefined,
  );
  return list === undefined ? undefined : notes.listsHaveIt(`.${list}().${name}${form}`);
}

export function missingMethodHint(
  body: Body,
  type: Type,
  name: string,
  wantSelf: boolean,
  generic: boolean,
): string | undefined {
  const payload = payloadHint(body, type, name);
  if (payload !== undefined) return payload;
  if (type.kind === "Named") {
    const other = otherMemberHint(body, type, name, wantSelf, generic);
    if (other !== undefined) return other;
  }
  if (wantSelf && showType(type) === "Any") return notes.castAny;
  if (type.kind === "Param" && Object.hasOwn(DERIVED, name)) {
    return notes.addBound(type.name, [...type.bounds.map(showTrait), DERIVED[name]!].join(" + "));
  }
  if (type.kind === "Param" && type.bounds.length === 0) return notes.hasNoBounds(type.name);
  const loaded = (module: string): boolean => body.context.names.states.has(module);
  const standard =
    type.kind === "Named" && (type.symbol.kind === "Primitive" || type.symbol.module.standard)
      ? type.symbol.name
      : undefined;
  const elsewhere = standard === undefined ? undefined : insteadOfMember(standard, name, loaded);
  if (elsewhere !== undefined) return elsewhere;
  const idiom = wantSelf
    ? (insteadOver(body, type, name) ?? accessorHint(type, name) ?? ownHint(type, name))
    : standard === undefined
      ? (variantsHint(type, name) ?? makersHint(body, type, name))
      : (insteadOfQualified(standard, name) ?? wayToMake(standard) ?? makersHint(body, type, name));
  if (idiom !== undefined) return idiom;
  const similar = nearest(name, memberNames(body, type, wantSelf));
  if (similar !== undefined) return notes.didYouMean(similar);
  if (name === "debug" && !loaded(standardModules.fmt)) return notes.importFmtForDebug;
  return wantSelf ? plainHint(body, type, name) : undefined;
}

/** The hint for `Semaphore.new(4)`, and for a type of the program without functions that create values. */
function makersHint(body: Body, type: Type, name: string): string | undefined {
  if (!CREATING.has(name) || type.kind !== "Named" || type.symbol.kind === "Primitive") return undefined;
  const made = madeBy(body, type.symbol);
  return made ?? (type.symbol.module.standard ? undefined : typeHint(body, name, type.symbol));
}

/** Names of functions that create values, in other languages. */
const CREATING: ReadonlySet<string> = new Set(["new", "create", "make", "init", "build", "of", "open"]);

/**
 * The hint for a type of the program whose `next` returns no option, so that it is not an iterator: one
 * mistake for all its uses as one.
 */
export function nextNote({ context }: Body, type: Type): Extra {
  if (!isProgramType(type)) return {};
  const candidates = context.impls.candidates(type.symbol, "next");
  if (candidates === undefined) return {};
  const [own] = GROUPS.flatMap((group) => candidates[group].all);
  const result = own === undefined || !own.fn.hasSelf ? null : prune(own.fn.result);
  if (result === null || isError(result) || isSymbol(result, context.enums.option)) return {};
  return { hint: notes.nextReturnsOption(showType(result)), cause: `next ${showType(type)}` };
}

/** The hint for a name that the type has, as a field or as a member that does not fit. */
function otherMemberHint(
  body: Body,
  { symbol }: NamedType,
  name: string,
  wantSelf: boolean,
  generic: boolean,
): string | undefined {
  const candidates = body.context.impls.candidates(symbol, name);
  if (candidates !== undefined) {
    const otherKind = GROUPS.some((group) => candidates[group].all.some(({ fn }) => fn.hasSelf !== wantSelf));
    if (!otherKind) return name === "sum" ? notes.sumOfNumbers : notes.existsOnlyForOtherType(name);
    return wantSelf ? notes.takesNoSelf(symbol.name, name) : notes.methodNeedsValue(name);
  }
  const field = symbol.kind === "Struct" ? symbol.fields.find((each) => each.name === name) : undefined;
  if (field === undefined) return undefined;
  if (!wantSelf) return insteadOfQualified(symbol.name, name) ?? notes.fieldNeedsValue(name);
  if (generic) return notes.thisReadsAsCallWith(name);
  return field.type.kind === "Fun"
    ? notes.toCallFunctionInField(name)
    : notes.isFieldLeaveOutParentheses(name);
}

/** The names of the methods and associated functions of a type. */
function memberNames(body: Body, type: Type, wantSelf: boolean): Set<string> {
  const { impls, prelude, standard } = body.context;
  const names = new Set<string>();
  if (type.kind === "Named") {
    for (const method of impls.methodNames(type.symbol)) if (!method.startsWith("__")) names.add(method);
    for (const method of standard.preludeMethods(type.symbol.name)) names.add(method);
  }
  if (wantSelf && impls.implements(type, prelude.iterator))
    for (const method of standard.preludeMethods("Iterator")) names.add(method);
  if (type.kind === "Param")
    for (const bound of type.bounds) for (const member of bound.trait.members.keys()) names.add(member);
  if (type.kind === "Dyn") for (const member of type.trait.trait.members.keys()) names.add(member);
  return names;
}

/** The hint for `p.getX()` and `p.set_x(1)`, if the struct has the field. */
function accessorHint(type: Type, name: string): string | undefined {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct") return undefined;
  const [, verb, rest] = /^(get|set)_?(\w+)$/.exec(name) ?? [];
  if (verb === undefined) return undefined;
  const snake = rest!.replace(/(?<=\w)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  if (fieldIndex(type.symbol, snake) < 0) return undefined;
  return verb === "get" ? notes.fieldIsRead(snake) : notes.fieldIsSet(snake);
}

/** The hint for `Colour.values()` of an enum of the program. */
function variantsHint(type: Type, name: string): string | undefined {
  const isEnum = type.kind === "Named" && type.symbol.kind === "Enum";
  return isEnum && /^(?:values|variants|entries|all|all_cases|allCases|cases|names|iter)$/.test(name)
    ? notes.variantsHaveNames(type.symbol.name)
    : undefined;
}

/** The hint for `p.clone()` of a struct of the program, and for methods of a tuple. */
function ownHint(type: Type, name: string): string | undefined {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct") return undefined;
  if (isTupleSymbol(type.symbol)) return notes.makeNewTuple;
  const copies = /^(?:clone|copy|dup|with)$/.test(name) && !type.symbol.module.standard;
  return copies ? notes.copyOfStruct(type.symbol.name) : undefined;
}
