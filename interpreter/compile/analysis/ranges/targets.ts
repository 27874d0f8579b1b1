// Everything that may hold an Int, with the expressions that may be assigned to it. Values that flow from one
// storage to another share their classes; values that escape are open: they may hold anything.
import { has } from "../../../own/index.ts";
import type { Type } from "../../../check/index.ts";
import {
  factsOf,
  isPrimitive,
  type EnumInfo,
  type Expr,
  type GlobalInfo,
  type Instance,
  type Local,
  type StructInfo,
} from "../../ir/index.ts";
import {
  ElementClass,
  classesOf,
  isContainer,
  join,
  openAll,
  partOf,
  type ElementClasses,
} from "./element-classes.ts";
import { nativeClasses } from "./native-calls.ts";

/** A variable, the result of a function, a global, or a field (interned by `fieldOf`). */
export type Storage = Local | Instance | GlobalInfo | Field;

/** A storage, or the contents of containers. */
export type Target = Storage | ElementClass;

/** A field of a struct, or a part of a variant's payload. */
export interface Field {
  readonly owner: StructInfo | EnumInfo;
  readonly type: Type;
}

/**
 * An assigned value. A counter of a loop over a range takes values between two expressions; patterns read
 * targets.
 */
export type Source = Expr | Counter | { readonly kind: "Read"; readonly target: Target };

export interface Counter {
  readonly kind: "Counter";
  readonly from: Expr;
  readonly to: Expr;
  readonly inclusive: boolean;
}

export class Targets {
  /** The sources of each target; a target without an entry may hold anything. */
  readonly sources = new Map<Target, Source[]>();
  readonly open = new Set<Target>();
  /** Places whose value is accessed as a whole: captured, bound by a pattern, called through a value. */
  readonly whole = new Set<Storage>();
  readonly #closed: boolean;
  readonly #fields = new Map<StructInfo | EnumInfo, Field[][]>();
  readonly #stored = new Map<Storage, ElementClasses>();
  readonly #classes = new Map<Expr, ElementClasses>();

  /** `closed`: no later compilation writes to fields and globals. */
  constructor(closed: boolean) {
    this.#closed = closed;
  }

  /** Part `index` of a struct, or of the payload of variant `variant` of an enum. */
  fieldOf(owner: StructInfo | EnumInfo, index: number, variant = 0): Field {
    let fields = this.#fields.get(owner);
    if (fields === undefined) {
      const parts = has(owner, "fields")
        ? [owner.fields.map((field) => field.type)]
        : owner.variants.map((each) => each.payload);
      this.#fields.set(owner, (fields = parts.map((types) => types.map((type) => ({ owner, type })))));
    }
    return fields[variant]![index]!;
  }

  /** Opens all fields, since they are accessed by name at run time. */
  openFields(): void {
    for (const field of [...this.#fields.values()].flat(2)) this.openStorage(field, field.type);
  }

  /** The target that an Int expression reads; null if it computes its value. */
  targetOf(expr: Expr): Target | null {
    switch (expr.kind) {
      case "Local":
        return expr.local;
      case "Global":
        return expr.global;
      case "Field":
        return this.fieldOf(expr.struct, expr.index);
      case "Call":
        if (expr.instance.native === null) return expr.instance;
        break;
      case "Op":
      case "Try":
        break;
      default:
        return null;
    }
    const classes = this.#classes.get(expr);
    return classes instanceof ElementClass ? classes.root : null;
  }

  // ---- flows

  /**
   * Whether unknown code writes to a target: natives to fields of standard types, later compilations to all
   * fields and globals.
   */
  #isShared(target: Target): boolean {
    if (has(target, "owner")) return !this.#closed || target.owner.module.standard;
    return has(target, "initialiser") && !this.#closed;
  }

  /** The classes of the contents of a storage. */
  contentsOf(storage: Storage, type: Type): ElementClasses {
    if (!isContainer(type)) return null;
    let classes = this.#stored.get(storage);
    if (classes === undefined) {
      this.#stored.set(storage, (classes = classesOf(type)));
      if (this.#isShared(storage)) openAll(classes);
    }
    return classes;
  }

  flow(expr: Expr, into: Storage, type: Type): void {
    if (isPrimitive(type, "Int")) this.assign(into, expr);
    else this.hold(expr, this.contentsOf(into, type));
  }

  /** Assigns a value to a part of a container. */
  hold(expr: Expr, into: ElementClasses): void {
    if (into === null || expr.type.kind === "Never") return;
    if (into instanceof ElementClass) this.assign(into, expr);
    else join(this.classesOf(expr), into);
  }

  assign(target: Target, source: Source): void {
    if (this.#isShared(target)) return;
    const sources = this.sources.get(target);
    if (sources === undefined) this.sources.set(target, [source]);
    else sources.push(source);
  }

  escape(expr: Expr): void {
    openAll(this.classesOf(expr));
  }

  openStorage(storage: Storage, type: Type): void {
    if (isPrimitive(type, "Int")) this.open.add(storage);
    else openAll(this.contentsOf(storage, type));
  }

  /** Moves the sources of joined classes to their representative. */
  gatherClasses(): void {
    for (const [target, sources] of [...this.sources]) {
      if (!(target instanceof ElementClass)) continue;
      const { root } = target;
      if (root.isOpen) this.open.add(root);
      if (root === target) continue;
      this.sources.delete(target);
      for (const source of sources) this.assign(root, source);
    }
  }

  // ---- the contents of expressions

  classesOf(expr: Expr): ElementClasses {
    let classes = this.#classes.get(expr);
    if (classes === undefined) this.#classes.set(expr, (classes = this.#findClasses(expr)));
    return classes;
  }

  #findClasses(expr: Expr): ElementClasses {
    switch (expr.kind) {
      case "Local":
        return this.contentsOf(expr.local, expr.type);
      case "Global":
        return this.contentsOf(expr.global, expr.type);
      case "Field":
        return this.contentsOf(this.fieldOf(expr.struct, expr.index), expr.type);
      case "Call":
        return expr.instance.native === null
          ? this.contentsOf(expr.instance, expr.type)
          : this.#nativeCall(expr);
      case "Block":
        return expr.value === null ? null : this.classesOf(expr.value);
      case "If":
      case "Chain":
        return this.#joined(expr.type, expr.otherwise === null ? [expr.then] : [expr.then, expr.otherwise]);
      case "Match":
        return this.#joined(
          expr.type,
          expr.arms.map((arm) => arm.body),
        );
      case "None":
        return classesOf(expr.type);
      case "List":
        return this.#container(expr.type, 0, expr.elements);
      case "Wrap":
        return this.#container(expr.type, expr.wrap === "Err" ? 1 : 0, [expr.value]);
      case "Try":
        return partOf(this.classesOf(expr.value), 0);
      case "Op":
        if (factsOf(expr.op).reads === "element") return partOf(this.classesOf(expr.args[0]!), 0);
        break;
      default:
        break;
    }
    const unknown = isContainer(expr.type) ? classesOf(expr.type) : null;
    openAll(unknown);
    return unknown;
  }

  #joined(type: Type, parts: readonly Expr[]): ElementClasses {
    const classes = isContainer(type) ? classesOf(type) : null;
    for (const part of parts) this.hold(part, classes);
    return classes;
  }

  #container(type: Type, index: number, parts: readonly Expr[]): ElementClasses {
    const classes = classesOf(type);
    for (const part of parts) this.hold(part, partOf(classes, index));
    return classes;
  }

  #nativeCall(expr: Expr & { kind: "Call" }): ElementClasses {
    const { params, result } = nativeClasses(expr.instance);
    expr.args.forEach((arg, at) => this.hold(arg, params[at] ?? null));
    return result;
  }
}

/** The representative of a target: classes are joined. */
export function rootOf(target: Target): Target {
  return target instanceof ElementClass ? target.root : target;
}

/** The expressions that make up the value of an Int expression that reads no target. */
export function valueParts(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "Block":
      return expr.value === null ? [] : [expr.value];
    case "If":
    case "Chain":
      return expr.otherwise === null ? [expr.then] : [expr.then, expr.otherwise];
    case "Match":
      return expr.arms.map((arm) => arm.body);
    case "Op":
      return isPrimitive(expr.type, "Int") ? expr.args : [];
    default:
      return [];
  }
}
