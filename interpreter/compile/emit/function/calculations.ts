// Loops whose iterations only calculate: they are never left early, contain no loop, recursion or lambda, and
// call only functions of this kind and natives for numbers. Their iterations can be counted many at once.
import {
  eachPart,
  eachPartOfStmt,
  factsOf,
  worksOnNumbers,
  type Expr,
  type Instance,
  type Loop,
  type Stmt,
} from "../../ir/index.ts";
import type { ProgramText } from "../program/index.ts";

export function onlyCalculates(program: ProgramText, loop: Loop): boolean {
  return calculates(program, loop.body);
}

const known = new WeakMap<Instance, boolean>();

function calculates(program: ProgramText, body: Expr): boolean {
  let only = true;
  const calls = (instance: Instance): boolean => {
    if (instance.native !== null) return worksOnNumbers(instance);
    let result = known.get(instance);
    if (result === undefined) {
      // Recursive functions do more than to calculate.
      known.set(instance, false);
      const code = program.code.get(instance);
      result = code !== undefined && !code.hasDefer && calculates(program, code.body);
      known.set(instance, result);
    }
    return result;
  };
  const expr = (node: Expr): void => {
    only &&=
      node.kind === "Call"
        ? calls(node.instance)
        : node.kind === "Op"
          ? !factsOf(node.op).allocates && factsOf(node.op).time === "constant"
          : PARTS.has(node.kind);
    if (only) eachPart(node, visit);
  };
  const visit = {
    expr,
    stmt(node: Stmt): void {
      only &&= STATEMENTS.has(node.kind);
      if (only) eachPartOfStmt(node, visit);
    },
    lambda(): void {
      only = false;
    },
  };
  expr(body);
  return only;
}

const PARTS: ReadonlySet<Expr["kind"]> = new Set<Expr["kind"]>([
  "Const",
  "Unit",
  "Local",
  "Global",
  "And",
  "Or",
  "Field",
  "Block",
  "If",
]);
const STATEMENTS: ReadonlySet<Stmt["kind"]> = new Set<Stmt["kind"]>([
  "Let",
  "SetLocal",
  "SetGlobal",
  "SetField",
  "SetIndex",
  "Do",
]);
