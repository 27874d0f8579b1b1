// An editor that measures: it speaks the Language Server Protocol with a server in another process.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import {
  CancellationTokenSource,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type Position,
  type ProtocolConnection,
} from "vscode-languageserver/node";

/** The command that is measured: the built one, or the file that the variable STD names. */
export const COMMAND = process.env["STD"] ?? join(import.meta.dirname, "../../dist/interpreter/cli/std.js");

interface Shown {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
}

export class Editor {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #connection: ProtocolConnection;
  readonly #documents = new Map<string, { text: string; version: number }>();
  readonly #lastEdits = new Map<string, { at: number; length: number }>();
  /** What is shown, by document. */
  readonly shown = new Map<string, readonly Diagnostic[]>();
  #waiting: { readonly uri: string; readonly resolve: () => void }[] = [];

  constructor() {
    const flags = (process.env["SERVER_FLAGS"] ?? "").split(" ").filter(Boolean);
    this.#process = spawn(process.execPath, [...flags, COMMAND, "lsp"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdin, stdout } = this.#process;
    this.#connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.#connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }: Shown) => {
      this.shown.set(uri, diagnostics);
      const ready = this.#waiting.filter((one) => one.uri === uri);
      this.#waiting = this.#waiting.filter((one) => one.uri !== uri);
      for (const { resolve } of ready) resolve();
    });
    this.#connection.onRequest("client/registerCapability", () => null);
    this.#connection.listen();
  }

  async initialize(folder: string): Promise<void> {
    await this.request("initialize", {
      processId: process.pid,
      rootUri: folder,
      workspaceFolders: [{ uri: folder, name: "bench" }],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    void this.#connection.sendNotification("initialized", {});
  }

  open(uri: string, text: string): void {
    this.#documents.set(uri, { text, version: 1 });
    void this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "std", version: 1, text },
    });
  }

  /** Replaces some characters. */
  edit(uri: string, at: number, removed: number, text: string): void {
    const { text: before, version } = this.#documents.get(uri)!;
    this.#lastEdits.set(uri, { at, length: text.length });
    const range = { start: positionIn(before, at), end: positionIn(before, at + removed) };
    this.#documents.set(uri, {
      text: before.slice(0, at) + text + before.slice(at + removed),
      version: version + 1,
    });
    void this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: version + 1 },
      contentChanges: [{ range, text }],
    });
  }

  /** Where the text is that the last edit of a document inserted. */
  lastEdit(uri: string): { readonly at: number; readonly length: number } {
    return this.#lastEdits.get(uri) ?? { at: 0, length: 0 };
  }

  text(uri: string): string {
    return this.#documents.get(uri)!.text;
  }

  position(uri: string, offset: number): Position {
    return positionIn(this.text(uri), offset);
  }

  /** Waits for the next diagnostics of a document. */
  published(uri: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ uri, resolve });
    });
  }

  request(method: string, params: object | null): Promise<unknown> {
    return params === null
      ? this.#connection.sendRequest(method)
      : this.#connection.sendRequest(method, params);
  }

  /** A request that can be cancelled; its answer resolves in any case. */
  started(
    method: string,
    params: object,
  ): { readonly cancel: () => void; readonly answer: Promise<unknown> } {
    const source = new CancellationTokenSource();
    const answer = this.#connection
      .sendRequest(method, params, source.token)
      .catch((error: unknown) => error);
    return { cancel: () => source.cancel(), answer };
  }

  /** Megabytes that the server has now, and had at most. */
  memory(): { readonly now: number; readonly most: number } {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
    const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1000;
    return { now: field("VmRSS"), most: field("VmHWM") };
  }

  /** Milliseconds that the main thread has computed. */
  computed(): number {
    const { pid } = this.#process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  }

  /** Waits until the server computes nothing. */
  async idle(): Promise<void> {
    for (let before = -1; this.computed() - before > 2; ) {
      before = this.computed();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }

  async end(): Promise<void> {
    await this.request("shutdown", null);
    void this.#connection.sendNotification("exit");
    await once(this.#process, "exit");
    this.#connection.dispose();
  }
}

function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length - 1, character: offset - start };
}
