// The extension of Visual Studio Code: a client of `std lsp`, the commands behind its code lenses, tasks, and tests.
import * as vscode from "vscode";
import { LanguageClient, TransportKind, type ServerOptions } from "vscode-languageclient/node";
import { StdDebugging } from "./debug.ts";
import { StdTasks, stdTask } from "./tasks.ts";
import { StdTests } from "./tests.ts";

let client: LanguageClient | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const { subscriptions } = context;
  subscriptions.push(
    vscode.commands.registerCommand("stdlang.restart", restart),
    vscode.commands.registerCommand("stdlang.showLog", () => client?.outputChannel.show()),
    vscode.commands.registerCommand("stdlang.run", (uri?: string) =>
      inTerminal(uri, (path) => ["run", path]),
    ),
    vscode.commands.registerCommand("stdlang.test", (uri?: string, name?: string) =>
      inTerminal(uri, (path) => ["test", name === undefined ? path : `${path}::${name}`]),
    ),
    vscode.tasks.registerTaskProvider("std", new StdTasks()),
    vscode.debug.registerDebugConfigurationProvider("std", new StdDebugging(command)),
    new StdTests(command),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("stdlang.command")) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = null;
}

/** The words that start `std`, from the settings. */
function command(): readonly string[] {
  const words = vscode.workspace.getConfiguration("stdlang").get<string[]>("command", ["std"]);
  return words.length === 0 ? ["std"] : words;
}

async function start(): Promise<void> {
  const [program, ...args] = command() as [string, ...string[]];
  const server: ServerOptions = {
    command: program,
    args: [...args, "lsp"],
    transport: TransportKind.stdio,
    // On Windows, npm installs commands as files that only a shell starts.
    options: { shell: process.platform === "win32" },
  };
  const { inlayHints } = vscode.workspace.getConfiguration("stdlang");
  client = new LanguageClient("stdlang", "Stdlang", server, {
    documentSelector: [
      { scheme: "file", language: "std" },
      { scheme: "untitled", language: "std" },
    ],
    initializationOptions: { inlayHints },
    synchronize: { configurationSection: "stdlang" },
  });
  try {
    await client.start();
  } catch (error) {
    client = null;
    const reason = error instanceof Error ? error.message : String(error);
    const settings = "Open Settings";
    const text = `The language server \`${[...command(), "lsp"].join(" ")}\` does not start: ${reason}`;
    if ((await vscode.window.showErrorMessage(text, settings)) === settings)
      await vscode.commands.executeCommand("workbench.action.openSettings", "stdlang.command");
  }
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

/** Saves a file and runs `std` about it as a task, so that its problems are listed. */
async function inTerminal(uri: string | undefined, args: (path: string) => string[]): Promise<void> {
  const document = uri === undefined ? vscode.window.activeTextEditor?.document.uri : vscode.Uri.parse(uri);
  if (document === undefined) return;
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === document.toString());
  await open?.save();
  const words = args(document.fsPath);
  await vscode.tasks.executeTask(stdTask(vscode.workspace.getWorkspaceFolder(document), words, command()));
}
