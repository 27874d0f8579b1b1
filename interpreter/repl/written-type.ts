// The type of a variable as the next compilation of the session writes it, with the imports that make
// its names visible: a value may be of a type that the user has never imported.
import { relative } from "node:path";
import type { Module, Type } from "../check/index.ts";

export interface WrittenType {
  readonly text: string;
  readonly imports: readonly string[];
}

/** `home` is the session's own module, local imports are relative to `directory`. Of solved types. */
export function writeType(type: Type, home: Module, directory: string): WrittenType {
  const imports = new Set<string>();
  const text = new TypeWriter(home, directory, imports).write(type);
  return { text, imports: [...imports] };
}

class TypeWriter {
  readonly #home: Module;
  readonly #directory: string;
  readonly #imports: Set<string>;

  constructor(home: Module, directory: string, imports: Set<string>) {
    this.#home = home;
    this.#directory = directory;
    this.#imports = imports;
  }

  write(type: Type): string {
    switch (type.kind) {
      case "Named": {
        const { symbol } = type;
        return (symbol.kind === "Primitive" ? symbol.name : this.#nameOf(symbol)) + this.#args(type.args);
      }
      case "Fun":
        return `fun(${type.params.map((param) => this.write(param)).join(", ")}) -> ${this.write(type.result)}`;
      case "Dyn":
        return `dyn ${this.#nameOf(type.trait.trait)}${this.#args(type.trait.args)}`;
      case "Var":
        return type.solution === null ? "Int" : this.write(type.solution);
      case "Param":
        return type.name;
      case "Never":
        return "Unit";
    }
  }

  #args(args: readonly Type[]): string {
    return args.length === 0 ? "" : `<${args.map((arg) => this.write(arg)).join(", ")}>`;
  }

  #nameOf({ name, module }: { readonly name: string; readonly module: Module }): string {
    if (module.id === this.#home.id || module.id === "std/core") return name;
    if (module.standard) {
      // Its types are visible everywhere, once it is loaded.
      this.#imports.add(`import ${module.id} as __${module.id.replace("/", "_")}`);
      return name;
    }
    const path = relative(this.#directory, module.id);
    const alias = `__${path.replace(/\W/g, "_")}_${name}`;
    this.#imports.add(`import "${path.startsWith(".") ? path : `./${path}`}" { ${name} as ${alias} }`);
    return alias;
  }
}
