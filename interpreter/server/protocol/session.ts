// One client: its documents and folders, the workspace behind them, and the check that follows each change.
import {
  DiagnosticSeverity,
  DiagnosticTag,
  PublishDiagnosticsNotification,
  type Diagnostic as Shown,
  type Location,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  type TextEdit as ShownEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Source, Span } from "../../source/index.ts";
import type { TextEdit } from "../text/edits.ts";
import { areaOf, offsetAt, type Point } from "../text/positions.ts";
import type { Disk } from "../workspace/files.ts";
import type { FileView } from "../workspace/view.ts";
import { Workspace, type Language } from "../workspace/workspace.ts";
import { Documents, type Document } from "./documents.ts";
import { MOST_DIAGNOSTICS, Published } from "./published.ts";
import { DEFAULTS, type Settings } from "./settings.ts";
import { Library, pathOfUri, uriOfPath } from "./uris.ts";

/** After a change, the time in which further ones are awaited, in milliseconds. */
const QUIET = 10;
/** How often the disk is looked at for a client that does not watch it, in milliseconds. */
const POLL = 2_000;

/** Codes of code without effect or use, which editors show in a pale colour. */
const UNNECESSARY: ReadonlySet<string> = new Set(["W1", "W2", "W9", "W17"]);

export class Session {
  readonly connection: ProtocolConnection;
  readonly workspace: Workspace;
  readonly documents = new Documents();
  readonly library: Library;
  readonly #published: Published;
  settings: Settings = DEFAULTS;
  /** Whether edits may name the version of the text that they are for. */
  hasVersionedEdits = false;
  hasSnippets = false;
  hasMarkdown = true;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #poll: ReturnType<typeof setInterval> | null = null;
  #isChecking = false;
  #isStale = false;
  /** Resolves requests that wait until everything has been checked. */
  #waiting: (() => void)[] = [];
  /** The latest diagnostics by canonical path. */
  latest: ReadonlyMap<string, readonly Diagnostic[]> = new Map();

  constructor(connection: ProtocolConnection, disk: Disk, language: Language) {
    this.connection = connection;
    this.workspace = new Workspace(disk, language);
    this.library = new Library(language.modules);
    this.#published = new Published((params) => {
      void connection.sendNotification(PublishDiagnosticsNotification.type, params);
    });
  }

  // ---- places

  /** The canonical path of a URI. */
  pathOf(uri: string): string {
    const open = this.documents.get(uri);
    if (open !== undefined) return open.path;
    const path = pathOfUri(uri);
    if (path === null) return uri;
    const id = this.workspace.files.canonical(path);
    return typeof id === "string" ? id : path;
  }

  uriOf(unit: string): string {
    const open = this.documents.at(unit);
    if (open !== undefined) return open.uri;
    const path = this.library.path(unit) ?? unit;
    return /^[a-z][\w+.-]+:/i.test(path) && !/^[a-z]:/i.test(path) ? path : uriOfPath(path);
  }

  /** The unit that a path is part of: a file of the library is a module. */
  unitOf(path: string): string {
    return this.library.unit(path) ?? path;
  }

  /** The text of a unit as its positions are counted. */
  sourceOf(unit: string): Source | null {
    return this.documents.at(unit)?.source ?? this.workspace.unit(unit)?.source ?? null;
  }

  range(source: Source, span: Span): Range {
    return areaOf(source, span, this.documents.encoding);
  }

  offset(source: Source, point: Point): number {
    return offsetAt(source, point, this.documents.encoding);
  }

  location(unit: string, span: Span): Location | null {
    const source = this.sourceOf(unit);
    return source === null ? null : { uri: this.uriOf(unit), range: this.range(source, span) };
  }

  edits(source: Source, edits: readonly TextEdit[]): ShownEdit[] {
    return edits.map(({ span, text }) => ({ range: this.range(source, span), newText: text }));
  }

  workspaceEdit(byUnit: ReadonlyMap<string, readonly TextEdit[]>): WorkspaceEdit {
    const all = [...byUnit].flatMap(([unit, edits]) => {
      const source = this.sourceOf(unit);
      return source === null ? [] : [{ uri: this.uriOf(unit), edits: this.edits(source, edits), unit }];
    });
    if (!this.hasVersionedEdits)
      return { changes: Object.fromEntries(all.map(({ uri, edits }) => [uri, edits])) };
    return {
      documentChanges: all.map(({ uri, edits, unit }) => ({
        textDocument: { uri, version: this.documents.at(unit)?.version ?? null },
        edits,
      })),
    };
  }

  /** A view of a document or file; null if nothing is known of it. */
  view(uri: string): FileView | null {
    const path = this.pathOf(uri);
    return this.workspace.view(this.unitOf(path));
  }

  // ---- changes

  opened(uri: string, version: number, text: string): void {
    const path = this.pathOf(uri);
    this.documents.open(uri, path, version, text);
    if (this.library.unit(path) === null) this.workspace.setText(path, text);
    this.changed();
  }

  edited(document: Document): void {
    if (this.library.unit(document.path) === null)
      this.workspace.setText(document.path, document.source.text);
    this.changed();
  }

  closed(uri: string): void {
    const document = this.documents.close(uri);
    if (document === undefined) return;
    if (this.documents.at(document.path) === undefined) this.workspace.setText(document.path, null);
    this.changed();
  }

  /** Schedules a check. */
  changed(): void {
    this.#isStale = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), QUIET);
  }

  /** Looks at the disk now and then, for a client that does not report changes. */
  pollDisk(): void {
    this.#poll ??= setInterval(() => {
      if (this.workspace.refresh()) this.changed();
    }, POLL);
    this.#poll.unref?.();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#timer = null;
    this.#poll = null;
    this.#isStale = false;
    this.#settle();
  }

  /** Waits until what is known now has been checked. */
  settled(): Promise<void> {
    if (!this.#isStale && !this.#isChecking) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #check(): Promise<void> {
    this.#timer = null;
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      while (this.#isStale && this.#timer === null) {
        this.#isStale = false;
        const { revision } = this.workspace;
        const check = this.workspace.check();
        for (;;) {
          const step = check.next();
          if (step.done === true) {
            this.latest = step.value;
            this.#publish();
            break;
          }
          // Requests and further changes come first.
          await new Promise((resolve) => setImmediate(resolve));
          if (this.workspace.revision !== revision) {
            this.#isStale = true;
            break;
          }
        }
      }
    } finally {
      this.#isChecking = false;
    }
    if (!this.#isStale) this.#settle();
    else if (this.#timer === null) this.changed();
  }

  #publish(): void {
    const open = new Set(this.documents.all().map(({ path }) => path));
    const all: PublishDiagnosticsParams[] = [];
    for (const { uri, path, version, source } of this.documents.all())
      if (this.library.unit(path) === null)
        all.push({ uri, version, diagnostics: this.#shown(source, this.latest.get(path) ?? []) });
    let left = MOST_DIAGNOSTICS;
    for (const [path, diagnostics] of this.latest) {
      const source = this.sourceOf(path);
      if (open.has(path) || source === null || source.package !== null || left <= 0) continue;
      const shown = diagnostics.slice(0, left);
      left -= shown.length;
      all.push({ uri: this.uriOf(path), diagnostics: this.#shown(source, shown) });
    }
    this.#published.show(all);
  }

  #shown(source: Source, diagnostics: readonly Diagnostic[]): Shown[] {
    return diagnostics.map((diagnostic) => this.shownDiagnostic(source, diagnostic));
  }

  shownDiagnostic(source: Source, { code, severity, message, primary, related, hint }: Diagnostic): Shown {
    const about =
      primary.text === ""
        ? ""
        : `
${primary.text}`;
    return {
      range: this.range(source, primary.span),
      severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
      code,
      source: "std",
      message: `${message}${about}${hint === undefined ? "" : `\nhint: ${hint}`}`,
      ...(UNNECESSARY.has(code) && { tags: [DiagnosticTag.Unnecessary] }),
      ...(code === "W19" && { tags: [DiagnosticTag.Deprecated] }),
      ...(related.length > 0 && {
        relatedInformation: related.flatMap((label) => {
          const unit = this.#unitOfSource(label.source);
          const location = unit === null ? null : this.location(unit, label.span);
          return location === null ? [] : [{ location, message: label.text }];
        }),
      }),
    };
  }

  #unitOfSource({ name }: Source): string | null {
    return this.unitOfName(name);
  }

  /** The unit whose source has a name. */
  unitOfName(name: string): string | null {
    return this.workspace.loaded().units.find(({ source }) => source.name === name)?.id ?? null;
  }
}
