// The growing program: its checker, the names in scope, and the accepted inputs. An input is a module that
// sees the names of the inputs before, so its cost does not depend on their number.
import { Checker, SessionScope, type Added, type Module, type Program } from "../check/index.ts";
import type { Diagnostic, Label } from "../diagnostics/index.ts";
import { machine } from "../host/index.ts";
import {
  isProblem,
  load,
  standardNames,
  unitsOf,
  type NativeFile,
  type NpmUse,
  type PackageLookup,
  type SourceReader,
} from "../modules/index.ts";
import type { ModuleDescriptor } from "../runtime/host.ts";
import type { Source } from "../source/index.ts";
import { ENTRY, SHOWN } from "./entry-names.ts";
import { asTyped, declarationsText, type InputText } from "./input-text.ts";

export interface SessionSettings {
  readonly modules: readonly ModuleDescriptor[];
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
  readonly npm: NpmUse | null;
  /** The folder to which imports of typed inputs are relative. */
  readonly directory: string;
}

export type State = Added["states"][number];

/** An input that was checked as part of the program. */
export interface Input {
  readonly text: InputText;
  /** Whether it consists of declarations, which are checked again when a file that they use changes. */
  readonly declares: boolean;
  readonly typed: string;
  /** The file that it comes from, if any. */
  readonly file: string | undefined;
  readonly number: number;
  readonly module: Module;
}

/** The result of a check: with errors, nothing has changed. */
export interface Checked {
  readonly input: Input;
  readonly states: readonly State[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Removes the input again. */
  undo(): void;
}

/**
 * The errors of an input. An input that does not parse is not fully checked. Errors in the text around the
 * input are consequences of errors in it.
 */
function errorsOf(
  loading: readonly Diagnostic[],
  checking: readonly Diagnostic[],
  isTyped: (place: Label) => boolean,
): readonly Diagnostic[] {
  const early = loading.filter(({ severity }) => severity === "error");
  if (early.some(({ code }) => /^[PLM]/.test(code))) return early;
  const found = [...early, ...checking.filter(({ severity }) => severity === "error")];
  const typed = found.filter(({ primary }) => isTyped(primary));
  return typed.length === 0 ? found : typed;
}

/** The warnings that do not depend on further inputs: assignments that change only a copy. */
const WARNINGS = ["W8"] as const;

export const HERE = "<repl>";
const BASE = `fun ${SHOWN}<T>(value: T) -> Any = to_any<T>(value)`;

export class GrowingProgram {
  readonly settings: SessionSettings;
  readonly checker: Checker;
  /** The module with the names that every input uses. */
  readonly base: Module;
  scope = new SessionScope(ENTRY, SHOWN);
  readonly #bySource = new Map<string, InputText>();
  readonly #editions = new Map<string, number>();
  /** The files of packages that declare native functions, by unit. */
  readonly natives = new Map<string, NativeFile>();
  #count = 0;

  constructor(settings: SessionSettings) {
    this.settings = settings;
    this.checker = new Checker({ warnings: WARNINGS, standardNames: standardNames(settings.modules) });
    // Loads the methods that need no import, so that `:type` and completion know them before a call.
    const prelude = settings.modules
      .filter(({ methods }) => (methods?.length ?? 0) > 0)
      .map(({ name }) => `import std/${name}\n`);
    const base = prelude.join("") + BASE;
    const { states } = this.check(declarationsText(base, "", HERE), {
      declares: true,
      typed: base,
      file: undefined,
    });
    for (const state of states) this.scope.enter(state, (_, entry) => entry.kind !== "Alias");
    this.base = states[0]!.module;
  }

  get program(): Program {
    return this.checker.program;
  }

  /** Adds an input to the program, unless it has errors. */
  check(text: InputText, { declares, typed, file }: Pick<Input, "declares" | "typed" | "file">): Checked {
    const { modules, reader, packages, npm, directory } = this.settings;
    const { basename, dirname, extname, join } = machine().sources.paths;
    const number = this.#count++;
    const base = file ?? join(directory, HERE);
    const path = join(dirname(base), `${basename(base, extname(base))}#${number}${extname(base) || ".std"}`);
    this.#bySource.set(path, text);
    const loaded = load([{ path, text: text.text }], {
      modules,
      reader,
      packages,
      npm,
      known: this.checker,
    });
    for (const [unit, file] of loaded.natives) this.natives.set(unit, file);
    const id = loaded.entries[0]!;
    if (isProblem(id)) throw new Error(id.problem);
    const units = unitsOf(loaded, id).map((unit) => {
      if (unit.id === id) return { ...unit, session: this.scope };
      const edition = this.#editions.get(unit.id);
      return edition === undefined ? unit : { ...unit, edition };
    });
    const added = this.checker.add(units);
    const module = this.program.modules.get(id)!;
    const isTyped = ({ source, span }: Label): boolean => source.name !== path || text.isTyped(span.start);
    const found = errorsOf(loaded.diagnostics, added.diagnostics, isTyped);
    const warnings = added.diagnostics.filter(
      ({ severity, primary }) => severity === "warning" && primary.source.name === path && isTyped(primary),
    );
    if (found.length > 0) added.undo();
    return {
      input: { text, declares, typed, file, number, module },
      states: added.states,
      errors: this.asTyped(found, text),
      warnings: this.asTyped(warnings, text),
      undo: added.undo,
    };
  }

  asTyped(diagnostics: readonly Diagnostic[], present: InputText): readonly Diagnostic[] {
    return diagnostics.map((one) => asTyped(one, (source) => this.textOf(source.name), present));
  }

  /** The input whose text is a source. */
  textOf(source: Source["name"]): InputText | undefined {
    return this.#bySource.get(source);
  }

  /** Starts a new edition of a file: its declarations differ from those before. */
  nextEdition(id: string): void {
    this.#editions.set(id, (this.#editions.get(id) ?? 0) + 1);
  }
}
