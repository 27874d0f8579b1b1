// Prints attributes.
import type { Attribute, AttributeValue } from "../syntax/index.ts";
import { hard, verbatim, type Doc } from "./doc.ts";
import { literalText } from "./literals.ts";
import type { Printer } from "./printer.ts";

/**
 * Prints attributes before a declaration, on the lines where they are: only derives are joined, on a line of
 * their own. Comments stay before, after and below them.
 */
export function printAttributes(p: Printer, attributes: readonly Attribute[]): Doc[] {
  const derived = attributes.filter(({ name }) => name.name === "derive").flatMap(({ args }) => args);
  const printed: Doc[] = [];
  /** Comments of a derive that moves to the line of the first, after whose comment nothing can follow. */
  const moved: Doc[] = [];
  let hasDerive = false;
  for (const attribute of attributes) {
    const { span, name } = attribute;
    const next = p.codeAfter(span.end);
    p.comments.strayBefore(span.end);
    const textOf = (list: ReturnType<typeof p.comments.takeBefore>): Doc[] =>
      list.map((comment) => verbatim(p.comments.textOf(comment)));
    const behind = textOf(p.comments.takeTrailing(span.end, next, next));
    const below = textOf(p.comments.takeBefore(next));
    const isDerive = name.name === "derive";
    const spread = (texts: readonly Doc[]): Doc[] => texts.flatMap((text) => [" ", text]);
    const suffix = spread(behind);
    const sameLine = !isDerive && !p.spansLines({ start: span.end - 1, end: next + 1 });
    if (isDerive && hasDerive) moved.push(...behind);
    else if (sameLine) printed.push(printAttribute(p, attribute), ...suffix, ...spread(below), " ");
    else if (isDerive)
      printed.push(`@derive(${derived.map((one) => one.name.name).join(", ")})`, ...suffix, hard);
    else printed.push(printAttribute(p, attribute), ...suffix, hard);
    hasDerive ||= isDerive;
    if (!sameLine) for (const comment of below) printed.push(comment, hard);
  }
  return [...printed, ...moved.flatMap((text) => [text, hard])];
}

/** Prints attributes before a part of a line, each with the space after it. */
export function inlineAttributes(p: Printer, attributes: readonly Attribute[]): string {
  return attributes.map((attribute) => `${printAttribute(p, attribute)} `).join("");
}

function printAttribute(p: Printer, { name: { name }, args }: Attribute): string {
  if (args.length === 0) return `@${name}`;
  const printed = args.map((arg) =>
    arg.value === null ? arg.name.name : `${arg.name.name}: ${printAttributeValue(p, arg.value)}`,
  );
  return `@${name}(${printed.join(", ")})`;
}

function printAttributeValue(p: Printer, value: AttributeValue): string {
  switch (value.kind) {
    case "AttributeName":
      return value.name;
    case "AttributeList":
      return `[${value.elements.map((element) => printAttributeValue(p, element)).join(", ")}]`;
    default:
      return literalText(p, value);
  }
}
