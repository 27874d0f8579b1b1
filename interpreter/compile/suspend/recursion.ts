// Which waiting functions may come back to themselves through calls of each other. Their calls
// count how much stack they take: an async function that runs out of it cannot fail in order.
import type { Expr, Instance, LambdaCode, Stmt } from "../ir.ts";
import { components } from "../components.ts";
import { eachPart, eachPartOfStmt } from "../ir-walk.ts";

/** The number of the group of mutually recursive functions of each that is in one. */
export function recursiveGroups(instances: readonly Instance[]): Map<Instance, number> {
  const groups = new Map<Instance, number>();
  const callees = new Map(instances.map((instance) => [instance, calleesOf(instance)]));
  for (const members of components(instances, (instance) => callees.get(instance)!)) {
    const [first] = members as [Instance, ...Instance[]];
    if (members.length === 1 && !callees.get(first)!.has(first)) continue;
    for (const member of members) groups.set(member, first.id);
  }
  return groups;
}

function calleesOf(instance: Instance): Set<Instance> {
  const found = new Set<Instance>();
  const visit = {
    expr(expr: Expr): void {
      if (expr.kind === "Call") found.add(expr.instance);
      eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    // What a function hands to others often comes back to it.
    lambda: (lambda: LambdaCode): void => visit.expr(lambda.body),
  };
  if (instance.body !== null) visit.expr(instance.body);
  return found;
}

/** An estimate, rather too high, of the words a call of the function takes on the stack. */
export function stackWords(instance: Instance): number {
  let parts = 0;
  const visit = {
    expr(expr: Expr): void {
      parts++;
      eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda(_lambda: LambdaCode): void {},
  };
  if (instance.body !== null) visit.expr(instance.body);
  return 64 + (parts >> 1);
}
