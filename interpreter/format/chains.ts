// Prints chains: operators of equal precedence, and sequences of calls, fields and indexes.
import { operatorOf, type Expr } from "../syntax/index.ts";
import { concat, group, hard, indent, isBroken, line, type Doc } from "./doc.ts";
import { printArgs, printExpr } from "./expressions.ts";
import type { Printer } from "./printer.ts";
import { printTypeArgs } from "./types.ts";

type Binary = Extract<Expr, { kind: "Binary" }>;

/**
 * Prints on one line if it fits, else with one operand of the weakest operators per line, each operator at
 * the end of its line.
 */
export function printBinary(p: Printer, expr: Binary): Doc {
  const { power } = operatorOf(expr.op);
  const rest: { readonly op: string; readonly operand: Expr }[] = [];
  let first: Expr = expr;
  while (first.kind === "Binary" && operatorOf(first.op).power === power) {
    rest.push({ op: first.op, operand: first.right });
    first = first.left;
  }
  const before = p.staysBroken;
  const begin = printExpr(p, first);
  const others = rest.reverse().map(({ op, operand }) => ({ op, doc: printExpr(p, operand) }));
  // An operand that takes several lines in any case, such as a lambda, does not break the operators around
  // it. A struct literal or a short `if` that does not fit is broken, and stays broken when formatted again, so
  // it is treated alike.
  const fits = p.staysBroken === before && !isBroken(begin) && !others.some(({ doc }) => isBroken(doc));
  const breaks = fits && !p.inline;
  const gap = breaks ? line : " ";
  const parts = others.flatMap(({ op, doc }) => [` ${op}`, gap, doc]);
  return breaks ? group(begin, indent(...parts)) : concat(begin, ...parts);
}

type Postfix = Extract<Expr, { kind: "Call" | "MethodCall" | "FieldAccess" | "Index" | "Slice" | "Try" }>;

/**
 * Prints on one line, unless the author broke it before a dot: then each call from there on is on its own
 * line, and so is each field before which it was broken.
 */
export function printPostfix(p: Printer, expr: Postfix): Doc {
  const links: Postfix[] = [];
  let root: Expr = expr;
  while (isPostfix(root)) {
    links.push(root);
    root = inner(root);
  }
  const head: Doc[] = [printExpr(p, root)];
  const lines: Doc[] = [];
  for (const link of links.reverse()) {
    const isBrokenHere = !p.inline && isBrokenBefore(p, link);
    if (isBrokenHere || (lines.length > 0 && link.kind === "MethodCall")) lines.push(hard);
    // Without the space, `2 .0` would be a Float.
    else if (link.kind === "FieldAccess" && link.receiver.kind === "IntLit" && /^\d/.test(link.name.name))
      head.push(" ");
    (lines.length > 0 ? lines : head).push(printLink(p, link));
  }
  return concat(...head, ...(lines.length > 0 ? [indent(...lines)] : []));
}

function isPostfix(expr: Expr): expr is Postfix {
  return ["Call", "MethodCall", "FieldAccess", "Index", "Slice", "Try"].includes(expr.kind);
}

function inner(link: Postfix): Expr {
  switch (link.kind) {
    case "Call":
      return link.callee;
    case "Try":
      return link.value;
    case "MethodCall":
    case "FieldAccess":
    case "Index":
    case "Slice":
      return link.receiver;
  }
}

function isBrokenBefore(p: Printer, link: Postfix): boolean {
  if (link.kind !== "MethodCall" && link.kind !== "FieldAccess") return false;
  return p.source.lineAt(link.receiver.span.end - 1) !== p.source.lineAt(link.name.span.start);
}

function printLink(p: Printer, link: Postfix): Doc {
  switch (link.kind) {
    case "Call":
      return printArgs(p, link.args, link.callee.span.end, link.span.end);
    case "MethodCall":
      return concat(
        `.${link.name.name}${printTypeArgs(link.typeArgs)}`,
        printArgs(p, link.args, link.name.span.end, link.span.end),
      );
    case "FieldAccess":
      return `.${link.name.name}${printTypeArgs(link.typeArgs)}`;
    case "Index":
      return concat("[", printExpr(p, link.index), "]");
    case "Slice":
      return concat(
        "[",
        link.from === null ? "" : printExpr(p, link.from),
        link.inclusive ? "..=" : "..",
        link.to === null ? "" : printExpr(p, link.to),
        "]",
      );
    case "Try":
      return "?";
  }
}
