// The server as an editor starts it: the command in a process of its own.
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createProtocolConnection,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  DidOpenTextDocumentNotification,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type PublishDiagnosticsParams,
} from "vscode-languageserver/node";
import { expect, test } from "vitest";

const COMMAND = join(import.meta.dirname, "../cli/std.ts");

function start(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [COMMAND, "lsp", ...args]);
}

test("a session from start to exit", async () => {
  const child = start("--stdio");
  const errors: string[] = [];
  child.stderr.on("data", (data) => errors.push(String(data)));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published = new Promise<PublishDiagnosticsParams>((resolve) =>
    connection.onNotification(PublishDiagnosticsNotification.type, resolve),
  );
  connection.listen();
  const result = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: null,
  });
  expect(result.serverInfo?.name).toBe("std lsp");
  await connection.sendNotification(InitializedNotification.type, {});
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: {
      uri: "untitled:a",
      languageId: "std",
      version: 1,
      text: "fun main() {\n    print(x)\n}\n",
    },
  });
  expect((await published).diagnostics.map(({ code }) => code)).toEqual(["R1"]);
  await connection.sendRequest(ShutdownRequest.type);
  await expect(
    connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: "untitled:a" },
      position: { line: 1, character: 5 },
    }),
  ).rejects.toThrow(/shut down/);
  await connection.sendNotification(ExitNotification.type);
  const [status] = await once(child, "exit");
  expect(status).toBe(0);
  expect(errors.join("")).toBe("");
});

test("the end of standard input ends the server", async () => {
  const child = start();
  child.stdin.end();
  const [status] = await once(child, "exit");
  expect(status).toBe(1);
});

test("a request before the initialization is refused", async () => {
  const child = start();
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  await expect(connection.sendRequest(ShutdownRequest.method)).resolves.toBeNull();
  await connection.sendNotification(ExitNotification.type);
  await once(child, "exit");
});

test("a wrong command line is one line and status 2", async () => {
  const child = start("file.std");
  const errors: string[] = [];
  child.stderr.on("data", (data) => errors.push(String(data)));
  const [status] = await once(child, "close");
  expect(status).toBe(2);
  expect(errors.join("")).toBe("std lsp: expected no file: std lsp [OPTION...]\n");
});

/** `script` of util-linux 2.37 or later, which runs a command on a terminal of its own. */
const hasTerminals = /util-linux (?:2\.(?:3[7-9]|[4-9]\d)|[3-9]\.)/.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

test.skipIf(!hasTerminals)(
  "a server that is started by hand says on standard error what it is",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "std-lsp-"));
    const quoted = [process.execPath, COMMAND].map((part) => `'${part}'`).join(" ");
    const child = spawn("script", ["-qec", `${quoted} lsp 2>'${folder}/errors'`, "/dev/null"]);
    const output: string[] = [];
    child.stdout.on("data", (data) => output.push(String(data)));
    const closed = once(child, "close");
    // The end of the input is Ctrl+D on the terminal.
    child.stdin.end();
    await closed;
    expect(readFileSync(join(folder, "errors"), "utf8")).toMatch(
      /^std lsp: this is the language server of Stdlang\./,
    );
    expect(output.join("")).not.toContain("std lsp");
    rmSync(folder, { recursive: true });
  },
);
