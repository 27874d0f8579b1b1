// Expressions as JavaScript expressions, one case per kind. The emitter emits the statements of operands
// before; the only statements emitted here are copies of captures.
import { isUnit, type Expr } from "../../ir/index.ts";
import { splitResult } from "../integers/index.ts";
import {
  atom,
  bounded,
  bytesLiteral,
  compound,
  constText,
  fixed,
  operand,
  propertyName,
  resultOf,
  templatePart,
  UNIT,
  type Value,
} from "../values/index.ts";
import { callText } from "./calls.ts";
import { lambdaText } from "./closures.ts";
import type { Emitter } from "../emitter/index.ts";
import { joined, operationValue } from "./operations.ts";

export function inlineValue(emitter: Emitter, expr: Expr): Value {
  const { program } = emitter;
  switch (expr.kind) {
    case "Const":
      return constText(emitter.program, expr);
    case "Unit":
      return UNIT;
    case "None":
      return fixed("null");
    case "Local":
      // Variables of this type are not always assigned.
      return isUnit(expr.type) ? UNIT : emitter.localValue(expr.local);
    case "Global":
      return known(emitter, expr, globalValue(emitter, expr));
    case "FunctionValue":
      return functionValue(emitter, expr);
    case "Lambda": {
      const text = lambdaText(emitter, expr.lambda);
      // In functions that may wait, the captures are copied where the text is: operands to its right must not
      // be evaluated before.
      const fixed =
        emitter.mode !== "resumable" || expr.lambda.captures.every(({ outer }) => !outer.assigned);
      return { text, atom: false, repeatable: false, fixed, pure: true, range: null, bounds: null };
    }
    case "Op":
      return operationValue(emitter, expr);
    case "Call":
      if (program.returnsHalves(expr.instance)) return splitResult(emitter, callText(emitter, expr));
      return known(emitter, expr, resultOf(callText(emitter, expr), expr.type));
    case "CallValue":
    case "CallDyn":
      return known(emitter, expr, resultOf(callText(emitter, expr), expr.type));
    case "NewStruct": {
      const fields = emitter.values(expr.fields).map((value) => value.text);
      return atom(`new ${program.structName(expr.struct)}(${fields.join(", ")})`);
    }
    case "NewVariant": {
      const text = program.enums.variant(
        expr.enum,
        expr.index,
        emitter.values(expr.payload).map((value) => value.text),
      );
      return expr.payload.length === 0 ? fixed(text) : atom(text);
    }
    case "Wrap":
      return wrapped(emitter, expr);
    case "Field": {
      const object = emitter.value(expr.object);
      const text = `${operand(object)}.${propertyName(expr.struct.fields[expr.index]!.name)}`;
      return known(emitter, expr, { ...atom(text), pure: object.pure });
    }
    case "List":
      return atom(
        `[${emitter
          .values(expr.elements)
          .map((value) => value.text)
          .join(", ")}]`,
      );
    case "Dyn":
      return atom(program.dyn.wrapped(expr.vtable, emitter.text(expr.value)));
    case "Descriptor":
      return fixed(program.descriptorName(expr.descriptor));
    case "Text":
      return textValue(emitter, expr);
    case "And":
    case "Or": {
      const op = expr.kind === "And" ? "&&" : "||";
      return compound(`${operand(emitter.value(expr.left))} ${op} ${operand(emitter.value(expr.right))}`);
    }
    case "Block":
      return emitter.value(expr.value!);
    case "If": {
      const condition = operand(emitter.value(expr.condition));
      const then = emitter.value(expr.then);
      const otherwise = emitter.value(expr.otherwise!);
      return known(emitter, expr, compound(`${condition} ? ${operand(then)} : ${operand(otherwise)}`));
    }
    case "Try":
    case "Chain":
    case "Match":
    case "While":
    case "ForRange":
    case "ForList":
    case "ForNext":
      throw new Error(`${expr.kind} is no JavaScript expression`);
  }
}

/** A value with the bounds that hold in the whole program. */
function known(emitter: Emitter, expr: Expr, value: Value): Value {
  return bounded(value, emitter.program.ranges.of(expr));
}

/** Globals without zero value are undefined before their initialisation (reference/modules#globals). */
function globalValue(emitter: Emitter, expr: Expr & { kind: "Global" }): Value {
  const { global } = expr;
  const name = emitter.program.globalName(global);
  if (global.lost)
    return compound(
      `${emitter.mark(expr.at)}${emitter.runtimeName("lostVariable")}(${JSON.stringify(global.name)})`,
    );
  if (global.zero !== null || global.initialiser === null) return { ...atom(name), pure: true };
  const missing = `${emitter.mark(expr.at)}${emitter.runtimeName("uninitialised")}(${JSON.stringify(global.name)})`;
  return compound(`${name} !== undefined ? ${name} : ${missing}`);
}

/** A blocking native as a value needs the site that calls pass. */
function functionValue(emitter: Emitter, expr: Expr & { kind: "FunctionValue" }): Value {
  const { instance } = expr;
  const name = emitter.program.functionName(instance);
  if (instance.native?.blocking !== true) return fixed(name);
  const site = emitter.program.marks.site(emitter.fn, expr.at);
  const params = (expr.type.kind === "Fun" ? expr.type.params : []).map((_, at) => `p${at}`);
  return compound(`(${params.join(", ")}) => ${name}(${[...params, site].join(", ")})`);
}

function wrapped(emitter: Emitter, expr: Expr & { kind: "Wrap" }): Value {
  const value = emitter.value(expr.value);
  if (expr.wrap === "Err") return atom(`new ${emitter.runtimeName("Err")}(${value.text})`);
  if (!expr.boxed) return value;
  return atom(`${emitter.runtimeName(expr.wrap === "Some" ? "some" : "ok")}(${value.text})`);
}

/** A template literal; the parts are formatted in order. */
function textValue(emitter: Emitter, expr: Expr & { kind: "Text" }): Value {
  const literal = expr.parts.map((part) => (typeof part === "string" ? part : constantPart(part)));
  if (literal.every((part) => part !== null)) return fixed(bytesLiteral(literal.join("")));
  const embedded = expr.parts.flatMap((part) => (typeof part === "string" ? [] : [rendered(part)]));
  const values = emitter.values(embedded);
  let at = 0;
  const body = expr.parts.map((part) =>
    typeof part === "string" ? templatePart(part) : `\${${values[at++]!.text}}`,
  );
  return joined(emitter, atom(`${emitter.mark(expr.at)}\`${body.join("")}\``), expr.at);
}

function constantPart(part: Expr): string | null {
  return part.kind === "Const" && part.of === "String" ? (part.value as string) : null;
}

/** A part that a template literal formats itself: the text of Int and Bool is the same in JavaScript. */
function rendered(part: Expr): Expr {
  return part.kind === "Op" && (part.op === "Int.text" || part.op === "Bool.text") ? part.args[0]! : part;
}
