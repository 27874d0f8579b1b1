// Calls natives of modules with values in the representation of compiled programs, and converts their results
// and changes back. Lists, structs and maps keep their identity on both sides: each has one counterpart,
// which is updated around each call. A value whose declared type is a type parameter is passed unchanged,
// because natives do not inspect it.
import type { FunctionSymbol, NamedType, Type } from "../../check/index.ts";
import {
  Err,
  intFromBigInt,
  intToBigInt,
  ok,
  okPayload,
  payload,
  ScriptMap,
  some,
  type Int,
  type NativeKey,
  type NativeTable,
  type Option,
  type Result,
  type VariantClass,
} from "../../runtime/host.ts";
import { actual } from "./actual-types.ts";
import type { Evaluation } from "./evaluation.ts";
import { Table } from "./natives-collections.ts";
import { GaveUp, type Steps } from "./scheduler.ts";
import { type EnumValue, StructValue, UNIT } from "./values.ts";

/** Natives that keep and change the lists they are given. */
const CONSUMING: ReadonlySet<string> = new Set(["__array", "__object_of", "__record", "__tagged"]);

type NativeStruct = Record<string, unknown>;

export class NativeBridge {
  readonly #tables: ReadonlyMap<string, NativeTable>;
  readonly #natives = new WeakMap<object, object>();
  readonly #values = new WeakMap<object, object>();

  constructor(tables: ReadonlyMap<string, NativeTable>) {
    this.#tables = tables;
  }

  *call(
    evaluation: Evaluation,
    symbol: FunctionSymbol,
    name: string,
    native: (...args: never[]) => unknown,
    args: readonly unknown[],
  ): Steps<unknown> {
    const self: Type[] = symbol.hasSelf && symbol.owner?.kind === "Impl" ? [symbol.owner.target] : [];
    const types = [...self, ...symbol.params.map((param) => param.type)];
    const there = new Conversion(this.#tables, this.#natives, this.#values, evaluation, name);
    const given = args.map((arg, i) => there.toNative(arg, types[i]!));
    let result = native(...(given as never[]));
    if (result instanceof Promise) result = yield* evaluation.scheduler.external(result);
    const back = new Conversion(this.#tables, this.#natives, this.#values, evaluation, name);
    given.forEach((value, i) => {
      if (!CONSUMING.has(name)) back.fromNative(value, types[i]!);
      else if (Array.isArray(args[i])) this.#natives.delete(args[i]);
    });
    return back.fromNative(result, symbol.result);
  }
}

/** A conversion in one direction, which updates each object once. */
class Conversion {
  readonly #tables: ReadonlyMap<string, NativeTable>;
  readonly #natives: WeakMap<object, object>;
  readonly #values: WeakMap<object, object>;
  readonly #evaluation: Evaluation;
  readonly #name: string;
  readonly #done = new Set<object>();

  constructor(
    tables: ReadonlyMap<string, NativeTable>,
    natives: WeakMap<object, object>,
    values: WeakMap<object, object>,
    evaluation: Evaluation,
    name: string,
  ) {
    this.#tables = tables;
    this.#natives = natives;
    this.#values = values;
    this.#evaluation = evaluation;
    this.#name = name;
  }

  toNative(value: unknown, type: Type): unknown {
    // Undefined stands for a value that derived code has not read.
    if (type.kind === "Param" || value === undefined) return value;
    if (type.kind !== "Named") return this.#refuse(type.kind);
    const { symbol, args } = type;
    if (symbol.kind === "Primitive") {
      if (symbol.name === "Int") return intFromBigInt(value as bigint);
      if (symbol.name === "Unit") return undefined;
      if (symbol.name === "List") return this.#listToNative(value as unknown[], args[0]!);
      return value;
    }
    if (symbol.kind === "Struct") {
      return symbol.module.id === "std/collections"
        ? this.#mapToNative(value as Table, type)
        : this.#structToNative(value as StructValue, type);
    }
    if (symbol.module.id === "std/core") {
      const { variant, payload: parts } = value as EnumValue;
      if (variant === "None") return null;
      if (variant === "Some") return some(this.toNative(parts[0], args[0]!));
      return variant === "Ok"
        ? ok(this.toNative(parts[0], args[0]!))
        : new Err(this.toNative(parts[0], args[1]!));
    }
    return this.#enumToNative(value as EnumValue, type);
  }

  fromNative(native: unknown, type: Type): unknown {
    if (type.kind === "Param") return native;
    if (type.kind === "Never") return UNIT;
    if (type.kind !== "Named") return this.#refuse(type.kind);
    const { symbol, args } = type;
    if (symbol.kind === "Primitive") {
      if (symbol.name === "Int") return intToBigInt(native as Int);
      if (symbol.name === "Unit") return UNIT;
      if (symbol.name === "List") return this.#listFromNative(native as unknown[], args[0]!);
      return native;
    }
    if (symbol.kind === "Struct") {
      return symbol.module.id === "std/collections"
        ? this.#mapFromNative(native as ScriptMap<NativeKey, unknown>, type)
        : this.#structFromNative(native as NativeStruct, type);
    }
    if (symbol.module.id === "std/core") {
      if (symbol.name === "Option")
        return native === null
          ? this.#evaluation.none()
          : this.#evaluation.some(this.fromNative(payload(native as Option<unknown>), args[0]!));
      return native instanceof Err
        ? this.#evaluation.err(this.fromNative(native.error, args[1]!))
        : this.#evaluation.ok(this.fromNative(okPayload(native as Result<unknown, unknown>), args[0]!));
    }
    return this.#enumFromNative(native as object, type);
  }

  #refuse(what: string): never {
    throw new GaveUp(`${this.#name} takes or gives a ${what}`);
  }

  #pair(value: object, native: object): void {
    this.#natives.set(value, native);
    this.#values.set(native, value);
  }

  /** Whether this is the first request for the object. */
  #isNew(object: object): boolean {
    if (this.#done.has(object)) return false;
    this.#done.add(object);
    return true;
  }

  #listToNative(list: unknown[], element: Type): unknown[] {
    let native = this.#natives.get(list) as unknown[] | undefined;
    if (native === undefined) this.#pair(list, (native = []));
    if (this.#isNew(list))
      native.splice(0, native.length, ...list.map((each) => this.toNative(each, element)));
    return native;
  }

  #listFromNative(native: unknown[], element: Type): unknown[] {
    let list = this.#values.get(native) as unknown[] | undefined;
    if (list === undefined) this.#pair((list = []), native);
    if (this.#isNew(native))
      list.splice(0, list.length, ...native.map((each) => this.fromNative(each, element)));
    return list;
  }

  /** Converts structs whose class belongs to the module. */
  #structToNative(value: StructValue, type: NamedType): unknown {
    const native = this.#natives.get(value) as NativeStruct | undefined;
    const fields = fieldsOf(type);
    if (native !== undefined) {
      if (this.#isNew(value))
        fields.forEach((field, i) => assign(native, field.name, this.toNative(value.fields[i], field.type)));
      return native;
    }
    const { symbol } = type;
    const made = this.#tables.get(symbol.kind === "Primitive" ? "" : symbol.module.id)?.structs?.[
      symbol.name
    ];
    if (made === undefined) return this.#refuse(symbol.name);
    const fresh = new made(
      ...(fields.map((field, i) => this.toNative(value.fields[i], field.type)) as never[]),
    );
    this.#pair(value, fresh);
    this.#isNew(value);
    return fresh;
  }

  #structFromNative(native: NativeStruct, type: NamedType): StructValue {
    let value = this.#values.get(native) as StructValue | undefined;
    if (value === undefined) {
      if (type.symbol.kind !== "Struct") return this.#refuse(type.symbol.name);
      this.#pair((value = new StructValue(type.symbol, [])), native);
    }
    if (this.#isNew(native))
      fieldsOf(type).forEach(
        (field, i) => (value.fields[i] = this.fromNative(native[`_${field.name}`], field.type)),
      );
    return value;
  }

  #enumToNative(value: EnumValue, type: NamedType): unknown {
    const types = value.enum.variants[value.index]!.payload;
    const parts = value.payload.map((part, i) => this.toNative(part, inner(types[i]!, type)));
    const known = this.#natives.get(value);
    if (known !== undefined) return known;
    const variants = this.#tables.get(value.enum.module.id)?.enums?.[value.enum.name];
    const variant = variants?.[value.index];
    if (variant === undefined) return this.#refuse(value.enum.name);
    const native =
      typeof variant === "function" ? new (variant as VariantClass)(...(parts as never[])) : variant;
    this.#pair(value, native);
    return native;
  }

  #enumFromNative(native: object, type: NamedType): EnumValue {
    const { symbol } = type;
    if (symbol.kind !== "Enum") return this.#refuse(symbol.name);
    const { tag } = native as { tag: number };
    const payload = symbol.variants[tag]!.payload.map((part, i) =>
      this.fromNative((native as NativeStruct)[`p${i}`], inner(part, type)),
    );
    const known = this.#values.get(native) as EnumValue | undefined;
    if (known !== undefined) return known;
    const value = this.#evaluation.variant(type, tag, payload);
    this.#pair(value, native);
    return value;
  }

  /** Converts maps whose keys JavaScript compares as the language does. */
  #mapToNative(table: Table, { symbol, args }: NamedType): unknown {
    if (symbol.name !== "Map") return this.#refuse(symbol.name);
    let native = this.#natives.get(table) as ScriptMap<NativeKey, unknown> | undefined;
    if (native === undefined) this.#pair(table, (native = new ScriptMap()));
    if (!this.#isNew(table)) return native;
    native.clear();
    for (const { key, entry } of table.living)
      native.set(this.toNative(key, args[0]!) as NativeKey, this.toNative(entry!.fields[1], args[1]!));
    return native;
  }

  #mapFromNative(native: ScriptMap<NativeKey, unknown>, { symbol, args }: NamedType): Table {
    if (symbol.name !== "Map" || symbol.kind !== "Struct") return this.#refuse(symbol.name);
    let table = this.#values.get(native) as Table | undefined;
    if (table === undefined) this.#pair((table = new Table()), native);
    if (this.#isNew(native))
      table.replace(
        this.#evaluation,
        [...native.pairs()].map(([key, value]) => [
          this.fromNative(key, args[0]!),
          this.fromNative(value, args[1]!),
        ]),
      );
    return table;
  }
}

function assign(native: NativeStruct, field: string, value: unknown): void {
  if (native[`_${field}`] !== value) native[`_${field}`] = value;
}

function fieldsOf(type: NamedType): { readonly name: string; readonly type: Type }[] {
  if (type.symbol.kind !== "Struct") return [];
  return type.symbol.fields.map((field) => ({ name: field.name, type: inner(field.type, type) }));
}

/** The type of a field or payload of a struct or enum with its type arguments. */
function inner(part: Type, of: NamedType): Type {
  return actual(part, new Map(of.symbol.typeParams.map((param, i) => [param, of.args[i]!])));
}
