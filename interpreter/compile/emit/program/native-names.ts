// The names of natives in the generated program. Each is declared on first use, with a wrapper if it must be:
// in programs with limits, one that counts what the native handles; for a native of the host, one that
// converts its values.
import type { FunctionSymbol, Type } from "../../../check/index.ts";
import { isOption, isPrimitive, isResult, type Instance, type NativeRef } from "../../ir/index.ts";
import type { Names, RuntimeName } from "../values/index.ts";

/** The parts of a program that declarations of natives use. */
interface NativeContext {
  readonly names: Names;
  readonly metered: boolean;
  /** The text for the NativeTable of a module, which the program then needs. */
  tableOf(module: string): string;
  runtimeName(name: RuntimeName): string;
  /** The name of a type's descriptor. */
  typeName(type: Type): string;
  parameterTypes(instance: Instance, symbol: FunctionSymbol): readonly Type[];
  declare(line: string): void;
}

export class NativeNames {
  readonly #context: NativeContext;
  readonly #names = new Map<string, string>();
  readonly #crossings = new Map<Instance, string>();

  constructor(context: NativeContext) {
    this.#context = context;
  }

  of(native: NativeRef, instance: Instance): string {
    const { symbol } = instance;
    if (symbol?.module.host === true) return this.#crossing(native, instance, symbol);
    if (!this.#context.metered || native.quick || symbol === null) return this.#plain(native);
    return this.#counted(native, instance, symbol);
  }

  #plain(native: NativeRef): string {
    const key = `${native.module}:${native.name}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      const table = this.#context.tableOf(native.module);
      name = this.#context.names.fresh(labelOf(native));
      this.#names.set(key, name);
      this.#context.declare(`const ${name} = ${table}.functions[${JSON.stringify(native.name)}];`);
    }
    return name;
  }

  /**
   * With limits, natives whose arguments or result may be large are counted, each by its own wrapper, which
   * V8 inlines.
   */
  #counted(native: NativeRef, instance: Instance, symbol: FunctionSymbol): string {
    const params = this.#context.parameterTypes(instance, symbol).map(sizeKind);
    // A part of a string shares its memory.
    const result = native.part && isText(instance.result) ? null : sizeKind(instance.result);
    if ([...params, result].every((kind) => kind === null)) return this.#plain(native);
    const key = [native.module, native.name, ...params, result].join(":");
    let name = this.#names.get(key);
    if (name === undefined) {
      const plain = this.#plain(native);
      name = this.#context.names.fresh(`${plain}$watched`);
      this.#names.set(key, name);
      const length = (kind: SizeKind, value: string): string =>
        kind === "text" ? `${value}.length` : `${this.#context.runtimeName("lengthOf")}(${value})`;
      const names = params.map((_, i) => `a${i}`);
      const read = params.flatMap((kind, i) =>
        kind === null || (i === 0 && native.part) ? [] : [length(kind, names[i]!)],
      );
      // A native that waits returns a promise, whose value is counted when it is fulfilled.
      const made = native.blocking || native.long || native.calls ? "maybe" : result;
      const all = native.blocking ? [...names, "site"] : names;
      const call = `${plain}(${all.join(", ")})`;
      const before =
        read.length === 0
          ? ""
          : `if ((meter -= (${read.join(" + ")}) >> 4) < 0) meter = runtime.step(meter); `;
      const after =
        result === null
          ? `return ${call};`
          : `const made = ${call}; const length = ${length(made!, "made")}; if ((meter -= length >> 4) < 0) meter = runtime.step(meter); if (length > 4096) runtime.made(${this.#context.runtimeName("sizeOf")}(made)); return made;`;
      this.#context.declare(`const ${name} = (${all.join(", ")}) => { ${before}${after} };`);
    }
    return name;
  }

  /** A native of the host, with the types that cross the border in this call. */
  #crossing(native: NativeRef, instance: Instance, symbol: FunctionSymbol): string {
    let name = this.#crossings.get(instance);
    if (name === undefined) {
      const table = this.#context.tableOf(native.module);
      name = this.#context.names.fresh(labelOf(native));
      this.#crossings.set(instance, name);
      const params = this.#context
        .parameterTypes(instance, symbol)
        .map((type) => this.#context.typeName(type));
      const parts = [
        table,
        JSON.stringify(native.name),
        `() => [${params.join(", ")}]`,
        `() => ${this.#context.typeName(instance.result)}`,
        `${native.blocking}`,
      ];
      this.#context.declare(
        `const ${name} = ${this.#context.runtimeName("crossing")}(runtime, ${parts.join(", ")});`,
      );
    }
    return name;
  }
}

function labelOf({ module, name }: NativeRef): string {
  return `${module.replace(/.*\//, "")}_${name}`.replace(/[^A-Za-z0-9_]/g, "_");
}

/** Whether the only large values of the type are strings. */
function isText(type: Type): boolean {
  return isPrimitive(type, "String") || (isOption(type) && type.kind === "Named" && isText(type.args[0]!));
}

/** Types whose values may be large strings or lists. */
type SizeKind = "text" | "maybe";

function sizeKind(type: Type): SizeKind | null {
  if (isPrimitive(type, "String")) return "text";
  if (isPrimitive(type, "List")) return "maybe";
  const holds = (isOption(type) || isResult(type)) && type.kind === "Named";
  return holds && sizeKind(type.args[0]!) !== null ? "maybe" : null;
}
