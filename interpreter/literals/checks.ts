// Calls the checkers of literals, and makes diagnostics of the problems that they find.
import type { LiteralPart, LiteralUse, Unit } from "../check/index.ts";
import { notes, Reporter, type Diagnostic, type Extra, type Fix } from "../diagnostics/index.ts";
import { machine, type SchemaDatabase } from "../host/index.ts";
import type {
  FoundProblem,
  KnownCall,
  LiteralCheckers,
  ModuleDescriptor,
  SchemaFile,
} from "../runtime/host.ts";
import type { NativeFile, SourceReader } from "../modules/index.ts";
import { fromByteString, hashOf, Source, toByteString, type Span } from "../source/index.ts";
import { canBeWritten, spanInPart, written } from "./located.ts";
import { Schemas } from "./schema.ts";

export interface LiteralOptions {
  readonly modules: readonly ModuleDescriptor[];
  /** Makes modules of files of packages whose functions without body are native; absent where they may not run. */
  readonly packageModules?: (files: readonly NativeFile[]) => Promise<readonly ModuleDescriptor[]>;
  /** Reads schemas. */
  readonly reader: SourceReader;
  /** Waits for answers that the reader did not have, and returns whether there were any. */
  readonly awaited?: () => Promise<boolean>;
  /** Literals that earlier checks found to be right. */
  readonly memory?: LiteralMemory;
  /** The schema of `--schema`. */
  readonly schema?: string | null;
}

/** Remembers literals that have no problem, by what that depends on. */
export interface LiteralMemory {
  isRight(key: string): boolean;
  add(key: string): void;
}

/** A literal with the sources of its file, and of constants that it is made of. */
interface Pending {
  readonly use: LiteralUse;
  readonly sources: ReadonlyMap<string, Source>;
}

/** Checkers that were loaded before: they keep nothing about programs. */
const loaded = new WeakMap<ModuleDescriptor, LiteralCheckers>();

/** Collects literals of programs, and checks them. */
export class LiteralChecks {
  readonly #options: LiteralOptions;
  readonly #modules: ReadonlyMap<string, ModuleDescriptor>;
  #pending: Pending[] = [];
  readonly #seen = new Set<string>();
  readonly #natives = new Map<string, NativeFile>();
  readonly #checkers = new Map<string, LiteralCheckers | null>();

  constructor(options: LiteralOptions) {
    this.#options = options;
    this.#modules = new Map(options.modules.map((module) => [module.id ?? `std/${module.name}`, module]));
  }

  /** Adds the literals of a program. */
  readonly add = (uses: readonly LiteralUse[], { units, natives }: LiteralSources): void => {
    if (uses.length === 0) return;
    for (const [id, file] of natives) this.#natives.set(id, file);
    const sources = new Map(units.map(({ id, source }) => [id, source]));
    for (const use of uses) {
      const { at, module, checker } = use;
      // Programs may share files.
      const key = JSON.stringify([at.unit, at.span.start, at.span.end, module, checker]);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.#pending.push({ use, sources });
    }
  };

  /** Checks what was added since the last call. */
  async run(): Promise<readonly Diagnostic[]> {
    const pending = this.#pending;
    this.#pending = [];
    this.#seen.clear();
    if (pending.length === 0) return [];
    const { reader, schema = null, awaited, memory } = this.#options;
    for (;;) {
      const schemas = new Schemas(reader, schema);
      const reporter = new Reporter();
      for (const one of pending) {
        const key = memory === undefined ? null : this.#keyOf(one.use, schemas);
        if (key !== null && memory!.isRight(key)) continue;
        const found = await this.#checkersOf(one.use.module);
        if (found === null || new LiteralCheck(one, reporter, schemas).run(found) > 0) continue;
        if (key !== null) memory!.add(key);
      }
      if (awaited === undefined || !(await awaited())) return reporter.take();
    }
  }

  /** What the result of a check depends on; null if that is not known. */
  #keyOf(use: LiteralUse, schemas: Schemas): string | null {
    // The code of a host or package may change without notice.
    const descriptor = this.#modules.get(use.module);
    if (descriptor === undefined || descriptor.host === true) return null;
    const schema = schemas.hashAround(use.at.unit);
    if (schema === null) return null;
    const { module, checker, function: called, types, arguments: others } = use;
    const parts = use.parts.map(({ text, type, call }) => [text, type, call]);
    return hashOf(JSON.stringify([schema, module, checker, called, parts, types, others]));
  }

  async #checkersOf(module: string): Promise<LiteralCheckers | null> {
    let found = this.#checkers.get(module);
    if (found === undefined) this.#checkers.set(module, (found = await this.#load(module)));
    return found;
  }

  async #load(module: string): Promise<LiteralCheckers | null> {
    const descriptor = this.#modules.get(module) ?? (await this.#packageModule(module));
    if (descriptor?.checkers === undefined) return null;
    const known = loaded.get(descriptor);
    if (known !== undefined) return known;
    const checkers = await descriptor.checkers();
    loaded.set(descriptor, checkers);
    return checkers;
  }

  async #packageModule(unit: string): Promise<ModuleDescriptor | undefined> {
    const file = this.#natives.get(unit);
    return file === undefined ? undefined : (await this.#options.packageModules?.([file]))?.[0];
  }
}

/** The files of a program. */
export interface LiteralSources {
  readonly units: readonly Unit[];
  /** The files of packages that declare functions without body, by unit. */
  readonly natives: ReadonlyMap<string, NativeFile>;
}

class LiteralCheck {
  readonly #use: LiteralUse;
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #reporter: Reporter;
  readonly #schemas: Schemas;

  constructor({ use, sources }: Pending, reporter: Reporter, schemas: Schemas) {
    this.#use = use;
    this.#sources = sources;
    this.#reporter = reporter;
    this.#schemas = schemas;
  }

  /** Returns the number of problems. */
  run(checkers: LiteralCheckers): number {
    const { parts, checker, types, arguments: others } = this.#use;
    let at = 0;
    const holes = [];
    for (const { text, type = "", call: from = null } of parts) {
      if (text === null) holes.push({ at, type, call: from });
      else at += text.length;
    }
    const check = checkers.partial?.[checker] ?? (holes.length === 0 ? checkers.whole[checker] : undefined);
    if (check === undefined) return 0;
    const text = parts.map((part) => part.text ?? "").join("");
    const call: KnownCall = {
      function: this.#use.function,
      types,
      arguments: others,
      holes,
      hasStandIns: parts.some(({ text: known, call: from }) => known !== null && from !== undefined),
      schema: () => this.#schema(),
      database: () => this.#database(),
    };
    const problems = check(text, call);
    for (const problem of problems) this.#report(problem);
    return problems.length;
  }

  #schema(): readonly SchemaFile[] | null {
    const schema = this.#schemas.around(this.#use.at.unit);
    if (schema === null || Array.isArray(schema)) return schema;
    const { at } = this.#use;
    const { problem } = schema as { readonly problem: string };
    this.#reporter.report("K3", this.#source(at.unit), at.span, { problem }, { severity: "error" });
    return null;
  }

  #database(): SchemaDatabase | null {
    return machine().databases.forChecks();
  }

  #source(unit: string): Source {
    return this.#sources.get(unit)!;
  }

  #report(problem: FoundProblem): void {
    const { code = "K1", message, hint, file } = problem;
    const severity = problem.severity ?? (this.#use.panics ? "error" : "warning");
    if (file !== undefined) {
      const span = inText(file.text, problem);
      const extra: Extra = { severity, ...(hint !== undefined && { hint }) };
      this.#reporter.report(code, schemaSource(file), span, { problem: message }, extra);
      return;
    }
    const { part, start, end } = this.#partAt(problem);
    const source = this.#source(part.at.unit);
    const span = spanInPart(part, source.text, start, end);
    const { at } = this.#use;
    const isElsewhere = part.at.unit !== at.unit || span.start < at.span.start || span.end > at.span.end;
    const fixes = fixesOf(problem, part, source, span);
    this.#reporter.report(
      code,
      source,
      span,
      { problem: message },
      {
        severity,
        ...(hint !== undefined && { hint: shownHint(problem, part) }),
        ...(fixes !== null && { fixes }),
        ...(isElsewhere && {
          related: [{ source: this.#source(at.unit), span: at.span, text: notes.usedHere }],
        }),
      },
    );
  }

  /** The part in which a problem begins, with the range in it. */
  #partAt({ start, end, hole }: FoundProblem): {
    readonly part: LiteralPart;
    readonly start: number;
    readonly end: number;
  } {
    const { parts } = this.#use;
    if (hole !== undefined) {
      const part = parts.filter(({ text }) => text === null)[hole]!;
      return { part, start: 0, end: 0 };
    }
    let before = 0;
    let last: LiteralPart | null = null;
    for (const part of parts) {
      const length = part.text?.length ?? 0;
      if (start < before + length)
        return { part, start: start - before, end: Math.min(end - before, length) };
      before += length;
      if (part.text !== null) last = part;
    }
    const part = last ?? parts[0]!;
    const length = part.text?.length ?? 0;
    return { part, start: length, end: length };
  }
}

/** The hint, in which the text to write is as it is written in the source. */
function shownHint({ hint = "", fix }: FoundProblem, { form }: LiteralPart): string {
  return fix === undefined ? hint : hint.replace(`\`${fix}\``, () => `\`${written(fix, form)}\``);
}

/** The change that a problem names. */
function fixesOf(
  problem: FoundProblem,
  part: LiteralPart,
  source: Source,
  span: Span,
): readonly Fix[] | null {
  const { fix, hint, start, end } = problem;
  if (fix === undefined || hint === undefined || !canBeWritten(fix, part.form)) return null;
  const at = start === end ? { start: span.start, end: span.start } : span;
  return [{ title: shownHint(problem, part), edits: [{ source, span: at, text: written(fix, part.form) }] }];
}

const schemaSources = new WeakMap<SchemaFile, Source>();

function schemaSource(file: SchemaFile): Source {
  let source = schemaSources.get(file);
  if (source === undefined) schemaSources.set(file, (source = new Source(file.path, file.text)));
  return source;
}

/** The characters of a text for a range of its bytes. */
function inText(text: string, { start, end }: FoundProblem): Span {
  const bytes = toByteString(text);
  const offset = (at: number): number =>
    bytes.length === text.length ? at : fromByteString(bytes.slice(0, at)).length;
  return { start: offset(start), end: Math.max(offset(end), offset(start) + 1) };
}
