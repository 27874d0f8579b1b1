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
/** Larger enums have a table of their unit variants: each variable takes a part of the stack. */
const MOST_VARIABLES = 1000;

/** The parts of a program that declarations of enums use. */
interface EnumContext {
  readonly names: Names;
  /** The text for the NativeTable of a module, which the program then needs. */
  tableOf(module: string): string;
  /** The text before an object that represents a type, which makes a session keep it. */
  keptAs(what: string, type: Type): string;
  declare(line: string): void;
}

/** How the values of an enum are represented. */
interface EnumShape {
  /**
   * The common prefix of the enum's variants and classes, followed by `$tag`, `$tags` or `$of` and perhaps a
   * number; no other name has this form.
   */
  readonly name: string;
  /** Whether its variants share one class. Natives expect one class each. */
  readonly shared: boolean;
  /** Whether its unit variants are in a table. */
  readonly table: boolean;
  /** The longest of the payloads that are padded. */
  readonly padded: number;
}

export class EnumClasses {
  readonly #context: EnumContext;
  readonly #shapes = new Map<EnumInfo, EnumShape>();

  constructor(context: EnumContext) {
    this.#context = context;
  }

  /** A variant with the text of its payload: the object of a unit variant, or a new one. */
  variant(info: EnumInfo, index: number, payload: readonly string[]): string {
    const shape = this.#shapeOf(info);
    const { name } = shape;
    if (payload.length === 0) return shape.table ? `${name}$tags[${index}]` : `${name}$tag${index}`;
    if (!shape.shared) return `new ${name}$tag${index}(${payload.join(", ")})`;
    return `new ${name}$of${sharedWidth(shape, payload.length)}(${[index, ...payload].join(", ")})`;
  }

  #shapeOf(info: EnumInfo): EnumShape {
    let shape = this.#shapes.get(info);
    if (shape === undefined) {
      shape = shapeOf(info, this.#context.names.fresh(`${info.name.replace(/^_|[^A-Za-z0-9_]/g, "$")}Enum`));
      this.#shapes.set(info, shape);
      if (shape.shared) this.#declareSharedClass(info, shape);
      else this.#declareVariants(info, shape);
    }
    return shape;
  }

  /** A class for each variant, as natives expect. */
  #declareVariants(info: EnumInfo, { name, table }: EnumShape): void {
    const given = info.module.native ? `${this.#context.tableOf(info.module.id)}?.enums?.${info.name}` : null;
    if (table) this.#declareTable(info, name, "Object.freeze({ tag })");
    info.variants.forEach(({ payload }, index) => {
      if (table && payload.length === 0) return;
      const own =
        payload.length === 0 ? `Object.freeze({ tag: ${index} })` : enumClass(payload.length, index);
      const before =
        given === null ? this.#context.keptAs(`variant ${index}`, info.type) : `${given}?.[${index}] ?? `;
      this.#context.declare(`const ${name}$tag${index} = ${before}${own};`);
    });
  }

  #declareSharedClass(info: EnumInfo, shape: EnumShape): void {
    const { declare, keptAs } = this.#context;
    const { name, table } = shape;
    const widths = new Set(info.variants.map(({ payload }) => sharedWidth(shape, payload.length)));
    for (const width of widths)
      declare(`const ${name}$of${width} = ${keptAs(`class ${width}`, info.type)}${enumClass(width)};`);
    const unit = `new ${name}$of${sharedWidth(shape, 0)}`;
    if (table) return this.#declareTable(info, name, `${unit}(tag)`);
    info.variants.forEach(({ payload }, index) => {
      if (payload.length > 0) return;
      declare(`const ${name}$tag${index} = ${keptAs(`variant ${index}`, info.type)}${unit}(${index});`);
    });
  }

  /** The entries of variants with payload are never read. */
  #declareTable(info: EnumInfo, name: string, entry: string): void {
    const { declare, keptAs } = this.#context;
    const entries = `Array.from({ length: ${info.variants.length} }, (_, tag) => ${entry})`;
    declare(`const ${name}$tags = ${keptAs("variants", info.type)}${entries};`);
  }
}

function shapeOf({ module, variants }: EnumInfo, name: string): EnumShape {
  const sizes = variants.map(({ payload }) => payload.length).filter((size) => size > 0);
  const units = variants.length - sizes.length;
  return {
    name,
    shared: !module.standard && sizes.length + (units > 0 ? 1 : 0) > FEW_CLASSES,
    table: !module.standard && units > MOST_VARIABLES,
    padded: sizes.reduce((most, size) => (size > PADDED ? most : Math.max(most, size)), 0),
  };
}

function sharedWidth({ padded }: EnumShape, parts: number): number {
  return parts > PADDED ? parts : padded;
}

/** `tag`: the variant, if the class is for a single one. */
function enumClass(width: number, tag?: number): string {
  const names = Array.from({ length: width }, (_, i) => `p${i}`);
  const params = tag === undefined ? ["tag", ...names] : names;
  const stores = names.map((name) => ` this.${name} = ${name};`).join("");
  return `class { constructor(${params.join(", ")}) { this.tag = ${tag ?? "tag"};${stores} } }`;
}
