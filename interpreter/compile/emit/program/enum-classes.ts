// The classes of enums, declared on first use. An enum of the program with many variants has one class for all,
// so that reads of its tag stay fast; otherwise each variant has its own class.
import type { Type } from "../../../check/index.ts";
import type { EnumInfo } from "../../ir/index.ts";
import type { Names } from "../values/index.ts";

/**
 * The most classes that V8's inline caches distinguish where objects are read; with more, each read searches
 * a table.
 */
const FEW_CLASSES = 4;
/** Payloads up to this size are padded to the longest of them. */
const PADDED = 4;

/** The parts of a program that declarations of enums use. */
interface EnumContext {
  readonly names: Names;
  /** The text for the NativeTable of a module, which the program then needs. */
  tableOf(module: string): string;
  /** The text before an object that represents a type, which makes a session keep it. */
  keptAs(what: string, type: Type): string;
  declare(line: string): void;
}

export class EnumClasses {
  readonly #context: EnumContext;
  readonly #names = new Map<EnumInfo, string>();

  constructor(context: EnumContext) {
    this.#context = context;
  }

  /** A variant with the text of its payload: the object of a unit variant, or a new one. */
  variant(info: EnumInfo, index: number, payload: readonly string[]): string {
    const name = this.#nameOf(info);
    if (payload.length === 0) return `${name}$tag${index}`;
    if (!sharesClass(info)) return `new ${name}$tag${index}(${payload.join(", ")})`;
    return `new ${name}$of${sharedWidth(info, payload.length)}(${[index, ...payload].join(", ")})`;
  }

  /**
   * The common prefix of an enum's variants and classes, followed by `$tag` or `$of` and a number; no other
   * name has this form.
   */
  #nameOf(info: EnumInfo): string {
    let name = this.#names.get(info);
    if (name === undefined) {
      name = this.#context.names.fresh(`${info.name.replace(/^_|[^A-Za-z0-9_]/g, "$")}Enum`);
      this.#names.set(info, name);
      if (sharesClass(info)) this.#declareSharedClass(info, name);
      else this.#declareVariants(info, name);
    }
    return name;
  }

  /** A class for each variant, as natives expect. */
  #declareVariants(info: EnumInfo, name: string): void {
    const given = info.module.standard
      ? `${this.#context.tableOf(info.module.id)}?.enums?.${info.name}`
      : null;
    info.variants.forEach(({ payload }, index) => {
      const own =
        payload.length === 0 ? `Object.freeze({ tag: ${index} })` : enumClass(payload.length, index);
      const before =
        given === null ? this.#context.keptAs(`variant ${index}`, info.type) : `${given}?.[${index}] ?? `;
      this.#context.declare(`const ${name}$tag${index} = ${before}${own};`);
    });
  }

  #declareSharedClass(info: EnumInfo, name: string): void {
    const { declare, keptAs } = this.#context;
    const widths = new Set(info.variants.map(({ payload }) => sharedWidth(info, payload.length)));
    for (const width of widths)
      declare(`const ${name}$of${width} = ${keptAs(`class ${width}`, info.type)}${enumClass(width)};`);
    info.variants.forEach(({ payload }, index) => {
      if (payload.length > 0) return;
      const own = `new ${name}$of${sharedWidth(info, 0)}(${index})`;
      declare(`const ${name}$tag${index} = ${keptAs(`variant ${index}`, info.type)}${own};`);
    });
  }
}

/** Whether the variants of an enum share one class. Natives expect one class each. */
function sharesClass(info: EnumInfo): boolean {
  const withPayload = info.variants.filter(({ payload }) => payload.length > 0).length;
  return !info.module.standard && withPayload + (withPayload < info.variants.length ? 1 : 0) > FEW_CLASSES;
}

function sharedWidth(info: EnumInfo, parts: number): number {
  if (parts > PADDED) return parts;
  return info.variants.reduce(
    (most, { payload }) => Math.max(most, payload.length > PADDED ? 0 : payload.length),
    0,
  );
}

/** `tag`: the variant, if the class is for a single one. */
function enumClass(width: number, tag?: number): string {
  const names = Array.from({ length: width }, (_, i) => `p${i}`);
  const params = tag === undefined ? ["tag", ...names] : names;
  const stores = names.map((name) => ` this.${name} = ${name};`).join("");
  return `class { constructor(${params.join(", ")}) { this.tag = ${tag ?? "tag"};${stores} } }`;
}
