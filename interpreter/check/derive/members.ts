// The code for the members of an object, which are the fields of a struct or the named parts of a payload: reading,
// writing, and conversion to a JsonValue.
import type { Expr, Stmt } from "../../syntax/index.ts";
import { checksOf } from "./checks.ts";
import { insideOption, type Member } from "./json-attributes.ts";
import type { DeriveNodes } from "./nodes.ts";
import { std } from "../standard/index.ts";

/** Calls `make` for each member; the new nodes have the location of the type of its field. */
export function perMember<T>(
  nodes: DeriveNodes,
  members: readonly Member[],
  make: (member: Member) => T,
): T[] {
  const outer = nodes.span;
  const made = members.map((member) => {
    nodes.span = member.part.type.span;
    return make(member);
  });
  nodes.span = outer;
  return made;
}

/** The variable of a field while its object is read. */
export const variableOf = (member: Member): string => `a·${member.index}`;

/** The members that have names of their own in the JSON text, in order. */
export const namedMembers = (members: readonly Member[]): readonly Member[] =>
  members.filter((member) => !member.skipped && !member.flattened);

// ---- reading

export interface ReadMembers {
  readonly members: readonly Member[];
  /** Members that no field reads are errors. */
  readonly refusesUnknown: boolean;
  /** The literal with the value of each member, by the name of its field; those of skipped fields are absent. */
  readonly build: (values: readonly { readonly member: Member; readonly value: Expr }[]) => Expr;
}

/** Whether the object must be held as a value while it is read: its members go to several readers. */
export const needsBuffer = (members: readonly Member[]): boolean =>
  members.some((member) => member.flattened && !member.skipped);

/** The statements that read the object, and the value that is built from it. */
export function readMembers(nodes: DeriveNodes, read: ReadMembers): { stmts: Stmt[]; value: Expr } {
  const { members } = read;
  const named = namedMembers(members);
  const reader = () => nodes.name("reader");
  const lets = perMember(nodes, members, (member) =>
    nodes.let(variableOf(member), nodes.call(std.json.__absent), member.part.type),
  );
  const description = nodes.text(describe(read, named));
  const stmts: Stmt[] = [
    nodes.let("members", nodes.call(std.json.__open_struct, reader(), description)),
    ...lets,
  ];
  const next = (last: Expr) => nodes.call(std.json.__next_member, reader(), nodes.name("members"), last);
  stmts.push(nodes.let("member", next(nodes.int(-1))));
  const last = named.length - 1;
  const arms = perMember(nodes, named, (member) => {
    const position = named.indexOf(member);
    const assigned = nodes.assign(variableOf(member), readOne(nodes, member));
    const checks = checksOf(nodes, member, variableOf(member));
    const pattern = position === last ? nodes.wildcard() : nodes.number(position);
    return checks.length === 0
      ? nodes.doing(pattern, assigned)
      : nodes.arm(pattern, nodes.block([assigned, ...checks], null));
  });
  const step = nodes.assign("member", next(nodes.name("member")));
  const body = arms.length === 0 ? [step] : [nodes.statement(nodes.match(nodes.name("member"), arms)), step];
  stmts.push(
    nodes.statement(
      nodes.while(nodes.binary(">=", nodes.name("member"), nodes.int(0)), nodes.block(body, null)),
    ),
    ...flattenedReads(nodes, members),
  );
  return { stmts, value: read.build(valuesOf(nodes, read)) };
}

function readOne(nodes: DeriveNodes, member: Member): Expr {
  const reader = nodes.name("reader");
  if (member.asText) return nodes.call(std.json.__read_text, reader);
  return nodes.call(member.isDouble ? std.json.__read_some : std.json.__read_part, reader);
}

function flattenedReads(nodes: DeriveNodes, members: readonly Member[]): Stmt[] {
  const flattened = members.filter((member) => member.flattened && !member.skipped);
  if (flattened.length === 0) return [];
  const reads = perMember(nodes, flattened, (member) => {
    const reader = () => nodes.name("reader");
    if (insideOption(member.part.type) === null)
      return [
        nodes.assign(
          variableOf(member),
          nodes.call(std.json.__read_part, nodes.call(std.json.__rest, reader())),
        ),
      ];
    // A flattened Option is None if the members of its value are not there.
    return [
      nodes.statement(nodes.call(std.json.__attempt, nodes.call(std.json.__rest, reader()))),
      nodes.assign(variableOf(member), nodes.call(std.json.__read_part, reader())),
      nodes.statement(
        nodes.if(
          nodes.binary("==", nodes.call(std.json.__settles, reader(), nodes.text("")), nodes.bool(false)),
          nodes.block([nodes.assign(variableOf(member), nodes.name("None"))], null),
          null,
        ),
      ),
    ];
  }).flat();
  return [...reads, nodes.statement(nodes.call(std.json.__end_rest, nodes.name("reader")))];
}

/** The value of each field once the object ends. */
function valuesOf(nodes: DeriveNodes, read: ReadMembers) {
  const { members, build } = read;
  const read_ = perMember(nodes, members, (member): { member: Member; value: Expr } | null => {
    const value = () => nodes.name(variableOf(member));
    const reader = () => nodes.name("reader");
    const unlessMissing = (instead: Expr): Expr =>
      nodes.if(
        nodes.call(std.json.__is_missing, reader(), value()),
        nodes.block([], instead),
        nodes.block([], value()),
      );
    const missing = member.flattened ? "problem" : member.missing;
    if (member.skipped) {
      if (missing === "default") return null;
      return { member, value: missing === "none" ? nodes.name("None") : nodes.call(std.json.__zero) };
    }
    switch (missing) {
      case "problem":
        return { member, value: nodes.call(std.json.__given, reader(), value()) };
      case "none":
        return { member, value: nodes.call(std.json.__or_none, value()) };
      case "zero":
        return { member, value: unlessMissing(nodes.call(std.json.__zero)) };
      case "default": {
        // A literal without the field evaluates its default value.
        const others = members.filter((other) => other !== member);
        const literal = build(
          others.map((other) => ({ member: other, value: nodes.name(variableOf(other)) })),
        );
        return { member, value: unlessMissing(nodes.field(literal, member.part.name.name)) };
      }
    }
  });
  return read_.filter((each) => each !== null);
}

/** What `Descriptions.members` of std/json reads. */
function describe({ members, refusesUnknown }: ReadMembers, named: readonly Member[]): string {
  const names = named.map((member) => member.name);
  const free = named.flatMap((member, i) => (member.missing === "problem" ? [] : [i]));
  const aliases = Object.fromEntries(named.flatMap((member, i) => member.aliases.map((alias) => [alias, i])));
  const isPlain =
    free.length === 0 &&
    Object.keys(aliases).length === 0 &&
    !refusesUnknown &&
    named.length === members.length;
  if (isPlain) return JSON.stringify(names);
  const all = members.map((member) => (named.includes(member) ? member.name : null));
  return JSON.stringify({ names, free, aliases, refuses: refusesUnknown, rest: needsBuffer(members), all });
}

// ---- writing

/** `value` is the value of a member, as an expression that may be evaluated repeatedly. */
export interface WriteMembers {
  readonly members: readonly Member[];
  readonly value: (member: Member) => Expr;
}

/** The statements that put the members into the object `fields·`. */
export function putMembers(nodes: DeriveNodes, { members, value }: WriteMembers): Stmt[] {
  const fields = () => nodes.name("fields·");
  return perMember(nodes, members, (member): Stmt[] => {
    if (member.skipped) return [];
    if (member.flattened) {
      const merged = nodes.call(std.json.__merge, fields(), nodes.call(std.json.__to_json, value(member)));
      return [nodes.statement(merged)];
    }
    const put = (json: Expr): Stmt =>
      nodes.statement(nodes.call(std.json.__put, fields(), nodes.text(member.name), json));
    return ifPresent(nodes, member, value(member), (present) => [put(jsonOf(nodes, member, present))]);
  }).flat();
}

function jsonOf(nodes: DeriveNodes, member: Member, value: Expr): Expr {
  return nodes.call(member.asText ? std.json.__text_json : std.json.__to_json, value);
}

/** Whether the members are written one after the other; otherwise by way of a JsonValue. */
export const writesDirectly = (members: readonly Member[]): boolean => !needsBuffer(members);

/** The statements that write an object; `before` are members with their values, as JSON. */
export function writeMembers(nodes: DeriveNodes, { members, value }: WriteMembers, before = ""): Stmt[] {
  const written = members.filter((member) => !member.skipped);
  const raw = (json: string) =>
    nodes.statement(nodes.call(std.json.__raw, nodes.name("out"), nodes.text(json)));
  let text = `{${before}`;
  /** Whether a member certainly precedes. */
  let follows = before !== "";
  let mayFollow = follows;
  const stmts = perMember(nodes, written, (member): Stmt[] => {
    const label = `${JSON.stringify(member.name)}:`;
    const write = (present: Expr): Stmt =>
      nodes.statement(
        nodes.call(member.asText ? std.json.__write_text : std.json.__write_part, present, nodes.name("out")),
      );
    if (!member.omitsNone && (follows || !mayFollow)) {
      const start = text + (follows ? "," : "") + label;
      text = "";
      follows = mayFollow = true;
      return [raw(start), write(value(member))];
    }
    const opening = text === "" ? [] : [raw(text)];
    text = "";
    mayFollow = true;
    const labelled = (present: Expr): Stmt[] => [
      follows
        ? raw(`,${label}`)
        : nodes.statement(nodes.call(std.json.__label, nodes.name("out"), nodes.text(label))),
      write(present),
    ];
    const result = [...opening, ...ifPresent(nodes, member, value(member), labelled)];
    if (!member.omitsNone) follows = true;
    return result;
  }).flat();
  return [...stmts, raw(`${text}}`)];
}

function ifPresent(nodes: DeriveNodes, member: Member, value: Expr, make: (present: Expr) => Stmt[]): Stmt[] {
  if (!member.omitsNone) return make(value);
  return [
    nodes.statement(
      nodes.match(value, [
        nodes.arm(nodes.variant("Some", [nodes.binding("v·")]), nodes.block(make(nodes.name("v·")), null)),
        nodes.arm(nodes.wildcard(), nodes.block([], null)),
      ]),
    ),
  ];
}
