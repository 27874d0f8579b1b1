// The declarations that all functions of the generated program share: runtime functions, natives
// (native-names.ts), classes of structs and enums (enum-classes.ts), globals, method tables (dyn-classes.ts)
// and type descriptors. Each is emitted once, on first use.
import type { Module, TraitSymbol, Type } from "../../../check/index.ts";
import type { Ranges } from "../../analysis/ranges/index.ts";
import type { Suspension } from "../../analysis/suspend/index.ts";
import {
  isUnit,
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
  type Local,
  type Reached,
  type StructInfo,
} from "../../ir/index.ts";
import type { LoweredProgram, ProgramLowering, Tracing } from "../../lower/index.ts";
import { bytesLiteral, Names, propertyName, type RuntimeName } from "../values/index.ts";
import { forwardedFunctions } from "./forwarded.ts";
import { DynClasses } from "./dyn-classes.ts";
import { EnumClasses } from "./enum-classes.ts";
import { Marks } from "./marks.ts";
import { NativeNames } from "./native-names.ts";
import { shapeText } from "./shapes.ts";

/** The key of a global variable for a debugger. */
export function probedKey({ module, name }: GlobalInfo): string {
  return `${module.source.name} ${name}`;
}

/** The counters of a program that counts its statements. */
export interface Counters {
  readonly count: number;
  /** The number of the counter of each statement, by its offset. */
  readonly of: ReadonlyMap<Module, ReadonlyMap<number, number>>;
}

export interface EmitOptions {
  readonly tracing: Tracing | null;
  /** Whether its global variables are those of a program that is stopped. */
  readonly inside: boolean;
  readonly metered: boolean;
  readonly countsCalls: boolean;
  /** The host calls its functions, one at a time. */
  readonly library: boolean;
  readonly session: boolean;
  readonly asserting: boolean;
  /** Whether loops that terminate by themselves check the heap, too. */
  readonly checksAllLoops: boolean;
  /** Whether functions with deferred calls ask for the stack that these need. */
  readonly keepsReserve: boolean;
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
  /** Whether it stops for a debugger. */
  readonly stops: boolean;
  /** Functions that stop for a debugger where they return an `Err`. */
  readonly failing: ReadonlySet<Instance>;
  /** Whether each statement has a mark. */
  readonly marksStatements: boolean;
  readonly #counts: boolean;
  readonly inside: boolean;
  readonly asserting: boolean;
  readonly checksAllLoops: boolean;
  readonly keepsReserve: boolean;
  /** Whether values are passed to and from the host. */
  readonly #shared: boolean;
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
  readonly enums: EnumClasses;
  readonly #runtimeNames = new Map<string, string>();
  readonly #nativeNames: NativeNames;
  readonly #functions = new Map<Instance, string>();
  readonly #structs = new Map<StructInfo, string>();
  readonly #globals = new Map<GlobalInfo, string>();
  readonly #streams: HostStreams;
  /** The numbers of the counters of statements, by module and offset. */
  readonly #counters = new Map<Module, Map<number, number>>();
  #counterCount = 0;
  readonly #descriptors = new Map<Descriptor, string>();
  readonly #wide = new Map<bigint, string>();
  readonly #texts = new Map<string, string>();
  /** Declarations in order: natives and classes; then tables, which refer to functions. */
  readonly #head: string[] = [];
  readonly #tables: string[] = [];

  constructor(
    { lowering, instances, code, streams, failing }: LoweredProgram,
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
    this.stops = options.tracing === "stops";
    this.failing = this.stops ? failing : new Set();
    this.#counts = options.tracing === "counts";
    this.marksStatements = options.tracing !== null && !this.#counts;
    this.inside = options.inside;
    this.#shared = options.library || [...lowering.program.modules.values()].some((module) => module.host);
    this.asserting = options.asserting;
    this.checksAllLoops = options.checksAllLoops;
    this.keepsReserve = options.keepsReserve;
    for (const reserved of [
      "$",
      "assertInt",
      "assertForm",
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
      "copied",
      "calls",
      "ready",
      "entries",
      "start",
      "session",
      "hits",
      "probe",
      "act",
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
    const declare = (line: string): void => void this.#head.push(line);
    const tableOf = (module: string): string => this.#tableOf(module);
    const { names } = this;
    this.enums = new EnumClasses({
      names,
      tableOf,
      keptAs: (what, type) => this.#keptAs(what, type),
      declare,
    });
    this.#nativeNames = new NativeNames({
      names,
      metered: this.metered,
      tableOf,
      runtimeName: (name) => this.runtimeName(name),
      typeName: (type) => this.typeName(type),
      parameterTypes: (instance, symbol) => lowering.parameterTypes(instance, symbol),
      declare,
    });
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

  /** The statement that counts that others are reached. */
  reached(module: Module, { at, also }: Reached): string {
    const counters = this.#counters.get(module) ?? new Map<number, number>();
    this.#counters.set(module, counters);
    let counter = counters.get(at);
    if (counter === undefined) {
      counter = this.#counterCount++;
      for (const each of [at, ...also]) counters.set(each, counter);
    }
    if (this.stops) return `if (probe.at(${counter}, act)) debugger;`;
    return this.#counts ? `hits[${counter}]++;` : ";";
  }

  /**
   * For debuggers: the variables of a function by its number, with their names, JavaScript and types.
   */
  noteVariables(emitter: {
    readonly fn: number;
    readonly locals: ReadonlyMap<Local, string>;
    readonly splits: ReadonlyMap<Local, { readonly hi: string; readonly lo: string }>;
  }): void {
    if (!this.stops || this.marks.moduleOf(emitter.fn).standard) return;
    const rows: string[] = [];
    const add = ({ name, type }: Local, text: string): void => {
      if (name === "" || isUnit(type) || type.kind === "Never" || !/^[A-Za-z_]\w*$/.test(name)) return;
      rows.push(`[${JSON.stringify(name)}, ${JSON.stringify(text)}, ${this.typeName(type)}]`);
    };
    for (const [local, text] of emitter.locals) add(local, text);
    for (const [local, { hi, lo }] of emitter.splits)
      add(local, `(BigInt(${hi}) << 32n | BigInt(${lo} >>> 0))`);
    this.#tables.push(`probe.variables[${emitter.fn}] = () => [${rows.join(", ")}];`);
  }

  get counters(): Counters {
    return { count: this.#counterCount, of: this.#counters };
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
    return instance.native === null
      ? this.#functions.get(instance)!
      : this.#nativeNames.of(instance.native, instance);
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
      const given = info.module.native ? `${this.#tableOf(info.module.id)}?.structs?.${info.name} ?? ` : "";
      this.#head.push(`const ${name} = ${given}${own};`);
    }
    return name;
  }

  globalName(info: GlobalInfo): string {
    let name = this.#globals.get(info);
    if (name === undefined && this.inside && !info.module.standard) {
      name = `probe.globals[${JSON.stringify(probedKey(info))}].value`;
      this.#globals.set(info, name);
    }
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
      const shape =
        this.session || this.#shared || this.stops || this.inside
          ? `, shape: () => (${this.#shape(descriptor.type)})`
          : "";
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
        this.enums.variant(info, index, payload),
      table: (module: string) => this.#tableOf(module),
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

  /** The text for the NativeTable of a module, which the program then needs. */
  #tableOf(module: string): string {
    this.natives.add(module);
    return `tables[${JSON.stringify(module)}]`;
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

function functionName(instance: Instance): string {
  return propertyName(instance.symbol === null ? `init_${instance.name}` : instance.name.replace(/\./g, "_"));
}

function zeroText(zero: bigint | number | boolean | string): string {
  return typeof zero === "string" ? '""' : `${zero}`;
}
