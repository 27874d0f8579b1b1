// A client for tests: it speaks the protocol with a server in the same process, about files in a temporary folder.
// `▮` marks the cursor in a text, and is no part of it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  FileChangeType,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceSymbolRequest,
  type ClientCapabilities,
  type Diagnostic,
  type FileEvent,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type ProtocolRequestType,
  type PublishDiagnosticsParams,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { standardModules } from "../../../stdlib/index.ts";
import { machineDisk } from "../../cli/commands/machine-disk.ts";
import { npmPackages } from "../../npm-packages.ts";
import { Source } from "../../source/index.ts";
import { serve, type Server } from "../index.ts";
import { uriOfPath } from "../protocol/uris.ts";
import { offsetAt, pointAt, type Encoding } from "../text/positions.ts";

export const CURSOR = "▮";

export interface ClientOptions {
  readonly encodings?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly settings?: unknown;
  /** Whether the folder of the files is not opened as a workspace. */
  readonly withoutFolder?: boolean;
}

const CAPABILITIES: ClientCapabilities = {
  workspace: {
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: { completion: { completionItem: { snippetSupport: true } } },
};

export class TestClient {
  readonly folder: string;
  readonly connection: ProtocolConnection;
  readonly server: Server;
  readonly encoding: Encoding;
  readonly result: InitializeResult;
  /** Everything that was published, the latest last. */
  readonly published: PublishDiagnosticsParams[] = [];
  readonly texts = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  status: number | null = null;
  readonly logged: string[] = [];

  private constructor(
    folder: string,
    connection: ProtocolConnection,
    server: Server,
    result: InitializeResult,
  ) {
    this.folder = folder;
    this.connection = connection;
    this.server = server;
    this.result = result;
    this.encoding = result.capabilities.positionEncoding as Encoding;
  }

  static async start(
    files: Readonly<Record<string, string>>,
    options: ClientOptions = {},
  ): Promise<TestClient> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "std-lsp-")));
    for (const [name, text] of Object.entries(files)) write(folder, name, text);
    const [up, down] = [new PassThrough(), new PassThrough()];
    const logged: string[] = [];
    let client: TestClient | null = null;
    const packages = npmPackages({ natives: true });
    const server = serve({
      input: up,
      output: down,
      disk: machineDisk,
      language: { modules: standardModules, packages: () => null, npm: packages },
      version: "0.0.0",
      ended: (status) => {
        if (client !== null) client.status = status;
      },
      log: (line) => logged.push(line),
    });
    const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    const published: PublishDiagnosticsParams[] = [];
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      published.push(params);
    });
    connection.onRequest(RegistrationRequest.type, () => {});
    connection.listen();
    const capabilities: ClientCapabilities = {
      ...CAPABILITIES,
      ...options.capabilities,
      ...(options.encodings && { general: { positionEncodings: [...options.encodings] } }),
    };
    const result = await connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: options.withoutFolder === true ? null : uriOfPath(folder),
      capabilities,
      workspaceFolders: options.withoutFolder === true ? [] : [{ uri: uriOfPath(folder), name: "test" }],
      ...(options.settings !== undefined && { initializationOptions: options.settings }),
    });
    client = new TestClient(folder, connection, server, result);
    client.published.push(...published);
    published.push = (...all) => client!.published.push(...all);
    Object.assign(client, { logged });
    await connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.status === null) {
      await this.connection.sendRequest(ShutdownRequest.type).catch(() => {});
      await this.connection.sendNotification(ExitNotification.type).catch(() => {});
    }
    this.server.dispose();
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }

  uri(name: string): string {
    return name.includes(":") ? name : uriOfPath(join(this.folder, name));
  }

  name(uri: string): string {
    return decodeURIComponent(uri.replace(uriOfPath(this.folder), "").replace(/^\//, ""));
  }

  /** Opens a document with a text; returns the offset of the cursor, or -1. */
  async open(name: string, marked: string): Promise<number> {
    const { text, offset } = unmarked(marked);
    this.texts.set(name, text);
    this.#versions.set(name, 1);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: this.uri(name), languageId: "std", version: 1, text },
    });
    return offset;
  }

  /** Replaces a part of an open document. */
  async edit(name: string, start: number, end: number, text: string): Promise<void> {
    const before = this.texts.get(name)!;
    const range = this.range(before, start, end);
    this.texts.set(name, before.slice(0, start) + text + before.slice(end));
    const version = this.#versions.get(name)! + 1;
    this.#versions.set(name, version);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri(name), version },
      contentChanges: [{ range, text }],
    });
  }

  /** Replaces the first occurrence of a text in an open document. */
  async replace(name: string, from: string, to: string): Promise<void> {
    const at = this.texts.get(name)!.indexOf(from);
    if (at < 0) throw new Error(`no ${from} in ${name}`);
    await this.edit(name, at, at + from.length, to);
  }

  /** Types a text character by character. */
  async type(name: string, at: number, text: string): Promise<void> {
    let offset = at;
    for (const char of text) {
      await this.edit(name, offset, offset, char);
      offset += char.length;
    }
  }

  async close(name: string): Promise<void> {
    this.texts.delete(name);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: this.uri(name) },
    });
  }

  /** Changes files on disk (null removes one), and announces that. */
  async disk(files: Readonly<Record<string, string | null>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      if (text === null) rmSync(join(this.folder, name), { recursive: true });
      else write(this.folder, name, text);
    }
    await this.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: Object.entries(files).map(
        ([name, text]): FileEvent => ({
          uri: this.uri(name),
          type: text === null ? FileChangeType.Deleted : FileChangeType.Changed,
        }),
      ),
    });
  }

  request<P, R, PR, E, RO>(type: ProtocolRequestType<P, R, PR, E, RO>, params: P): Promise<R> {
    return this.connection.sendRequest<R>(type.method, params);
  }

  /** A request about a position of a document, with further parameters. */
  at<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    name: string,
    offset: number,
    more: object = {},
  ): Promise<R> {
    const params = { textDocument: { uri: this.uri(name) }, position: this.position(name, offset), ...more };
    return this.request(type, params as P);
  }

  position(name: string, offset: number): Position {
    return pointAt(new Source("", this.texts.get(name)!), offset, this.encoding);
  }

  range(text: string, start: number, end: number): Range {
    const source = new Source("", text);
    return { start: pointAt(source, start, this.encoding), end: pointAt(source, end, this.encoding) };
  }

  /** The text of a range. */
  slice(text: string, { start, end }: Range): string {
    const source = new Source("", text);
    return text.slice(offsetAt(source, start, this.encoding), offsetAt(source, end, this.encoding));
  }

  /** Waits until the server has checked everything and the client has received the result. */
  async settled(): Promise<void> {
    // An answer shows that the server has read what was sent before.
    await this.request(WorkspaceSymbolRequest.type, { query: "no such symbol" });
    await this.server.session.settled();
    await this.request(WorkspaceSymbolRequest.type, { query: "no such symbol" });
  }

  /** The diagnostics that are shown for a file now. */
  async diagnostics(name: string): Promise<readonly Diagnostic[]> {
    await this.settled();
    return this.published.findLast(({ uri }) => uri === this.uri(name))?.diagnostics ?? [];
  }

  /** Their codes, in the order of the text. */
  async codes(name: string): Promise<string> {
    const all = await this.diagnostics(name);
    return all
      .toSorted(
        (a, b) =>
          a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
      )
      .map(({ code }) => code)
      .join(" ");
  }

  /** A text after edits. */
  edited(text: string, edits: readonly TextEdit[]): string {
    const source = new Source("", text);
    const placed = edits.map(({ range, newText }) => ({
      start: offsetAt(source, range.start, this.encoding),
      end: offsetAt(source, range.end, this.encoding),
      newText,
    }));
    return placed
      .toSorted((a, b) => b.start - a.start || b.end - a.end)
      .reduce(
        (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
        text,
      );
  }

  /** The texts of files after an edit of the workspace, by name. */
  applied(edit: WorkspaceEdit | null, texts: Readonly<Record<string, string>>): Record<string, string> {
    const result: Record<string, string> = {};
    const changes = Object.entries(edit?.changes ?? {});
    for (const change of edit?.documentChanges ?? [])
      if ("edits" in change) changes.push([change.textDocument.uri, change.edits as TextEdit[]]);
    for (const [uri, edits] of changes) {
      const name = this.name(uri);
      result[name] = this.edited(this.texts.get(name) ?? texts[name]!, edits);
    }
    return result;
  }
}

/** A text without its cursor. */
export function unmarked(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf(CURSOR);
  return { text: marked.replace(CURSOR, ""), offset };
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
