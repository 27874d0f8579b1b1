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
    const result = sizeKind(instance.result);
    if ([...params, result].every((kind) => kind === null)) return this.#plain(native);
    const key = [native.module, native.name, ...params, result].join(":");
    let name = this.#names.get(key);
    if (name === undefined) {
      const plain = this.#plain(native);
      name = this.#context.names.fresh(`${plain}$watched`);
      this.#names.set(key, name);
      const size = (kind: SizeKind, value: string): string =>
        kind === "text" ? `${value}.length` : `${this.#context.runtimeName("sizeOf")}(${value})`;
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
      this.#context.declare(
        `const ${name} = (${all.join(", ")}) => { const read = ${read.join(" + ") || "0"}; const made = ${plain}(${all.join(", ")}); const bytes = ${made}; if (read + bytes > 4096) runtime.handled(read, bytes); return made; };`,
      );
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

/** Types whose values may be large strings or lists. */
type SizeKind = "text" | "maybe";

function sizeKind(type: Type): SizeKind | null {
  if (isPrimitive(type, "String")) return "text";
  if (isPrimitive(type, "List")) return "maybe";
  const holds = (isOption(type) || isResult(type)) && type.kind === "Named";
  return holds && sizeKind(type.args[0]!) !== null ? "maybe" : null;
}
