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
import type { FileView } from "../workspace/view.ts";
import { Workspace } from "../workspace/workspace.ts";
import { Checking } from "./checking.ts";
import type { ServerOptions } from "./options.ts";
import { Documents, type Document } from "./documents.ts";
import { MOST_DIAGNOSTICS, Published } from "./published.ts";
import { DEFAULTS, type Settings } from "./settings.ts";
import { Library, pathOfUri, uriOfPath } from "./uris.ts";

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
  readonly #checking: Checking;
  settings: Settings = DEFAULTS;
  /** Whether edits may name the version of the text that they are for. */
  hasVersionedEdits = false;
  hasSnippets = false;
  hasMarkdown = true;
  #poll: ReturnType<typeof setInterval> | null = null;
  #isDisposed = false;
  /** The latest diagnostics by canonical path. */
  latest: ReadonlyMap<string, readonly Diagnostic[]> = new Map();

  constructor(
    connection: ProtocolConnection,
    { disk, language, log }: Pick<ServerOptions, "disk" | "language" | "log">,
    poll: () => boolean,
  ) {
    this.connection = connection;
    this.workspace = new Workspace(disk, language);
    this.library = new Library(language.modules);
    this.#checking = new Checking({
      workspace: this.workspace,
      poll,
      found: (diagnostics, isAll) => this.#found(diagnostics, isAll),
      // In a workspace that the user does not trust, editors turn it off.
      checksLiterals: () => this.settings.literals,
      log,
    });
    this.#published = new Published((params) => {
      // An output that has failed ends the connection.
      connection.sendNotification(PublishDiagnosticsNotification.type, params).catch(() => {});
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

  /** Edits with the line breaks of the text. */
  edits(source: Source, edits: readonly TextEdit[]): ShownEdit[] {
    const breaks = /\r?\n/.exec(source.text)?.[0] ?? "\n";
    return edits.map(({ span, text }) => ({
      range: this.range(source, span),
      newText: breaks === "\n" ? text : text.replace(/\r?\n/g, breaks),
    }));
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
    this.#checking.changed();
  }

  /** Looks at the disk now and then, for a client that does not report changes. */
  pollDisk(): void {
    if (this.#isDisposed) return;
    this.#poll ??= setInterval(() => {
      if (this.workspace.refresh()) this.changed();
    }, POLL);
    this.#poll.unref?.();
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
    this.#checking.dispose();
  }

  /** Waits until what is known now has been checked. */
  settled(): Promise<void> {
    return this.#checking.settled();
  }

  #found(diagnostics: ReadonlyMap<string, readonly Diagnostic[]>, isAll: boolean): void {
    if (isAll) this.latest = diagnostics;
    const open = new Set(this.documents.all().map(({ path }) => path));
    const all: PublishDiagnosticsParams[] = [];
    for (const { uri, path, version, source } of this.documents.all())
      if (this.library.unit(path) === null && (isAll || diagnostics.has(path)))
        all.push({ uri, version, diagnostics: this.#shown(source, diagnostics.get(path) ?? []) });
    if (isAll) all.push(...this.#ofOtherFiles(open));
    this.#published.show(all, isAll);
  }

  #ofOtherFiles(open: ReadonlySet<string>): PublishDiagnosticsParams[] {
    const all: PublishDiagnosticsParams[] = [];
    let left = MOST_DIAGNOSTICS;
    for (const [path, diagnostics] of this.latest) {
      const source = this.sourceOf(path);
      if (open.has(path) || source === null || source.package !== null || left <= 0) continue;
      const shown = diagnostics.slice(0, left);
      left -= shown.length;
      all.push({ uri: this.uriOf(path), diagnostics: this.#shown(source, shown) });
    }
    return all;
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
