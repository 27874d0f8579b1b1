// Statements. Each emitter returns false if the statement after it cannot be reached.
import { isStandard, std } from "../../../check/index.ts";
import { EVALUATED, type Expr, type Local, type Stmt } from "../../ir/index.ts";
import { emitDestructure } from "../match/index.ts";
import { operand, propertyName, type Value } from "../values/index.ts";
import { lambdaText } from "./closures.ts";
import { DISCARD, RETURN, type Dest, type Emitter } from "../emitter/index.ts";
import { emitBreak, emitContinue } from "./loops.ts";
import { outOfBounds } from "./operations.ts";

export function emitStmt(emitter: Emitter, stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "Let": {
      const goesOn = emitLet(emitter, stmt);
      if (emitter.program.inside && stmt.local.name === EVALUATED)
        emitter.line(evaluated(emitter, stmt.local));
      return goesOn;
    }
    case "Destructure":
      return emitDestructure(emitter, stmt);
    case "SetLocal":
      return emitter.into(stmt.value, destOf(emitter, stmt.local));
    case "SetGlobal":
      emitter.line(`${emitter.program.globalName(stmt.global)} = ${emitter.text(stmt.value)};`);
      return true;
    case "SetField": {
      const [object, value] = emitter.values([stmt.object, stmt.value]) as [Value, Value];
      const property = propertyName(stmt.struct.fields[stmt.index]!.name);
      emitter.line(`${operand(object)}.${property} = ${value.text};`);
      return true;
    }
    case "SetIndex":
      return emitElement(emitter, stmt);
    case "Return":
      return emitReturn(emitter, stmt.value);
    case "Break":
      return emitBreak(emitter, stmt);
    case "Continue":
      return emitContinue(emitter, stmt);
    case "Defer":
      emitter.line(`${emitter.deferring!.calls}.push(${lambdaText(emitter, stmt.lambda)});`);
      return true;
    case "Spawn":
      emitter.line(`scheduler.spawn(${emitter.text(stmt.value)});`);
      return true;
    case "Do":
      return emitter.into(stmt.value, DISCARD);
    case "Reached":
      emitter.line(
        (emitter.program.marksStatements ? emitter.mark(stmt.at) : "") +
          emitter.program.reached(emitter.instance.module, stmt),
      );
      return true;
  }
}

/** Stores the value of an expression for the debugger. */
function evaluated(emitter: Emitter, local: Local): string {
  const { text } = emitter.value({ kind: "Local", local, type: local.type });
  return `probe.result = [${text}, ${emitter.program.typeName(local.type)}];`;
}

function emitLet(emitter: Emitter, stmt: Stmt & { kind: "Let" }): boolean {
  const { local } = stmt;
  let { value } = stmt;
  while (value.kind === "Block" && value.value !== null) {
    for (const inner of value.stmts) if (!emitter.stmt(inner)) return false;
    value = value.value;
  }
  if (emitter.program.ranges.isSplit(local)) {
    const { hi, lo } = emitter.declareSplit(local);
    emitter.declareName(hi, null);
    emitter.declareName(lo, null);
    return emitter.into(value, { kind: "halves", hi, lo });
  }
  if (emitter.isInline(value) || !needsVariable(value)) {
    emitter.declareValue(local, emitter.value(value));
    if (isAbsent(value)) emitter.numbers.delete(emitter.localName(local));
    return true;
  }
  const name = emitter.declare(local);
  emitter.declareName(name, null);
  return emitter.into(value, { kind: "assign", name });
}

/** Whether it is the value of a member that derived readers have not found: `undefined`, also for a number. */
function isAbsent(value: Expr): boolean {
  if (value.kind !== "Call" || value.instance.symbol === null) return false;
  const { symbol } = value.instance;
  return isStandard(symbol, std.json.__absent) || isStandard(symbol, std.row.__absent);
}

function destOf(emitter: Emitter, local: Local): Dest {
  const split = emitter.splits.get(local);
  return split !== undefined
    ? { kind: "halves", ...split }
    : { kind: "assign", name: emitter.localName(local) };
}

/** Expressions that become statements with several assignments. */
function needsVariable(value: Expr): boolean {
  return ["If", "Chain", "Match", "Block", "While", "And", "Or"].includes(value.kind);
}

function emitReturn(emitter: Emitter, value: Expr | null): boolean {
  if (value === null) emitter.emitReturn(null);
  else if (emitter.into(value, RETURN)) emitter.emitReturn(null);
  return false;
}

/**
 * The bounds are checked after the value has been evaluated, directly before the store
 * (reference/expressions#order-of-evaluation).
 */
function emitElement(emitter: Emitter, stmt: Stmt & { kind: "SetIndex" }): boolean {
  let [list, index, value] = emitter.values([stmt.list, stmt.index, stmt.value]) as [Value, Value, Value];
  if (!list.repeatable) list = emitter.keep(list);
  if (!index.repeatable) index = emitter.keep(index);
  if (!value.repeatable && !value.pure) value = emitter.keep(value);
  const test = `${index.text} >= 0 && ${index.text} < ${list.text}.length`;
  emitter.line(
    `if (${test}) ${list.text}[${index.text}] = ${value.text}; else ${outOfBounds(emitter, list.text, index.text, emitter.mark(stmt.at))};`,
  );
  return true;
}
