// The code of `@check` (reference/json-attributes#checks): each check is a condition, followed by a report if it
// does not hold. Texts of reports are formed here, so that nothing is formatted while a program runs.
import type { AttributeValue, Expr, Stmt } from "../../syntax/index.ts";
import type { DeriveNodes } from "./nodes.ts";
import { insideOption, type Check, type Member } from "./json-attributes.ts";
import { std, type StandardItem } from "../standard/index.ts";

const VALUE = "v·";
const POSITION = "k·";
const ITEM = "e·";

/** The statements that check the value in the variable `name`, which has just been read. */
export function checksOf(nodes: DeriveNodes, member: Member, name: string): Stmt[] {
  const { checks, part } = member;
  if (checks.length === 0) return [];
  const isOption = insideOption(part.type) !== null;
  const value = () => nodes.name(isOption ? VALUE : name);
  const tests = checks.filter(({ ofItems }) => !ofItems).map((check) => test(nodes, check, value, null));
  const ofItems = checks.filter((check) => check.ofItems);
  if (ofItems.length > 0) tests.push(...itemLoop(nodes, ofItems, value));
  const body = nodes.block(tests, null);
  const guarded = isOption
    ? nodes.match(nodes.name(name), [
        nodes.arm(nodes.variant("Some", [nodes.binding(VALUE)]), body),
        nodes.arm(nodes.wildcard(), nodes.block([], null)),
      ])
    : body;
  const isRead = nodes.call(std.json.__is_read, nodes.name("reader"), nodes.name(name));
  return [nodes.statement(nodes.if(isRead, nodes.block([nodes.statement(guarded)], null), null))];
}

function itemLoop(nodes: DeriveNodes, checks: readonly Check[], list: () => Expr): Stmt[] {
  const position = () => nodes.name(POSITION);
  const item = () => nodes.name(ITEM);
  const loop = nodes.while(
    nodes.binary("<", position(), nodes.methodCall(list(), "len", [])),
    nodes.block(
      [
        nodes.let(ITEM, nodes.methodCall(list(), "get", [{ name: null, value: position() }])),
        ...checks.map((check) => test(nodes, check, item, position)),
        nodes.assign(POSITION, nodes.binary("+", position(), nodes.int(1))),
      ],
      null,
    ),
  );
  return [nodes.let(POSITION, nodes.int(0)), nodes.statement(loop)];
}

/** `position` is null for the value itself. */
function test(
  nodes: DeriveNodes,
  { key, arg }: Check,
  value: () => Expr,
  position: (() => Expr) | null,
): Stmt {
  const limit = arg.value;
  const holds = condition(nodes, key, limit, value);
  const { code, message } = reportOf(key, limit);
  const reader = nodes.name("reader");
  const at = position === null ? nodes.int(-1) : position();
  const report =
    code === "length"
      ? nodes.call(
          std.json.__broken_size,
          reader,
          at,
          value(),
          nodes.text(message),
          nodes.copy(limit as Expr),
        )
      : nodes.call(std.json.__broken, reader, at, nodes.text(code), nodes.text(message));
  return nodes.statement(
    nodes.if(
      nodes.binary("==", holds, nodes.bool(false)),
      nodes.block([nodes.statement(report)], null),
      null,
    ),
  );
}

/** What is reported about a value that a check refuses; the unit of a length is not known here. */
export function reportOf(key: string, limit: AttributeValue | null): { code: string; message: string } {
  const shown = limit === null ? "" : showLimit(limit);
  switch (key) {
    case "min":
      return { code: "range", message: `must be at least ${shown}` };
    case "max":
      return { code: "range", message: `must be at most ${shown}` };
    case "above":
      return { code: "range", message: `must be above ${shown}` };
    case "below":
      return { code: "range", message: `must be below ${shown}` };
    case "multiple_of":
      return { code: "range", message: `must be a multiple of ${shown}` };
    case "min_len":
      return { code: "length", message: "must have at least" };
    case "max_len":
      return { code: "length", message: "must have at most" };
    case "pattern":
      return { code: "pattern", message: `must match ${shown}` };
    case "format":
      return { code: "format", message: `must be ${FORMAT_NAMES[(limit as { value: string }).value]}` };
    case "unique":
      return { code: "custom", message: "must not contain equal elements" };
    case "one_of":
      return { code: "one_of", message: `must be one of ${shown}` };
    default:
      throw new Error(`the check ${key} is not known`);
  }
}

function condition(nodes: DeriveNodes, key: string, limit: AttributeValue | null, value: () => Expr): Expr {
  const numeric = (fn: StandardItem): Expr => nodes.call(fn, value(), ...bothLimits(nodes, limit));
  const withLimit = (fn: StandardItem): Expr => nodes.call(fn, value(), nodes.copy(limit as Expr));
  switch (key) {
    case "min":
      return numeric(std.json.__at_least);
    case "max":
      return numeric(std.json.__at_most);
    case "above":
      return numeric(std.json.__above);
    case "below":
      return numeric(std.json.__below);
    case "multiple_of":
      return numeric(std.json.__multiple_of);
    case "min_len":
      return withLimit(std.json.__has_least);
    case "max_len":
      return withLimit(std.json.__has_most);
    case "pattern":
      return withLimit(std.regex.__fits_whole);
    case "format":
      return withLimit(std.json.__has_format);
    case "unique":
      return nodes.call(std.json.__all_differ, value());
    case "one_of": {
      const { elements } = limit as Extract<AttributeValue, { kind: "AttributeList" }>;
      const tests = elements.map((element) =>
        nodes.call(std.core.__equals, value(), nodes.copy(element as Expr)),
      );
      return tests.reduce<Expr>((any, each) => nodes.binary("||", any, each), tests.shift()!);
    }
    default:
      throw new Error(`the check ${key} is not known`);
  }
}

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  email: "an email address",
  uri: "a URI",
  uuid: "a UUID",
  date: "a date",
  date_time: "a date and time",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  hostname: "a host name",
};

/** The limit as an Int and as a Float: the type of the value decides which one is compared. */
function bothLimits(nodes: DeriveNodes, limit: AttributeValue | null): Expr[] {
  if (limit?.kind === "IntLit") return [nodes.copy(limit), nodes.float(Number(limit.value))];
  return [nodes.int(0), nodes.copy(limit as Expr)];
}

function showLimit(value: AttributeValue): string {
  switch (value.kind) {
    case "StringLit":
      return value.value;
    case "CharLit":
      return String.fromCodePoint(value.value);
    case "AttributeName":
      return value.name;
    case "AttributeList":
      return value.elements.map(showLimit).join(", ");
    default:
      return String(value.value);
  }
}
