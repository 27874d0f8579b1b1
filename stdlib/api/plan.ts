// The plan of a handler or of a type that reads a request: for each input, where it comes from and how it is read.
// Made from the descriptions of the checker (`interpreter/check/derive/inputs.ts`) when a server is built.

export type Source = "path" | "query" | "header" | "cookie" | "form" | "body" | "context";

/** A check of `@check`, as the checker describes it. */
export interface CheckText {
  readonly key: string;
  readonly limit: unknown;
  readonly ofItems: boolean;
  readonly code: string;
  readonly message: string;
}

/** What a field or parameter says about itself. */
export interface InputText {
  readonly name: string;
  readonly key: string;
  readonly source: Source | null;
  readonly comma: boolean;
  readonly hasDefault: boolean;
  readonly value?: unknown;
  readonly checks: readonly CheckText[];
  readonly doc: string;
}

/** A type in descriptions, by `interpreter/check/shapes.ts`. */
export type TypeShape = string | readonly [string, ...unknown[]];

export interface Shape {
  readonly type: TypeShape;
  readonly types: Readonly<Record<string, { readonly kind: string; readonly form?: string }>>;
}

/** What is known of the type of an input. */
interface Kind {
  readonly kind: "whole" | "texts" | "text" | "json" | "other";
  readonly key?: string;
  readonly shape?: Shape;
  readonly plan?: PlanText;
}

interface PlanText {
  readonly inputs: readonly (InputText | null)[];
  readonly kinds?: readonly Kind[];
  readonly deniesUnknown?: boolean;
  /** It reads what it wants from the request. */
  readonly open?: boolean;
}

export const TEXTS = 0;
export const BODY = 1;
export const WHOLE = 2;
export const CONTEXT = 3;

export interface Input {
  readonly text: InputText;
  readonly source: Source | "whole";
  /** How `__take` reads it. */
  readonly how: typeof TEXTS | typeof BODY | typeof WHOLE | typeof CONTEXT;
  readonly shape: Shape | null;
  readonly isOptional: boolean;
  readonly isList: boolean;
  /** Whether the empty text is a value. */
  readonly takesEmpty: boolean;
  readonly child: Plan | null;
  /** For an input of the context: the number of its group of schemes. */
  readonly group: number;
}

/** Schemes of authentication of which one must grant access. */
export interface Group {
  readonly schemes: readonly number[];
  readonly isOptional: boolean;
}

export class Plan {
  inputs: readonly Input[] = [];
  deniesUnknown = false;
  /** Whether a part reads what it wants, so that not all inputs are known. */
  isOpen = false;
  /** Why the operation cannot work; null if it can. */
  problem: string | null = null;
  groups: Group[] = [];
  status = 200;
}

/** What the inputs of one operation share. */
export interface Surroundings {
  /** The names in the pattern. */
  readonly names: ReadonlySet<string>;
  readonly schemeNames: readonly string[];
  readonly schemeKeys: readonly string[];
}

const NO_INPUT: InputText = {
  name: "",
  key: "",
  source: null,
  comma: false,
  hasDefault: false,
  checks: [],
  doc: "",
};

export const NOWHERE: Surroundings = { names: new Set(), schemeNames: [], schemeKeys: [] };

/** Adds what is known of the types of inputs to the description of a type. */
export function withKinds(text: string, kinds: readonly string[]): string {
  return `${text.slice(0, -1)},"kinds":[${kinds.join(",")}]}`;
}

export function planOf(text: string, around: Surroundings): Plan {
  const root = new Plan();
  fill(root, JSON.parse(text) as PlanText, around, root, true);
  return root;
}

/** @param isHandler whether the inputs are parameters of a handler, not the fields of a struct */
function fill(plan: Plan, text: PlanText, around: Surroundings, root: Plan, isHandler: boolean): void {
  plan.deniesUnknown = text.deniesUnknown === true;
  plan.isOpen = text.open === true;
  plan.inputs = text.inputs.map((input, i) =>
    inputOf(input ?? NO_INPUT, text.kinds?.[i] ?? { kind: "other" }, { around, root, isHandler }),
  );
  plan.isOpen ||= plan.inputs.some(({ child }) => child?.isOpen === true);
}

interface Context {
  readonly around: Surroundings;
  readonly root: Plan;
  readonly isHandler: boolean;
}

function inputOf(text: InputText, kind: Kind, context: Context): Input {
  const { around, root } = context;
  const shape = kind.shape ?? null;
  const { type, isOptional } = insideOption(shape?.type ?? "any");
  const isList = Array.isArray(type) && type[0] === "list";
  const base = { text, shape, isOptional, isList, takesEmpty: type === "String", child: null, group: -1 };
  const source = sourceOf(text, kind, context);
  if (source === "whole") {
    const child = new Plan();
    fill(child, kind.plan ?? { inputs: [] }, around, root, false);
    return { ...base, source, how: WHOLE, child };
  }
  if (source === "context") {
    const key = kind.key ?? "";
    const inner = innerKey(key);
    const isMaybe = inner !== null && !around.schemeKeys.includes(key);
    const group = groupOf(root, around, isMaybe ? inner : key, isMaybe);
    if (group < 0)
      root.problem ??= `no scheme of authentication gives \`${shownKey(isMaybe ? inner : key)}\` for \`${text.name}\``;
    return { ...base, source, how: CONTEXT, group };
  }
  if (source === "path" && !around.names.has(text.key) && around !== NOWHERE)
    root.problem ??= `the pattern has no \`:${text.key}\` for \`${text.name}\``;
  return { ...base, source, how: source === "body" ? BODY : TEXTS };
}

function sourceOf(text: InputText, kind: Kind, { around, isHandler }: Context): Source | "whole" {
  if (text.source !== null) return text.source;
  if (kind.kind === "whole") return "whole";
  const isText = kind.shape !== undefined && readsText(kind.shape);
  if (isText) return around.names.has(text.key) ? "path" : "query";
  const key = kind.key ?? "";
  const isGiven = around.schemeKeys.includes(key) || around.schemeKeys.includes(innerKey(key) ?? "");
  if (kind.kind === "other" || (isHandler && isGiven)) return "context";
  return hasJson(kind) ? "body" : "context";
}

/** Whether a value can be read from a body; options and lists are as their elements. */
function hasJson({ kind, shape }: Kind): boolean {
  return kind === "json" || (shape !== undefined && innermost(shape.type) !== "any");
}

function innermost(type: TypeShape): TypeShape {
  return Array.isArray(type) && (type[0] === "option" || type[0] === "list")
    ? innermost(type[1] as TypeShape)
    : type;
}

const TEXT_TYPES = new Set(["Int", "Float", "Bool", "String", "Char"]);
const TEXT_STANDARD = new Set(["std/time:Date", "std/time:DateTime"]);

/** Whether values are read from one text, or several for a list. */
function readsText({ type, types }: Shape): boolean {
  const inner = innermost(type);
  if (typeof inner === "string") return TEXT_TYPES.has(inner);
  if (inner[0] === "standard") return TEXT_STANDARD.has(inner[1] as string);
  if (inner[0] !== "ref") return false;
  const found = types[inner[1] as string];
  return found?.kind === "enum" && found.form === "string";
}

export function insideOption(type: TypeShape): { readonly type: TypeShape; readonly isOptional: boolean } {
  return Array.isArray(type) && type[0] === "option"
    ? { type: type[1] as TypeShape, isOptional: true }
    : { type, isOptional: false };
}

/** The key of the type inside an option, or null. */
function innerKey(key: string): string | null {
  return /^std\/core:Option<(.*)>$/.exec(key)?.[1] ?? null;
}

/** The name of a type without its module. */
const shownKey = (key: string): string => key.replace(/^.*:/, "").replace(/<>$/, "");

function groupOf(root: Plan, { schemeKeys }: Surroundings, key: string, isOptional: boolean): number {
  const schemes = schemeKeys.flatMap((each, i) => (each === key ? [i] : []));
  if (schemes.length === 0) return -1;
  root.groups.push({ schemes, isOptional });
  return root.groups.length - 1;
}

/** Adds the schemes that an operation requires without reading their results. */
export function requireSchemes(plan: Plan, names: readonly string[], around: Surroundings): void {
  for (const name of names) {
    const number = around.schemeNames.indexOf(name);
    if (number < 0) plan.problem ??= `there is no scheme of authentication \`${name}\``;
    else plan.groups.push({ schemes: [number], isOptional: false });
  }
}

/** The names of `:name` and `*name` in a pattern. */
export function namesIn(pattern: string): Set<string> {
  const segments = pattern.split("/").filter((segment) => /^[:*]./.test(segment));
  return new Set(segments.map((segment) => segment.slice(1)));
}

/** All inputs of a plan and of the types in it. */
export function allInputs(plan: Plan): Input[] {
  return plan.inputs.flatMap((input) => (input.child === null ? [input] : allInputs(input.child)));
}
