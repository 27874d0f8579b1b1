// TypeScript declarations for a file of the language: for a host module the functions that the host supplies,
// for a script those that the host may call. The types of values are those of the table in docs/embedding.md.
import type { Source } from "../../source/index.ts";
import type {
  EnumItem,
  FunctionItem,
  GenericParam,
  Node,
  StructItem,
  Tree,
  TypeNode,
} from "../../syntax/index.ts";

/**
 * The side that receives a value: a function of a script returns a promise to the host, lists of the host are
 * only read.
 */
type Side = "host" | "script";

const KNOWN: Readonly<Record<string, string>> = {
  Int: "number",
  Float: "number",
  Bool: "boolean",
  String: "string",
  Char: "string",
  Unit: "void",
  JsonValue: "unknown",
};

/** The text of a `.d.ts` file. */
export function typescriptOf(source: Source, tree: Tree): string {
  return new Declarations(source, tree).text();
}

class Declarations {
  readonly #source: Source;
  readonly #tree: Tree;
  /** The names of types of the file itself. */
  readonly #own: ReadonlySet<string>;
  readonly #methods = new Map<string, FunctionItem[]>();
  readonly #imports = new Set<string>();
  /** The type parameters of the current declaration. */
  #generics: ReadonlySet<string> = new Set();

  constructor(source: Source, tree: Tree) {
    this.#source = source;
    this.#tree = tree;
    this.#own = new Set(
      tree.items.flatMap((item) =>
        item.kind === "StructItem" || item.kind === "EnumItem" || item.kind === "AliasItem"
          ? [item.name.name]
          : [],
      ),
    );
    for (const item of tree.items) {
      if (item.kind !== "ImplItem") continue;
      const { name } = item.target.name;
      this.#methods.set(name, [
        ...(this.#methods.get(name) ?? []),
        ...item.methods.filter((method) => method.body === null),
      ]);
    }
  }

  text(): string {
    const parts: string[] = [];
    for (const item of this.#tree.items) {
      if (item.kind === "StructItem") parts.push(this.#struct(item));
      if (item.kind === "EnumItem") parts.push(this.#enum(item));
      if (item.kind === "AliasItem")
        parts.push(
          this.#within(
            item.generics,
            () =>
              `${this.#doc(item)}export type ${item.name.name}${parameters(item.generics)} = ${this.#type(item.type, "host")};\n`,
          ),
        );
    }
    parts.push(this.#functions());
    const imports = [...this.#imports].toSorted();
    return `${imports.length === 0 ? "" : `import type { ${imports.join(", ")} } from "stdlang";\n\n`}${parts.filter((part) => part !== "").join("\n")}`;
  }

  /** A struct: an opaque one, whose objects have methods of the host, or an object with the fields. */
  #struct(item: StructItem): string {
    return this.#within(item.generics, () => {
      const methods = (this.#methods.get(item.name.name) ?? [])
        .filter((method) => method.self !== null)
        .map((method) => this.#member(method, method.name.name, true));
      const fields = item.fields.map((field) => `  ${field.name.name}: ${this.#type(field.type, "host")};\n`);
      return `${this.#doc(item)}export interface ${item.name.name}${parameters(item.generics)} {\n${[...fields, ...methods].join("")}}\n`;
    });
  }

  #enum(item: EnumItem): string {
    return this.#within(item.generics, () => {
      const variants = item.variants.map(({ name: { name }, payload }) => {
        if (payload.length === 0) return JSON.stringify(name);
        const types = payload.map((part) => this.#type(part.type, "host"));
        if (payload[0]!.name !== null)
          return `{ ${name}: { ${payload.map((part, i) => `${part.name!.name}: ${types[i]}`).join("; ")} } }`;
        return `{ ${name}: ${types.length === 1 ? types[0] : `[${types.join(", ")}]`} }`;
      });
      return `${this.#doc(item)}export type ${item.name.name}${parameters(item.generics)} =\n${variants
        .map((variant) => `  | ${variant}\n`)
        .join("")
        .trimEnd()};\n`;
    });
  }

  #functions(): string {
    const all = this.#tree.items.filter((item) => item.kind === "FunctionItem");
    const natives = all.filter((fn) => fn.body === null);
    const associated = [...this.#methods].flatMap(([type, methods]) =>
      methods
        .filter((method) => method.self === null)
        .map((method) => this.#member(method, JSON.stringify(`${type}.${method.name.name}`), true)),
    );
    if (natives.length > 0 || [...this.#methods.values()].some((methods) => methods.length > 0)) {
      const members = natives.map((fn) => this.#member(fn, fn.name.name, true));
      return `/** What the host supplies: \`functions\` of \`defineModule\`. */\nexport type Functions = {\n${[...members, ...associated].join("")}};\n`;
    }
    const members = all
      .filter((fn) => fn.generics.length === 0 && !fn.name.name.startsWith("__"))
      .map((fn) => this.#member(fn, fn.name.name, false));
    return `/** What the host may call: \`engine.load<Api>(…)\`. */\nexport type Api = {\n${members.join("")}};\n`;
  }

  /** `native` means that the host is called; otherwise the host calls. */
  #member(fn: FunctionItem, name: string, native: boolean): string {
    const outer = this.#generics;
    const made = this.#within(
      fn.generics,
      () => {
        const params = fn.params.map(
          (param) => `${safe(param.name.name)}: ${this.#type(param.type!, native ? "host" : "script")}`,
        );
        const result = fn.result === null ? "void" : this.#type(fn.result, native ? "script" : "host");
        const blocking = native && fn.attributes.some((attribute) => attribute.name.name === "blocking");
        const { length } = this.#doc(fn);
        const doc = length === 0 ? "" : this.#doc(fn).replace(/^(?=.)/gm, "  ");
        return `${doc}  ${name}${parameters(fn.generics)}(${params.join(", ")}): ${blocking ? `${result} | Promise<${result}>` : result};\n`;
      },
      outer,
    );
    return made;
  }

  #within(
    generics: readonly GenericParam[],
    make: () => string,
    outer: ReadonlySet<string> = new Set(),
  ): string {
    const before = this.#generics;
    this.#generics = new Set([...outer, ...generics.map((param) => param.name.name)]);
    const made = make();
    this.#generics = before;
    return made;
  }

  #type(type: TypeNode, to: Side): string {
    switch (type.kind) {
      case "UnitType":
        return "void";
      case "TupleType":
        return `[${type.parts.map((part) => this.#type(part, to)).join(", ")}]`;
      case "OptionType":
        return `${this.#part(type.inner, to)} | null`;
      case "FunType": {
        const params = type.params
          .map((param, i) => `a${i}: ${this.#type(param, to === "host" ? "script" : "host")}`)
          .join(", ");
        const result = this.#type(type.result, to);
        return `((${params}) => ${to === "host" ? `Promise<${result}>` : result})`;
      }
      case "NamedType":
        return this.#named(type.name.name, type.args, to);
      case "DynType":
        return this.#stream(type.trait.name.name, to);
      case "BrokenType":
        return "unknown";
    }
  }

  /**
   * The type of a stream: the host receives web streams from a script, and passes readable or writable
   * objects.
   */
  #stream(trait: string, to: Side): string {
    const declared = this.#tree.items.some((item) => item.kind === "TraitItem" && item.name.name === trait);
    if (declared || (trait !== "Reader" && trait !== "Writer")) return "unknown";
    if (to === "host")
      return trait === "Reader" ? "ReadableStream<Uint8Array>" : "WritableStream<Uint8Array | string>";
    const name = trait === "Reader" ? "ByteSource" : "ByteSink";
    this.#imports.add(name);
    return name;
  }

  #named(name: string, args: readonly TypeNode[], to: Side): string {
    const arg = (i: number): string => (args[i] === undefined ? "unknown" : this.#type(args[i], to));
    if (this.#generics.has(name)) return name;
    if (this.#own.has(name))
      return args.length === 0 ? name : `${name}<${args.map((each) => this.#type(each, to)).join(", ")}>`;
    switch (name) {
      case "List":
        return args[0] === undefined
          ? "unknown[]"
          : `${to === "script" ? "readonly " : ""}${this.#part(args[0], to)}[]`;
      case "Option":
        return args[0] === undefined ? "unknown" : `${this.#part(args[0], to)} | null`;
      case "Set":
        return `${to === "script" ? "ReadonlySet" : "Set"}<${arg(0)}>`;
      case "Map":
        return `${to === "script" ? "ReadonlyMap" : "Map"}<${arg(0)}, ${arg(1)}>`;
      case "Error":
        return "{ readonly kind: string; readonly message: string }";
      case "Result": {
        this.#imports.add("Err");
        if (to === "host") return `${arg(0)} | Err<${arg(1)}>`;
        this.#imports.add("ErrorValue");
        return `${arg(0)} | Err<${arg(1)} | ErrorValue>`;
      }
      default:
        return Object.hasOwn(KNOWN, name) ? KNOWN[name]! : "unknown";
    }
  }

  /** A type as part of another type. */
  #part(type: TypeNode, to: Side): string {
    const text = this.#type(type, to);
    return / \| |^readonly /.test(text) && !/^[([{<]/.test(text) ? `(${text})` : text;
  }

  /** The doc comment of a declaration: the `///` lines above it. */
  #doc(node: Node): string {
    const lines = this.#source.text.slice(0, node.span.start).split("\n").slice(0, -1);
    const doc: string[] = [];
    for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
      const text = line.trim();
      if (text.startsWith("///")) doc.unshift(text.slice(3).trim());
      else if (!text.startsWith("@")) break;
    }
    if (doc.length === 0) return "";
    const safeText = doc.map((line) => line.replaceAll("*/", "*\\/"));
    return safeText.length === 1
      ? `/** ${safeText[0]} */\n`
      : `/**\n${safeText.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
  }
}

function parameters(generics: readonly GenericParam[]): string {
  return generics.length === 0 ? "" : `<${generics.map((param) => param.name.name).join(", ")}>`;
}

/** Replaces names that are reserved in TypeScript. */
function safe(name: string): string {
  return /^(?:arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/.test(
    name,
  )
    ? `${name}_`
    : name;
}
