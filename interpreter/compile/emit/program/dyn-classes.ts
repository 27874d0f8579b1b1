// Values behind `dyn`: objects of classes whose methods call the functions of the value's type. V8 inlines
// calls with up to four receiver classes and is slow for megamorphic calls, so all types behind a trait with
// more share one class, whose objects hold the table of their functions.
import type { Instance, VTable } from "../../ir/index.ts";
import { propertyName } from "../values/index.ts";
import type { ProgramText } from "./program-text.ts";

const MOST_INLINED = 4;

export class DynClasses {
  readonly #program: ProgramText;
  readonly #declare: (line: string) => void;
  /** The number of types behind each trait. */
  readonly #types = new Map<string, number>();
  /** The class of each type or, behind a trait with many types, its table. */
  readonly #names = new Map<VTable, string>();
  /** The shared classes of traits with many types. */
  readonly #shared = new Map<string, string>();

  /** `declare` receives lines that may refer to functions. */
  constructor(program: ProgramText, vtables: Iterable<VTable>, declare: (line: string) => void) {
    this.#program = program;
    this.#declare = declare;
    for (const { trait } of vtables) this.#types.set(trait, (this.#types.get(trait) ?? 0) + 1);
  }

  /** The expression that wraps a value of the table's type in its trait. */
  wrapped(vtable: VTable, value: string): string {
    const wide = this.#types.get(vtable.trait)! > MOST_INLINED;
    let name = this.#names.get(vtable);
    if (name === undefined) {
      name = this.#program.names.fresh(`${traitName(vtable)}Of${this.#program.typeLabel(vtable.type)}`);
      this.#names.set(vtable, name);
      this.#declare(
        `const ${name} = ${wide ? this.#tableText(vtable) : this.#classText(vtable, (instance) => this.#program.functionName(instance))};`,
      );
    }
    return wide ? `new ${this.#sharedClass(vtable)}(${value}, ${name})` : `new ${name}(${value})`;
  }

  #tableText({ methods }: VTable): string {
    return `{ ${methods.map(({ name, instance }) => `${propertyName(name)}: ${this.#program.functionName(instance)}`).join(", ")} }`;
  }

  #sharedClass(vtable: VTable): string {
    let name = this.#shared.get(vtable.trait);
    if (name === undefined) {
      name = this.#program.names.fresh(`Any${traitName(vtable)}`);
      this.#shared.set(vtable.trait, name);
      const make = "constructor(value, functions) { super(value); this.functions = functions; }";
      this.#declare(
        `const ${name} = ${this.#classText(vtable, (_, method) => `this.functions.${method}`, make)};`,
      );
    }
    return name;
  }

  #classText({ methods }: VTable, callee: (instance: Instance, method: string) => string, make = ""): string {
    const texts = methods.map(({ name, instance }) => {
      const method = propertyName(name);
      // The parameters of the declaration: natives have none.
      const params = instance.symbol!.params.map((_, at) => `p${at}`);
      return `${method}(${params.join(", ")}) { return ${callee(instance, method)}(${["this.value", ...params].join(", ")}); }`;
    });
    return `class extends ${this.#program.runtimeName("Dyn")} { ${[make, ...texts].join(" ")} }`;
  }
}

function traitName({ trait }: VTable): string {
  return trait.replace(/.* /, "").replace(/^_/, "$$");
}
