// TypeScript declarations for a file of the language: for a host module the functions that the host supplies,
// for a script those that the host may call. The types of values are those of the table in docs/embedding.md.
import type { Source } from "../../source/index.ts";
import type {
  AliasItem,
  EnumItem,
  FunctionItem,
  GenericParam,
  Item,
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

/** Names that the declarations below use, or that TypeScript does not allow for a type. */
const TAKEN: ReadonlySet<string> = new Set(
  "Api ByteSink ByteSource Err ErrorValue Functions Map Promise ReadableStream ReadonlyMap ReadonlySet Set Uint8Array WritableStream any bigint boolean never null number object string symbol undefined unknown void".split(
    " ",
  ),
);

/** The text of a `.d.ts` file. */
export function typescriptOf(source: Source, tree: Tree): string {
  return new Declarations(source, tree).text();
}

class Declarations {
  readonly #source: Source;
  readonly #tree: Tree;
  /** The names in TypeScript of the types of the file itself. */
  readonly #own = new Map<string, string>();
  /** The same of those whose values the host gives in another form than it receives them. */
  readonly #given = new Map<string, string>();
  readonly #methods = new Map<string, FunctionItem[]>();
  readonly #imports = new Set<string>();
  /** What `Self` stands for in the current declaration. */
  #self = "unknown";
  /** The type parameters of the current declaration. */
  #generics: ReadonlySet<string> = new Set();

  constructor(source: Source, tree: Tree) {
    this.#source = source;
    this.#tree = tree;
    const types = tree.items.filter(isTypeItem);
    const declared = new Set(types.map((item) => item.name.name));
    const used = new Set([...TAKEN, ...declared]);
    const unused = (wanted: string): string => {
      let name = wanted;
      while (used.has(name)) name += "_";
      used.add(name);
      return name;
    };
    for (const name of declared)
      this.#own.set(name, TAKEN.has(name) || safe(name) !== name ? unused(`${name}_`) : name);
    for (const name of twoSided(types)) this.#given.set(name, unused(`Given${name}`));
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
    for (const item of this.#tree.items.filter(isTypeItem)) {
      parts.push(this.#doc(item) + this.#declaration(item, "host"));
      if (this.#given.has(item.name.name))
        parts.push(
          `/** \`${this.#own.get(item.name.name)!}\` as the host passes it to the script. */\n${this.#declaration(item, "script")}`,
        );
    }
    parts.push(this.#functions());
    const imports = [...this.#imports].toSorted();
    return `${imports.length === 0 ? "" : `import type { ${imports.join(", ")} } from "stdlang";\n\n`}${parts.filter((part) => part !== "").join("\n")}`;
  }

  #declaration(item: TypeItem, to: Side): string {
    if (item.kind === "StructItem") return this.#struct(item, to);
    if (item.kind === "EnumItem") return this.#enum(item, to);
    return this.#within(
      item.generics,
      () => `export type ${this.#nameOf(item, to)} = ${this.#type(item.type, to)};\n`,
    );
  }

  /** The name of a type and its type parameters, as they are declared. */
  #nameOf(item: TypeItem, to: Side): string {
    return this.#ownName(item.name.name, to) + parameters(item.generics);
  }

  #ownName(name: string, to: Side): string {
    return (to === "script" ? this.#given.get(name) : undefined) ?? this.#own.get(name)!;
  }

  /** A struct: an opaque one, whose objects have methods of the host, or an object with the fields. */
  #struct(item: StructItem, to: Side): string {
    return this.#within(item.generics, () => {
      this.#self = this.#nameOf(item, "host");
      const methods = (this.#methods.get(item.name.name) ?? [])
        .filter((method) => method.self !== null)
        .map((method) => this.#member(method, method.name.name, true));
      const fields = item.fields.map((field) => `  ${field.name.name}: ${this.#type(field.type, to)};\n`);
      this.#self = "unknown";
      return `export interface ${this.#nameOf(item, to)} {\n${[...fields, ...methods].join("")}}\n`;
    });
  }

  #enum(item: EnumItem, to: Side): string {
    return this.#within(item.generics, () => {
      const variants = item.variants.map(({ name: { name }, payload }) => {
        if (payload.length === 0) return JSON.stringify(name);
        const types = payload.map((part) => this.#type(part.type, to));
        if (payload[0]!.name !== null)
          return `{ ${name}: { ${payload.map((part, i) => `${part.name!.name}: ${types[i]}`).join("; ")} } }`;
        return `{ ${name}: ${types.length === 1 ? types[0] : `[${types.join(", ")}]`} }`;
      });
      return `export type ${this.#nameOf(item, to)} =\n${variants
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
        const names = new Set<string>();
        const params = fn.params.map((param) => {
          let own = safe(param.name.name);
          while (names.has(own)) own += "_";
          names.add(own);
          return `${own}: ${this.#type(param.type!, native ? "host" : "script")}`;
        });
        const result = fn.result === null ? "void" : this.#type(fn.result, native ? "script" : "host");
        const blocking = native && fn.attributes.some((attribute) => attribute.name.name === "blocking");
        const { length } = this.#doc(fn);
        const doc = length === 0 ? "" : this.#doc(fn).replace(/^(?=.)/gm, "  ");
        // A plain `new` would declare a constructor.
        return `${doc}  ${name === "new" ? '"new"' : name}${parameters(fn.generics)}(${params.join(", ")}): ${blocking ? `${result} | Promise<${result}>` : result};\n`;
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
    if (this.#own.has(name)) {
      const own = this.#ownName(name, to);
      return args.length === 0 ? own : `${own}<${args.map((each) => this.#type(each, to)).join(", ")}>`;
    }
    switch (name) {
      case "Self":
        return this.#self;
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
        return "{ readonly kind: string; readonly message: string; readonly code?: string }";
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
    return text.startsWith("readonly ") || isUnion(text) ? `(${text})` : text;
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

type TypeItem = StructItem | EnumItem | AliasItem;

function isTypeItem(item: Item): item is TypeItem {
  return item.kind === "StructItem" || item.kind === "EnumItem" || item.kind === "AliasItem";
}

/** The names of the types with functions, streams or results, which the host gives in another form. */
function twoSided(items: readonly TypeItem[]): Set<string> {
  const found = new Set<string>();
  const differs = (type: TypeNode): boolean => {
    switch (type.kind) {
      case "FunType":
        return true;
      case "DynType":
        return ["Reader", "Writer"].includes(type.trait.name.name);
      case "OptionType":
        return differs(type.inner);
      case "TupleType":
        return type.parts.some(differs);
      case "NamedType":
        return found.has(type.name.name) || type.name.name === "Result" || type.args.some(differs);
      case "UnitType":
      case "BrokenType":
        return false;
    }
  };
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const item of items) if (partsOf(item).some(differs)) found.add(item.name.name);
  }
  return found;
}

function partsOf(item: TypeItem): readonly TypeNode[] {
  if (item.kind === "AliasItem") return [item.type];
  const parts = item.kind === "StructItem" ? item.fields : item.variants.flatMap(({ payload }) => payload);
  return parts.map((part) => part.type);
}

/** Whether a type consists of alternatives, outside of all brackets. */
function isUnion(text: string): boolean {
  let depth = 0;
  for (const sign of text.replaceAll("=>", "")) {
    if ("([{<".includes(sign)) depth++;
    if (")]}>".includes(sign)) depth--;
    if (sign === "|" && depth === 0) return true;
  }
  return false;
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
