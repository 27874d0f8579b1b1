// The extension of Visual Studio Code: a client of `std lsp`, the commands behind its code lenses, tasks, and tests.
import * as vscode from "vscode";
import { LanguageClient, TransportKind, type ServerOptions } from "vscode-languageclient/node";
import { StdDebugging } from "./debug.ts";
import { StdTasks, stdTask } from "./tasks.ts";
import { StdTests } from "./tests.ts";

/** The settings of a folder hold some moments after it is trusted. */
const SETTINGS_MS = 500;

let client: LanguageClient | null = null;
/** The last start, so that each waits for the one before. */
let starting: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  // Everything but colours and snippets runs the command `std`.
  if (vscode.workspace.isTrusted) return begin(context);
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => setTimeout(() => void begin(context), SETTINGS_MS)),
  );
}

async function begin({ subscriptions }: vscode.ExtensionContext): Promise<void> {
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
  await restart();
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
    const text = `The language server \`${[program, ...args, "lsp"].join(" ")}\` does not start: ${reason}`;
    void vscode.window.showErrorMessage(text, settings).then((chosen) => {
      if (chosen === settings)
        void vscode.commands.executeCommand("workbench.action.openSettings", "stdlang.command");
    });
  }
}

function restart(): Promise<void> {
  starting = starting.then(deactivate).then(start);
  return starting;
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
