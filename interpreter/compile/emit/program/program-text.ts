// The declarations that all functions of the generated program share: runtime functions, natives, classes of
// structs and enums, globals, method tables and type descriptors. Each is emitted once, on first use.
import type { FunctionSymbol, TraitSymbol, Type } from "../../../check/index.ts";
import type { Ranges } from "../../analysis/ranges/index.ts";
import type { Suspension } from "../../analysis/suspend/index.ts";
import {
  isOption,
  isPrimitive,
  isResult,
  storeKey,
  streamOf,
  typeKey,
  type CodeTable,
  type Descriptor,
  type EnumInfo,
  type GlobalInfo,
  type HostStreams,
  type Instance,
  type LambdaCode,
  type NativeRef,
  type StructInfo,
} from "../../ir/index.ts";
import type { LoweredProgram, ProgramLowering } from "../../lower/index.ts";
import { bytesLiteral, Names, propertyName, type RuntimeName } from "../values/index.ts";
import { forwardedFunctions } from "./forwarded.ts";
import { DynClasses } from "./dyn-classes.ts";
import { Marks } from "./marks.ts";
import { shapeText } from "./shapes.ts";

export interface EmitOptions {
  readonly metered: boolean;
  readonly countsCalls: boolean;
  /** The host calls its functions, one at a time. */
  readonly library: boolean;
  readonly session: boolean;
  readonly asserting: boolean;
  /** Whether loops that terminate by themselves check the heap, too. */
  readonly looksInAllLoops: boolean;
}

export class ProgramText {
  readonly lowering: ProgramLowering;
  readonly code: CodeTable;
  readonly suspension: Suspension;
  readonly ranges: Ranges;
  readonly metered: boolean;
  readonly countsCalls: boolean;
  readonly session: boolean;
  readonly library: boolean;
  readonly asserting: boolean;
  readonly looksInAllLoops: boolean;
  /** Whether values are passed to and from the host. */
  readonly #shared: boolean;
  readonly #crossings = new Map<Instance, string>();
  readonly names = new Names();
  readonly marks = new Marks();
  /** The ids of modules whose NativeTable is used. */
  readonly natives = new Set<string>();
  /** Whether functions return results in halves. */
  passesHigh = false;
  /** Whether lists are read by index, which may fail. */
  readsLists = false;
  /** The constructors and methods of frames (frames/code-text.ts). */
  readonly frames: string[] = [];
  /** The functions that create the lambdas of functions that may wait. */
  readonly lambdas: string[] = [];
  /** Functions with tail-forwarding callers. */
  readonly #forwarded: ReadonlySet<Instance>;
  readonly dyn: DynClasses;
  readonly #runtimeNames = new Map<string, string>();
  readonly #nativeNames = new Map<string, string>();
  readonly #functions = new Map<Instance, string>();
  readonly #structs = new Map<StructInfo, string>();
  readonly #enums = new Map<EnumInfo, string>();
  readonly #globals = new Map<GlobalInfo, string>();
  readonly #streams: HostStreams;
  readonly #descriptors = new Map<Descriptor, string>();
  readonly #wide = new Map<bigint, string>();
  readonly #texts = new Map<string, string>();
  /** Declarations in order: natives and classes; then tables, which refer to functions. */
  readonly #head: string[] = [];
  readonly #tables: string[] = [];

  constructor(
    { lowering, instances, code, streams }: LoweredProgram,
    suspension: Suspension,
    ranges: Ranges,
    options: EmitOptions,
  ) {
    this.lowering = lowering;
    this.#streams = streams;
    this.code = code;
    this.suspension = suspension;
    this.ranges = ranges;
    this.metered = options.metered;
    this.countsCalls = options.countsCalls;
    this.session = options.session;
    this.library = options.library;
    this.#shared = options.library || [...lowering.program.modules.values()].some((module) => module.host);
    this.asserting = options.asserting;
    this.looksInAllLoops = options.looksInAllLoops;
    for (const reserved of [
      "$",
      "assertInt",
      "assertSync",
      "runtime",
      "tables",
      "out",
      "scheduler",
      "slice",
      "left",
      "fuel",
      "due",
      "ticks",
      "looked",
      "meter",
      "joined",
      "calls",
      "ready",
      "entries",
      "start",
      "session",
      "Frame",
      "at",
      "got",
      "outOfBounds",
      "badList",
      "badIndex",
      "high",
    ])
      this.names.fresh(reserved);
    this.#forwarded = forwardedFunctions(code, suspension);
    this.dyn = new DynClasses(this, lowering.vtables.values(), (line) => this.#tables.push(line));
    for (const instance of instances) {
      if (instance.native === null) this.#functions.set(instance, this.names.fresh(functionName(instance)));
    }
    // Name globals before any function has variables: one of the same name must not hide the global from a
    // macro's template.
    for (const global of lowering.globals.values()) this.globalName(global);
  }

  get declarations(): readonly string[] {
    return this.#head;
  }

  get tables(): readonly string[] {
    return this.#tables;
  }

  /** The names used from the runtime, as the first line of the program. */
  get runtimeImports(): string {
    return `const { ${[...this.#runtimeNames.keys()].sort().join(", ")} } = $;`;
  }

  /** The local name of a function or class of `runtime/generated.ts`. */
  runtimeName(name: RuntimeName): string {
    let local = this.#runtimeNames.get(name);
    if (local === undefined) {
      local = name;
      this.names.fresh(name);
      this.#runtimeNames.set(name, local);
    }
    return local;
  }

  /** The variable for the upper half of the result of the last function that returned halves. */
  high(): string {
    this.passesHigh = true;
    return "high";
  }

  /** Whether a function returns its result in halves. */
  returnsHalves(instance: Instance): boolean {
    if (!this.ranges.isSplit(instance) || this.code.get(instance)?.hasDefer === true) return false;
    const mode = this.suspension.modeOf(instance);
    return mode === "sync" || (mode === "resumable" && !this.#forwarded.has(instance));
  }

  functionName(instance: Instance): string {
    if (instance.native === null) return this.#functions.get(instance)!;
    return instance.symbol?.module.host === true
      ? this.#crossing(instance, instance.symbol)
      : this.nativeName(instance.native, instance);
  }

  /**
   * With limits, natives whose arguments or result may be large are counted, each by its own wrapper, which
   * V8 inlines.
   */
  nativeName(native: NativeRef, instance: Instance): string {
    const { symbol } = instance;
    if (!this.metered || native.quick || symbol === null) return this.#plainNative(native);
    const params = this.lowering.parameterTypes(instance, symbol).map(sizeKind);
    const result = sizeKind(instance.result);
    if ([...params, result].every((kind) => kind === null)) return this.#plainNative(native);
    const key = [native.module, native.name, ...params, result].join(":");
    let name = this.#nativeNames.get(key);
    if (name === undefined) {
      const plain = this.#plainNative(native);
      name = this.names.fresh(`${plain}$watched`);
      this.#nativeNames.set(key, name);
      const size = (kind: SizeKind, value: string): string =>
        kind === "text" ? `${value}.length` : `${this.runtimeName("sizeOf")}(${value})`;
      const names = params.map((_, i) => `a${i}`);
      const read = params.flatMap((kind, i) =>
        kind === null || (i === 0 && native.part) ? [] : [size(kind, names[i]!)],
      );
      // A native that waits returns a promise.
      const made =
        result === null
          ? "0"
          : size(native.blocking || native.long || native.calls ? "maybe" : result, "made");
      const all = native.blocking ? [...names, "site"] : names;
      this.#head.push(
        `const ${name} = (${all.join(", ")}) => { const read = ${read.join(" + ") || "0"}; const made = ${plain}(${all.join(", ")}); const bytes = ${made}; if (read + bytes > 4096) runtime.handled(read, bytes); return made; };`,
      );
    }
    return name;
  }

  #plainNative(native: NativeRef): string {
    const key = `${native.module}:${native.name}`;
    let name = this.#nativeNames.get(key);
    if (name === undefined) {
      this.natives.add(native.module);
      name = this.names.fresh(
        `${native.module.replace(/.*\//, "")}_${native.name}`.replace(/[^A-Za-z0-9_]/g, "_"),
      );
      this.#nativeNames.set(key, name);
      this.#head.push(`const ${name} = ${table(native.module)}.functions[${JSON.stringify(native.name)}];`);
    }
    return name;
  }

  /** A native of the host, with the types that cross the border in this call. */
  #crossing(instance: Instance, symbol: FunctionSymbol): string {
    let name = this.#crossings.get(instance);
    if (name === undefined) {
      const native = instance.native!;
      this.natives.add(native.module);
      name = this.names.fresh(
        `${native.module.replace(/.*\//, "")}_${native.name}`.replace(/[^A-Za-z0-9_]/g, "_"),
      );
      this.#crossings.set(instance, name);
      const params = this.lowering.parameterTypes(instance, symbol).map((type) => this.typeName(type));
      const parts = [
        table(native.module),
        JSON.stringify(native.name),
        `() => [${params.join(", ")}]`,
        `() => ${this.typeName(instance.result)}`,
        `${native.blocking}`,
      ];
      this.#head.push(`const ${name} = ${this.runtimeName("crossing")}(runtime, ${parts.join(", ")});`);
    }
    return name;
  }

  /** The descriptor of a type whose values cross the border. */
  typeName(type: Type): string {
    return this.descriptorName(this.lowering.descriptor(type));
  }

  structName(info: StructInfo): string {
    let name = this.#structs.get(info);
    if (name === undefined) {
      name = this.names.fresh(`${info.name.replace(/^_|[^A-Za-z0-9_]/g, "$")}Struct`);
      this.#structs.set(info, name);
      const properties = info.fields.map((field) => propertyName(field.name));
      const stores = properties.map((property) => `this.${property} = ${property};`).join(" ");
      const own = `class { constructor(${properties.join(", ")}) { ${stores} } }`;
      const given = info.module.standard ? `${table(info.module.id)}?.structs?.${info.name} ?? ` : "";
      if (info.module.standard) this.natives.add(info.module.id);
      this.#head.push(`const ${name} = ${given}${own};`);
    }
    return name;
  }

  /** A variant with the text of its payload: the object of a unit variant, or a new one. */
  variant(info: EnumInfo, index: number, payload: readonly string[]): string {
    const name = this.#enumName(info);
    if (payload.length === 0) return `${name}$tag${index}`;
    if (!sharesClass(info)) return `new ${name}$tag${index}(${payload.join(", ")})`;
    return `new ${name}$of${sharedWidth(info, payload.length)}(${[index, ...payload].join(", ")})`;
  }

  /**
   * The common prefix of an enum's variants and classes, followed by `$tag` or `$of` and a number; no other
   * name has this form.
   */
  #enumName(info: EnumInfo): string {
    let name = this.#enums.get(info);
    if (name === undefined) {
      name = this.names.fresh(`${info.name.replace(/^_|[^A-Za-z0-9_]/g, "$")}Enum`);
      this.#enums.set(info, name);
      if (info.module.standard) this.natives.add(info.module.id);
      if (sharesClass(info)) this.#declareSharedClass(info, name);
      else this.#declareVariants(info, name);
    }
    return name;
  }

  /** A class for each variant, as natives expect. */
  #declareVariants(info: EnumInfo, name: string): void {
    const given = info.module.standard ? `${table(info.module.id)}?.enums?.${info.name}` : null;
    info.variants.forEach(({ payload }, index) => {
      const own =
        payload.length === 0 ? `Object.freeze({ tag: ${index} })` : enumClass(payload.length, index);
      const before =
        given === null ? this.#keptAs(`variant ${index}`, info.type) : `${given}?.[${index}] ?? `;
      this.#head.push(`const ${name}$tag${index} = ${before}${own};`);
    });
  }

  #declareSharedClass(info: EnumInfo, name: string): void {
    const widths = new Set(info.variants.map(({ payload }) => sharedWidth(info, payload.length)));
    for (const width of widths)
      this.#head.push(
        `const ${name}$of${width} = ${this.#keptAs(`class ${width}`, info.type)}${enumClass(width)};`,
      );
    info.variants.forEach(({ payload }, index) => {
      if (payload.length > 0) return;
      const own = `new ${name}$of${sharedWidth(info, 0)}(${index})`;
      this.#head.push(`const ${name}$tag${index} = ${this.#keptAs(`variant ${index}`, info.type)}${own};`);
    });
  }

  globalName(info: GlobalInfo): string {
    let name = this.#globals.get(info);
    if (name === undefined && this.session) {
      name = `session.values[${sessionKey(info)}]`;
      this.#globals.set(info, name);
      if (info.zero !== null) this.#head.push(`${name} ??= ${zeroText(info.zero)};`);
    }
    if (name === undefined) {
      name = this.names.fresh(propertyName(info.name));
      this.#globals.set(info, name);
      this.#head.push(`let ${name}${info.zero === null ? "" : ` = ${zeroText(info.zero)}`};`);
    }
    return name;
  }

  descriptorName(descriptor: Descriptor): string {
    let name = this.#descriptors.get(descriptor);
    if (name === undefined) {
      name = this.names.fresh(`${this.typeLabel(descriptor.type)}Type`);
      this.#descriptors.set(descriptor, name);
      const fields = descriptor.fields.map((field) => {
        const type = this.descriptorName(this.lowering.descriptor(field.type));
        return `{ name: ${bytesLiteral(field.name)}, property: "${propertyName(field.name)}", type: ${type} }`;
      });
      const shape = this.session || this.#shared ? `, shape: () => (${this.#shape(descriptor.type)})` : "";
      this.#tables.push(
        `const ${name} = ${this.#keptAs("descriptor", descriptor.type)}{ text: ${bytesLiteral(descriptor.text)}, fields: () => [${fields.join(", ")}]${shape} };`,
      );
    }
    return name;
  }

  /** An Int constant beyond 2^53. */
  wideConstant(value: bigint): string {
    let name = this.#wide.get(value);
    if (name === undefined) {
      name = this.names.fresh("wide");
      this.#wide.set(value, name);
      const high = BigInt.asIntN(32, value >> 32n);
      this.#head.push(
        `const ${name} = ${this.runtimeName("makeInt")}(${high}, ${BigInt.asIntN(32, value)});`,
      );
    }
    return name;
  }

  /** A long String constant. */
  textConstant(value: string): string {
    let name = this.#texts.get(value);
    if (name === undefined) {
      name = this.names.fresh("text");
      this.#texts.set(value, name);
      this.#head.push(`const ${name} = ${bytesLiteral(value)};`);
    }
    return name;
  }

  /** A table from the constants of each case to its number. */
  caseTable(cases: readonly (readonly string[])[]): string {
    const name = this.names.fresh("cases");
    const entries = cases.flatMap((labels, at) => labels.map((label) => `[${label}, ${at}]`));
    this.#tables.push(`const ${name} = new Map([${entries.join(", ")}]);`);
    return name;
  }

  /**
   * In a session, the object that represents a type is the same in all compilations: the session keeps it.
   */
  #keptAs(what: string, type: Type): string {
    if (!this.session) return "";
    return `session.kept(${JSON.stringify(`${what} ${typeKey(type)}`)})[0] ??= `;
  }

  #shape(type: Type): string {
    const makers = {
      struct: (info: StructInfo) => this.structName(info),
      variant: (info: EnumInfo, index: number, payload: readonly string[]) =>
        this.variant(info, index, payload),
      table: (module: string) => {
        this.natives.add(module);
        return table(module);
      },
      stream: (trait: TraitSymbol) => {
        const kind = streamOf(trait);
        const functions = kind === null ? undefined : this.#streams.get(kind);
        return functions === undefined
          ? null
          : `{ kind: "${kind}", of: ${this.functionName(functions.of)}, use: ${this.functionName(functions.use)} }`;
      },
    };
    return shapeText(type, this.lowering, (part) => this.typeName(part), this.#shared ? makers : null);
  }

  /** A type as part of a name. */
  typeLabel(type: Type): string {
    return (
      this.lowering.types
        .textOf(type)
        .replace(/[^A-Za-z0-9]+/g, "_")
        .replace(/^_|_$/g, "")
        .slice(0, 40) || "Unit"
    );
  }

  lambdaMode(lambda: LambdaCode) {
    return this.suspension.modeOfLambda(lambda);
  }
}

/** The key of a global in a session's store, as a literal. */
export function sessionKey(info: GlobalInfo): string {
  return JSON.stringify(storeKey(info));
}

function table(module: string): string {
  return `tables[${JSON.stringify(module)}]`;
}

function functionName(instance: Instance): string {
  return propertyName(instance.symbol === null ? `init_${instance.name}` : instance.name.replace(/\./g, "_"));
}

/** Types whose values may be large strings or lists. */
type SizeKind = "text" | "maybe";

function sizeKind(type: Type): SizeKind | null {
  if (isPrimitive(type, "String")) return "text";
  if (isPrimitive(type, "List")) return "maybe";
  const holds = (isOption(type) || isResult(type)) && type.kind === "Named";
  return holds && sizeKind(type.args[0]!) !== null ? "maybe" : null;
}

/**
 * The most classes that V8's inline caches distinguish where objects are read; with more, each read searches
 * a table.
 */
const FEW_CLASSES = 4;
/** Payloads up to this size are padded to the longest of them. */
const PADDED = 4;

/** Whether the variants of an enum share one class. Natives expect one class each. */
function sharesClass(info: EnumInfo): boolean {
  const withPayload = info.variants.filter(({ payload }) => payload.length > 0).length;
  return !info.module.standard && withPayload + (withPayload < info.variants.length ? 1 : 0) > FEW_CLASSES;
}

function sharedWidth(info: EnumInfo, parts: number): number {
  if (parts > PADDED) return parts;
  return Math.max(...info.variants.map(({ payload }) => (payload.length > PADDED ? 0 : payload.length)));
}

/** `tag`: the variant, if the class is for a single one. */
function enumClass(width: number, tag?: number): string {
  const names = Array.from({ length: width }, (_, i) => `p${i}`);
  const params = tag === undefined ? ["tag", ...names] : names;
  const stores = names.map((name) => ` this.${name} = ${name};`).join("");
  return `class { constructor(${params.join(", ")}) { this.tag = ${tag ?? "tag"};${stores} } }`;
}

function zeroText(zero: bigint | number | boolean | string): string {
  return typeof zero === "string" ? '""' : `${zero}`;
}
