// What may be assigned to what: for each Int variable, parameter, function result, struct field and
// global all expressions whose value it may get. What is listed nowhere, or marked open, may hold anything.
import type { Expr, GlobalInfo, Instance, LambdaCode, Local, Pattern, Stmt, StructInfo, VTable } from "../ir.ts";
import { eachPart, eachPartOfStmt } from "../ir-walk.ts";
import { isPrimitive } from "../lower/type-table.ts";

/** A variable, the result of a function, a global, or a field (interned by `fieldOf`). */
export type Target = Local | Instance | GlobalInfo | Field;

export interface Field {
  readonly struct: StructInfo;
  readonly index: number;
}

/** The counter of a loop over a range takes values between two expressions. */
export type Source = Expr | { readonly kind: "Counter"; readonly from: Expr; readonly to: Expr; readonly inclusive: boolean };

export class Equations {
  readonly sources = new Map<Target, Source[]>();
  /** Targets that get values from elsewhere. */
  readonly open = new Set<Target>();
  readonly #fields = new Map<StructInfo, Field[]>();
  readonly #closed: boolean;
  /** Fields are written by name at run time. */
  #reflects = false;

  /** `closed`: no later compilation writes to fields and globals. */
  constructor(instances: readonly Instance[], globals: readonly GlobalInfo[], closed: boolean) {
    this.#closed = closed;
    for (const global of globals) this.#readGlobal(global);
    for (const instance of instances) if (instance.native === null && instance.body !== null) this.#declare(instance);
    for (const instance of instances) if (instance.native === null && instance.body !== null) this.#readInstance(instance, instance.body);
    if (this.#reflects) for (const fields of this.#fields.values()) for (const field of fields) this.open.add(field);
  }

  fieldOf(struct: StructInfo, index: number): Field {
    let fields = this.#fields.get(struct);
    if (fields === undefined) this.#fields.set(struct, (fields = struct.fields.map((_, at) => ({ struct, index: at }))));
    return fields[index]!;
  }

  #readGlobal(global: GlobalInfo): void {
    if (!this.#closed || !isPrimitive(global.type, "Int") || typeof global.zero !== "bigint") return;
    const zero: Expr = { kind: "Const", of: "Int", value: global.zero, type: global.type };
    const sources: Source[] = [zero];
    if (global.initialiser !== null) sources.push({ kind: "Call", instance: global.initialiser, args: [], type: global.type, at: 0 });
    this.sources.set(global, sources);
  }

  #declare(instance: Instance): void {
    for (const param of instance.params) if (isPrimitive(param.type, "Int")) this.sources.set(param, []);
    if (isPrimitive(instance.result, "Int")) this.sources.set(instance, []);
  }

  #readInstance(instance: Instance, body: Expr): void {
    this.#read(body, instance);
    this.#add(instance, body);
  }

  /** `owner`: whose results the returns are; null for a lambda, whose results are not kept apart. */
  #read(body: Expr, owner: Instance | null): void {
    const visit = {
      expr: (expr: Expr): void => {
        this.#expr(expr);
        eachPart(expr, visit);
      },
      stmt: (stmt: Stmt): void => {
        this.#stmt(stmt, owner);
        eachPartOfStmt(stmt, visit);
      },
      lambda: (lambda: LambdaCode): void => this.#lambda(lambda),
    };
    visit.expr(body);
  }

  #lambda(lambda: LambdaCode): void {
    for (const { outer, inner } of lambda.captures) {
      if (isPrimitive(inner.type, "Int")) this.sources.set(inner, [{ kind: "Local", local: outer, type: outer.type }]);
    }
    this.#read(lambda.body, null);
  }

  #expr(expr: Expr): void {
    switch (expr.kind) {
      case "Call":
        expr.instance.params.forEach((param, at) => this.#add(param, expr.args[at]!));
        return;
      case "FunctionValue":
        return this.#openParams(expr.instance);
      case "Dyn":
        return this.#openMethods(expr.vtable);
      case "NewStruct":
        expr.fields.forEach((field, at) => this.#addToField(expr.struct, at, field));
        return;
      case "Op":
        if (expr.op === "Any.set") this.#reflects = true;
        return;
      case "ForRange":
        return this.#counter(expr.pattern, { kind: "Counter", from: expr.from, to: expr.to, inclusive: expr.inclusive });
      default:
        return;
    }
  }

  #stmt(stmt: Stmt, owner: Instance | null): void {
    switch (stmt.kind) {
      case "Let":
        if (isPrimitive(stmt.local.type, "Int")) this.sources.set(stmt.local, [stmt.value]);
        return;
      case "SetLocal":
        return this.#add(stmt.local, stmt.value);
      case "SetGlobal":
        return this.#add(stmt.global, stmt.value);
      case "SetField":
        return this.#addToField(stmt.struct, stmt.index, stmt.value);
      case "Return":
        if (owner !== null && stmt.value !== null) this.#add(owner, stmt.value);
        return;
      default:
        return;
    }
  }

  #counter(pattern: Pattern, source: Source): void {
    if (pattern.kind === "Bind") this.sources.set(pattern.local, [source]);
  }

  #openParams(instance: Instance): void {
    for (const param of instance.params) this.open.add(param);
  }

  #openMethods(vtable: VTable): void {
    for (const { instance } of vtable.methods) this.#openParams(instance);
  }

  /** Only to what was declared: the rest gets its values by patterns and the like. */
  #add(target: Target, source: Source): void {
    this.sources.get(target)?.push(source);
  }

  /** Natives may write to the fields of standard structs. */
  #addToField(struct: StructInfo, index: number, source: Expr): void {
    if (!this.#closed || struct.module.standard || !isPrimitive(struct.fields[index]!.type, "Int")) return;
    const field = this.fieldOf(struct, index);
    const sources = this.sources.get(field);
    if (sources === undefined) this.sources.set(field, [source]);
    else sources.push(source);
  }
}
