// Checks what the TypeScript of a host module returns against its declaration, at every call: scripts rely on
// their types, so a wrong value would surface far from its cause. Structs and enums are only checked not to
// be plain objects or built-in classes of JavaScript.
import {
  Dyn,
  Err,
  ErrorValue,
  HostError,
  isByteString,
  isCanonicalInt,
  isCodePoint,
  ok,
  type Ok,
  okPayload,
  payload,
  some,
  type Some,
  tuple,
  UNIT,
  type NativeTable,
  type Runtime,
  isEnd,
  nativeReserve,
  thrownText,
} from "./runtime/host.ts";
import type { FunctionItem, TypeNode } from "./syntax/index.ts";

/**
 * Wraps the functions of a module: values that are not of the declared type are refused, and the program
 * waits for their promises only while it runs.
 */
export function guarded(
  functions: NativeTable["functions"],
  declared: ReadonlyMap<string, FunctionItem>,
  runtime: Runtime,
): NativeTable["functions"] {
  return Object.fromEntries(
    Object.entries(functions).map(([name, body]) => [name, guard(name, body, declared.get(name)!, runtime)]),
  );
}

function guard(
  name: string,
  body: (...args: never[]) => unknown,
  { result, attributes }: FunctionItem,
  { scheduler }: Runtime,
) {
  const blocking = attributes.some((attribute) => attribute.name.name === "blocking");
  const lists = result !== null && holdsLists(result);
  const check = (value: unknown): unknown => {
    if (!blocking && value instanceof Promise) {
      // Nothing awaits the promise, so its rejection would be unhandled.
      value.catch(() => {});
      throw new HostError(`${name} returned a promise, but is not declared @blocking`);
    }
    if (result === null || isUnit(result)) return UNIT;
    const given = value === undefined && isResultOfUnit(result) ? UNIT : value;
    const problem = misfit(given, result);
    if (problem !== null) throw new HostError(`${name} returned ${problem}`);
    return lists ? ownLists(given, result) : given;
  };
  const failed = (error: unknown): never => {
    if (isEnd(error)) throw error;
    throw new HostError(`${name} threw ${thrownText(error)}`, { cause: error });
  };
  return (...args: never[]): unknown => {
    nativeReserve.keep();
    try {
      const value = body(...args);
      return blocking && value instanceof Promise
        ? scheduler.external(value.then(check).catch(failed))
        : check(value);
    } catch (error) {
      return failed(error);
    }
  };
}

function isUnit(type: TypeNode): boolean {
  return type.kind === "UnitType" || (type.kind === "NamedType" && type.name.name === "Unit");
}

/** A function with such a result may return nothing for success. */
function isResultOfUnit(type: TypeNode): boolean {
  return (
    type.kind === "NamedType" &&
    type.name.name === "Result" &&
    type.args[0] !== undefined &&
    isUnit(type.args[0])
  );
}

/** Whether values of a type are lists, or contain lists that are visible here. */
function holdsLists(type: TypeNode): boolean {
  switch (type.kind) {
    case "OptionType":
      return holdsLists(type.inner);
    case "TupleType":
      return type.parts.some(holdsLists);
    case "NamedType":
      return (
        isList(type.name.name) ||
        (["Option", "Result"].includes(type.name.name) && type.args.some(holdsLists))
      );
    default:
      return false;
  }
}

/** Copies the lists in a value: script and host must not see each other's changes. */
function ownLists(value: unknown, type: TypeNode): unknown {
  if (!holdsLists(type)) return value;
  switch (type.kind) {
    case "OptionType":
      return value === null ? null : some(ownLists(payload(value as Some<unknown>), type.inner));
    case "TupleType":
      return tuple(
        ...type.parts.map((part, i) => ownLists((value as Record<string, unknown>)[`_${i}`], part)),
      );
    case "NamedType": {
      const [first, second] = type.args;
      if (isList(type.name.name)) {
        const items = value as readonly unknown[];
        return first !== undefined && holdsLists(first)
          ? items.map((item) => ownLists(item, first))
          : items.slice();
      }
      if (type.name.name === "Option")
        return value === null ? null : some(ownLists(payload(value as Some<unknown>), first!));
      if (value instanceof Err) return second === undefined ? value : new Err(ownLists(value.error, second));
      return ok(ownLists(okPayload(value as Ok<unknown>), first!));
    }
    default:
      return value;
  }
}

function isList(name: string): boolean {
  return name === "List" || name === "Array" || name === "Vec";
}

/** Describes why a value is not of a type; null if it is. */
function misfit(value: unknown, type: TypeNode): string | null {
  switch (type.kind) {
    case "UnitType":
      return value === UNIT ? null : found(value, "UNIT");
    case "TupleType":
      return misfitTuple(value, type.parts);
    case "FunType":
      return typeof value === "function" ? null : found(value, "a function");
    case "DynType":
      return value instanceof Dyn ? null : found(value, `a dyn ${type.trait.name.name}`);
    case "OptionType":
      return misfitOption(value, type.inner);
    case "NamedType":
      return misfitNamed(value, type.name.name, type.args);
    case "BrokenType":
      throw new Error("a declaration with errors is not used");
  }
}

function misfitNamed(value: unknown, name: string, args: readonly TypeNode[]): string | null {
  switch (name) {
    case "Unit":
      return value === UNIT ? null : found(value, "UNIT");
    case "Int":
      return isCanonicalInt(value) ? null : found(value, "an Int");
    case "Float":
      return typeof value === "number" ? null : found(value, "a Float");
    case "Bool":
      return typeof value === "boolean" ? null : found(value, "a Bool");
    case "Char":
      return isCodePoint(value) ? null : found(value, "a Char");
    case "String":
      return isByteString(value) ? null : found(value, "a String of bytes (see toBytes)");
    case "List":
    case "Array":
    case "Vec":
      return misfitList(value, args[0]);
    case "Option":
      return args[0] === undefined ? null : misfitOption(value, args[0]);
    case "Result":
      return misfitResult(value, args);
    case "Error":
      return value instanceof ErrorValue ? null : found(value, "an Error (see fail)");
    default:
      return isScriptObject(value) ? null : found(value, `a ${name}`);
  }
}

function misfitList(value: unknown, element: TypeNode | undefined): string | null {
  if (!Array.isArray(value)) return found(value, "a List");
  if (element === undefined) return null;
  for (const item of value) {
    const problem = misfit(item, element);
    if (problem !== null) return problem;
  }
  return null;
}

function misfitTuple(value: unknown, parts: readonly TypeNode[]): string | null {
  const last = `_${parts.length - 1}`;
  if (
    typeof value !== "object" ||
    value === null ||
    !Object.hasOwn(value, last) ||
    Object.hasOwn(value, `_${parts.length}`)
  )
    return found(value, `a tuple of ${parts.length} (see tuple)`);
  for (const [i, part] of parts.entries()) {
    const problem = misfit((value as Record<string, unknown>)[`_${i}`], part);
    if (problem !== null) return problem;
  }
  return null;
}

function misfitOption(value: unknown, inner: TypeNode): string | null {
  if (value === null) return null;
  return value === undefined
    ? found(value, "an Option (None is null)")
    : misfit(payload(value as Some<unknown>), inner);
}

function misfitResult(value: unknown, [success, failure]: readonly TypeNode[]): string | null {
  if (value instanceof Err) return failure === undefined ? null : misfit(value.error, failure);
  return success === undefined ? null : misfit(okPayload(value as Ok<unknown>), success);
}

/**
 * Whether a value is an instance of a class, as structs and enums are: a built-in object of JavaScript would
 * be a struct without fields.
 */
function isScriptObject(value: unknown): boolean {
  if (typeof value === "function") return false;
  if (typeof value !== "object" || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if ("tag" in value) return true;
  return (
    prototype !== null &&
    ![Object, Array, Map, Set, Promise, Date, Error].some((known) => prototype === known.prototype)
  );
}

function found(value: unknown, wanted: string): string {
  const shown =
    typeof value === "string"
      ? JSON.stringify(value)
      : typeof value === "object" && value !== null
        ? `a JavaScript ${value.constructor?.name ?? "object"}`
        : String(value);
  return `${shown}, which is not ${wanted}`;
}
