// What the server knows, as plain functions without a protocol: for editors that run in the same process or page.
// Offsets count UTF-16 units from the start of a text, as JavaScript does.
import type { Diagnostic } from "../../diagnostics/index.ts";
import { Source, type Span } from "../../source/index.ts";
import type { Action } from "../actions/action.ts";
import { offeredActions } from "../actions/offered.ts";
import { completions, type Completions } from "../features/completion.ts";
import { formatting } from "../features/formatting.ts";
import { hover, type Hover } from "../features/hover.ts";
import { definition, references, type UnitSpan } from "../features/navigation.ts";
import { rename, type Refused, type Renamed } from "../features/rename.ts";
import { signatureHelp, type Signature } from "../features/signature.ts";
import { outlineOf, type Outline } from "../features/symbols.ts";
import type { TextEdit } from "../text/edits.ts";
import type { Disk } from "../workspace/files.ts";
import type { FileView } from "../workspace/view.ts";
import { Workspace, type Language } from "../workspace/workspace.ts";

export type { Action, Completions, Hover, Outline, UnitSpan, Refused, Renamed, Signature, TextEdit };

/** Answers questions about the scripts of a folder, and about texts that are being written over them. */
export class LanguageService {
  readonly #workspace: Workspace;
  readonly #disk: Disk;

  constructor(disk: Disk, language: Language, folder: string) {
    this.#disk = disk;
    this.#workspace = new Workspace(disk, language);
    this.#workspace.setFolders([folder]);
  }

  /** Lays a text over a file, which need not exist; null takes it away. */
  setText(path: string, text: string | null): void {
    this.#workspace.setText(this.#idOf(path), text);
  }

  /** What `std check` reports in a file. */
  diagnostics(path: string): readonly Diagnostic[] {
    this.#workspace.refresh();
    return this.#diagnosticsOf(this.#idOf(path));
  }

  hover(path: string, offset: number): Hover | null {
    return this.#at(path, (view) => hover(view, offset));
  }

  completions(path: string, offset: number): Completions {
    const id = this.#idOf(path);
    this.#workspace.refresh();
    const text = this.#workspace.files.text(id) ?? "";
    return completions(this.#workspace, id, new Source(id, text), offset);
  }

  signature(path: string, offset: number): Signature | null {
    return this.#at(path, (view) => signatureHelp(view, offset));
  }

  /** Where the name at an offset is declared. */
  definition(path: string, offset: number): readonly UnitSpan[] {
    return this.#at(path, (view) => definition(view, offset)) ?? [];
  }

  references(path: string, offset: number): readonly UnitSpan[] {
    const found = this.#at(path, (view) => references(this.#workspace, view, offset)) ?? [];
    return found.map(({ unit, span }) => ({ unit, span }));
  }

  /** The edits that rename a name everywhere; the reason if that is not possible. */
  rename(path: string, offset: number, to: string): Renamed | Refused {
    return (
      this.#at(path, (view) => rename(this.#workspace, view, offset, to)) ?? {
        refused: "the file cannot be read",
      }
    );
  }

  /** The fixes of diagnostics and the refactorings for a selection. */
  actions(path: string, span: Span): readonly Action[] {
    const actions = this.#at(path, (view) => {
      const diagnostics = this.#diagnosticsOf(view.unit);
      const { units } = this.#workspace.loaded();
      const unitOf = (name: string): string | null =>
        units.find(({ source }) => source.name === name)?.id ?? null;
      return offeredActions(view, span, { diagnostics, unitOf }, true).map(({ action }) => action);
    });
    return actions ?? [];
  }

  /** The declarations of a file. */
  outline(path: string): readonly Outline[] {
    return this.#at(path, ({ source, tree }) => outlineOf(source, tree)) ?? [];
  }

  /** The edits that make the canonical style, none for a text that does not parse. */
  format(path: string): readonly TextEdit[] {
    const id = this.#idOf(path);
    this.#workspace.refresh();
    const text = this.#workspace.files.text(id);
    return text === null ? [] : formatting(new Source(id, text));
  }

  #diagnosticsOf(id: string): readonly Diagnostic[] {
    const steps = this.#workspace.check();
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value.get(id) ?? [];
  }

  #at<T>(path: string, work: (view: FileView) => T): T | null {
    this.#workspace.refresh();
    const view = this.#workspace.view(this.#idOf(path));
    return view === null ? null : work(view);
  }

  /** The canonical path of a file, which need not exist. */
  #idOf(path: string): string {
    const id = this.#disk.canonical(path);
    return typeof id === "string" ? id : path;
  }
}
