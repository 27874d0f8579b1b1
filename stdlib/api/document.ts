// The OpenAPI 3.1 document of an API. It depends on the program alone: paths are in the order of registration,
// components by name.
import {
  componentName,
  namesFor,
  SchemaWriter,
  schemaText,
  withChecks,
  type DeclaredShape,
  type Schema,
  type Shape,
} from "../json/index.ts";
import { bodyOf, parametersOf } from "./document-inputs.ts";
import { responsesOf } from "./document-responses.ts";
import {
  allInputs,
  namesIn,
  planOf,
  requireSchemes,
  withKinds,
  type Group,
  type Input,
  type Plan,
} from "./plan.ts";

/** One operation, as api.std describes it. */
export interface OperationText {
  readonly method: string;
  readonly pattern: string;
  /** JSON: name, comment and parameters of the function. */
  readonly handler: string;
  readonly kinds: readonly string[];
  /** JSON: what its result is. */
  readonly output: string;
  readonly tags: readonly string[];
  readonly responses: readonly { readonly status: number; readonly text: string }[];
  readonly secured: readonly string[];
  readonly status: number;
  readonly about: {
    readonly summary?: string;
    readonly description?: string;
    readonly id?: string;
    readonly deprecated?: boolean;
    readonly hidden?: boolean;
    readonly example?: unknown;
  };
}

export interface SchemeText {
  readonly name: string;
  readonly key: string;
  readonly about: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly text: OperationText;
  readonly plan: Plan;
  readonly inputs: readonly Input[];
  readonly id: string;
  /** The comment of the handler. */
  readonly doc: string;
}

/** The key of the schema of problems, which no type of a program has. */
const PROBLEM = "std/api:Problem<>";

/** A failure that concerns the whole API, for the panic. */
export class DocumentFailure extends Error {}

/** @throws DocumentFailure */
export function documentText(
  title: string,
  version: string,
  texts: readonly OperationText[],
  schemes: readonly SchemeText[],
): string {
  const operations = withIds(texts.map((text) => operationOf(text, schemes)));
  const shown = operations.filter(({ text }) => text.about.hidden !== true);
  const components = new Components(shown);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of shown) {
    const path = (paths[pathOf(operation.text.pattern)] ??= {});
    path[operation.text.method.toLowerCase()] ??= objectOf(operation, components, schemes);
  }
  const securitySchemes = Object.fromEntries(schemes.map(({ name, about }) => [name, about]));
  return schemaText({
    openapi: "3.1.0",
    info: { title, version },
    paths,
    components: {
      schemas: components.schemas(),
      ...(schemes.length > 0 && { securitySchemes }),
    },
  });
}

function operationOf(text: OperationText, schemes: readonly SchemeText[]): Operation {
  const handler = JSON.parse(text.handler) as { readonly name: string | null; readonly doc: string };
  const around = {
    names: namesIn(text.pattern),
    schemeNames: schemes.map(({ name }) => name),
    schemeKeys: schemes.map(({ key }) => key),
  };
  const plan = planOf(withKinds(text.handler, text.kinds), around);
  requireSchemes(plan, text.secured, around);
  const id = text.about.id ?? handler.name ?? pathId(text);
  return { text, plan, inputs: allInputs(plan), id, doc: handler.doc };
}

/** A name from method and path: `get_notes_id`. */
function pathId({ method, pattern }: OperationText): string {
  const parts = pattern.split(/[^A-Za-z0-9]+/).filter((part) => part !== "");
  return [method.toLowerCase(), ...parts].join("_");
}

/** Makes ids differ: those that handlers share get method and path. */
function withIds(operations: readonly Operation[]): Operation[] {
  const given = new Set<string>();
  for (const { text } of operations) {
    const { id } = text.about;
    if (id === undefined) continue;
    if (given.has(id)) throw new DocumentFailure(`two operations have the id ${id}`);
    given.add(id);
  }
  const counts = new Map<string, number>();
  for (const { id } of operations) counts.set(id, (counts.get(id) ?? 0) + 1);
  const used = new Set<string>();
  return operations.map((operation) => {
    const { text } = operation;
    const isShared = counts.get(operation.id)! > 1 && text.about.id === undefined;
    const own = isShared ? `${operation.id}_${pathId(text)}` : operation.id;
    let id = own;
    for (let n = 2; used.has(id); n++) id = `${own}_${n}`;
    used.add(id);
    return { ...operation, id };
  });
}

/** `/notes/{id}` for `/notes/:id`. */
export function pathOf(pattern: string): string {
  const segments = pattern.split("/").filter((segment) => segment !== "");
  return `/${segments.map((segment) => (/^[:*]./.test(segment) ? `{${segment.slice(1)}}` : segment)).join("/")}`;
}

function objectOf(operation: Operation, components: Components, schemes: readonly SchemeText[]): object {
  const { text, plan, inputs, doc } = operation;
  const { about } = text;
  const [first = "", ...rest] = doc.split("\n");
  const summary = about.summary ?? first.replace(/\.$/, "");
  const description = about.description ?? rest.join("\n").trim();
  const parameters = parametersOf(inputs, components);
  const requestBody = bodyOf(inputs, components, about.example);
  const security = securityOf(plan.groups, schemes);
  return {
    operationId: operation.id,
    ...(summary !== "" && { summary }),
    ...(description !== "" && { description }),
    ...(text.tags.length > 0 && { tags: text.tags }),
    ...(about.deprecated === true && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== null && { requestBody }),
    responses: responsesOf(operation, components),
    ...(security.length > 0 && { security }),
  };
}

/** Alternatives of schemes, of which one must hold. */
function securityOf(groups: readonly Group[], schemes: readonly SchemeText[]): Record<string, string[]>[] {
  let alternatives: Record<string, string[]>[] = [];
  groups.forEach(({ schemes: numbers, isOptional }, i) => {
    const own: Record<string, string[]>[] = numbers.map((n) => ({ [schemes[n]!.name]: [] }));
    if (isOptional) own.push({});
    alternatives =
      i === 0 ? own : alternatives.flatMap((before) => own.map((each) => ({ ...before, ...each })));
  });
  return alternatives;
}

const COMPONENTS = "#/components/schemas/";

/** The schemas that operations refer to. */
export class Components {
  private readonly types = new Map<string, DeclaredShape>();
  private readonly names: Map<string, string>;
  private readonly used = new Map<string, { readonly key: string; readonly isInput: boolean }>();
  private readonly differing = new Map<string, boolean>();
  /** The schemas of variants, by their names. */
  private readonly alternatives = new Map<string, { readonly of: string; readonly schema: Schema }>();

  constructor(operations: readonly Operation[]) {
    for (const { text, inputs } of operations) {
      for (const { shape } of inputs) this.addTypes(shape as Shape | null);
      for (const shape of shapesIn(JSON.parse(text.output))) this.addTypes(shape);
    }
    this.names = namesFor(
      new Map([...this.types, [PROBLEM, { name: "Problem", module: "api" } as DeclaredShape]]),
    );
  }

  private addTypes(shape: Shape | null): void {
    for (const [key, type] of Object.entries(shape?.types ?? {})) this.types.set(key, type);
  }

  /** The schema of a type where it is used. */
  schema(shape: Shape | null, isInput: boolean): Schema {
    return shape === null ? {} : this.writer(isInput).of(shape.type);
  }

  checked(input: Input, isInput: boolean): Schema {
    return withChecks(this.schema(input.shape as Shape | null, isInput), input.text.checks);
  }

  get problem(): Schema {
    return { $ref: this.refTo(PROBLEM, false) };
  }

  private writer(isInput: boolean): SchemaWriter {
    const writer = new SchemaWriter(
      isInput,
      (key) => this.refTo(key, isInput),
      (key, variant, schema) => this.alternative(`${this.nameOf(key, isInput)}_${variant}`, schema),
    );
    for (const [key, type] of this.types) writer.types.set(key, type);
    return writer;
  }

  private refTo(key: string, isInput: boolean): string {
    const name = this.nameOf(key, isInput);
    this.used.set(name, { key, isInput: isInput && this.differs(key) });
    return `${COMPONENTS}${name}`;
  }

  private nameOf(key: string, isInput: boolean): string {
    return `${this.names.get(key)!}${isInput && this.differs(key) ? "Input" : ""}`;
  }

  /** @param of the names of the enum and of the variant */
  private alternative(of: string, schema: Schema): string {
    const own = componentName(of);
    const declared = new Set([...this.names.values()].flatMap((name) => [name, `${name}Input`]));
    const isTaken = (name: string): boolean =>
      declared.has(name) || (this.alternatives.get(name) ?? { of }).of !== of;
    let name = own;
    for (let n = 2; isTaken(name); n++) name = `${own}_${n}`;
    this.alternatives.set(name, { of, schema });
    return `${COMPONENTS}${name}`;
  }

  /** Whether a type, or one in it, has members that may be missing only when it is read. */
  private differs(key: string): boolean {
    const known = this.differing.get(key);
    if (known !== undefined) return known;
    const reached = new Set<string>([key]);
    const schemas = (isInput: boolean): string => {
      const writer = new SchemaWriter(isInput, (other) => {
        reached.add(other);
        return other;
      });
      for (const [each, type] of this.types) writer.types.set(each, type);
      const texts: string[] = [];
      // The set grows during the loop.
      for (const each of reached) if (this.types.has(each)) texts.push(schemaText(writer.declared(each)));
      return texts.join("\n");
    };
    const differs = schemas(true) !== schemas(false);
    this.differing.set(key, differs);
    return differs;
  }

  schemas(): Record<string, Schema> {
    const written = new Map<string, Schema>();
    for (let more = true; more; ) {
      more = false;
      for (const [name, { key, isInput }] of this.used) {
        if (written.has(name)) continue;
        written.set(name, key === PROBLEM ? PROBLEM_SCHEMA : this.writer(isInput).declared(key));
        more = true;
      }
    }
    for (const [name, { schema }] of this.alternatives) written.set(name, schema);
    return Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function* shapesIn(value: unknown): Generator<Shape> {
  if (typeof value !== "object" || value === null) return;
  const { shape, of } = value as { readonly shape?: Shape; readonly of?: unknown };
  if (shape !== undefined) yield shape;
  yield* shapesIn(of);
}

const ERROR_SCHEMA: Schema = {
  type: "object",
  properties: {
    path: { type: "string" },
    message: { type: "string" },
    code: { type: "string" },
    pointer: { type: "string" },
  },
  required: ["path", "message", "code"],
};

const PROBLEM_SCHEMA: Schema = {
  description: "A problem of RFC 9457.",
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    instance: { type: "string" },
    code: { type: "string" },
    errors: { type: "array", items: ERROR_SCHEMA },
  },
  required: ["type", "title", "status"],
};
