// Which waiting functions may come back to themselves through calls of each other. Their calls
// count how much stack they take: an async function that runs out of it cannot fail in order.
import type { Expr, Instance, LambdaCode, Stmt } from "../ir.ts";
import { eachPart, eachPartOfStmt } from "../ir-walk.ts";

/** The number of the group of mutually recursive functions of each that is in one. */
export function recursiveGroups(instances: readonly Instance[]): Map<Instance, number> {
  const groups = new Map<Instance, number>();
  const callees = new Map(instances.map((instance) => [instance, calleesOf(instance)]));
  const order = new Map<Instance, number>();
  const lowest = new Map<Instance, number>();
  const open: Instance[] = [];
  const isOpen = new Set<Instance>();
  // Tarjan's algorithm with a stack of its own: call chains may be long.
  for (const start of instances) {
    if (order.has(start)) continue;
    const path: { instance: Instance; rest: Instance[] }[] = [];
    const enter = (instance: Instance): void => {
      order.set(instance, order.size);
      lowest.set(instance, order.get(instance)!);
      open.push(instance);
      isOpen.add(instance);
      path.push({ instance, rest: [...callees.get(instance)!.keys()] });
    };
    enter(start);
    while (path.length > 0) {
      const { instance, rest } = path.at(-1)!;
      const next = rest.pop();
      if (next !== undefined) {
        if (!callees.has(next)) continue;
        if (!order.has(next)) enter(next);
        else if (isOpen.has(next)) lowest.set(instance, Math.min(lowest.get(instance)!, order.get(next)!));
        continue;
      }
      path.pop();
      const above = path.at(-1)?.instance;
      if (above !== undefined) lowest.set(above, Math.min(lowest.get(above)!, lowest.get(instance)!));
      if (lowest.get(instance) === order.get(instance)) closeGroup(instance, open, isOpen, callees, groups);
    }
  }
  return groups;
}

function closeGroup(
  root: Instance, open: Instance[], isOpen: Set<Instance>, callees: ReadonlyMap<Instance, ReadonlySet<Instance>>,
  groups: Map<Instance, number>,
): void {
  const members: Instance[] = [];
  for (let member: Instance | undefined; member !== root; ) {
    member = open.pop()!;
    isOpen.delete(member);
    members.push(member);
  }
  if (members.length === 1 && !callees.get(root)!.has(root)) return;
  for (const member of members) groups.set(member, root.id);
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
