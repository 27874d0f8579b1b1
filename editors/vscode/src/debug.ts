// Debugging: the debugger for Node.js that Visual Studio Code has, connected to `std run --inspect-brk`.
import { createServer, type AddressInfo } from "node:net";
import * as vscode from "vscode";

/** The file in the active editor. */
const FILE = "${file}";

/** A configuration of type `std` as launch.json writes it. */
interface StdConfiguration extends vscode.DebugConfiguration {
  /** A program, or what `std test` takes: `app_test.std::test_area`. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
}

export class StdDebugging implements vscode.DebugConfigurationProvider {
  readonly #command: () => readonly string[];

  /** `command`: the words that start `std`. */
  constructor(command: () => readonly string[]) {
    this.#command = command;
  }

  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [{ type: "std", request: "launch", name: "Debug this file", program: FILE }];
  }

  /** Without a launch.json, F5 gives an empty configuration. The result is resolved by the debugger for Node.js. */
  async resolveDebugConfiguration(
    folder: vscode.WorkspaceFolder | undefined,
    given: Partial<StdConfiguration>,
  ): Promise<vscode.DebugConfiguration | undefined> {
    const open = vscode.window.activeTextEditor?.document;
    const file = open?.languageId === "std" ? open.uri.fsPath : undefined;
    const { program: named = FILE, args = [], cwd = folder?.uri.fsPath } = given;
    const program = named === FILE ? file : named;
    if (program === undefined) {
      await vscode.window.showErrorMessage("Open a .std file, or name a program in the configuration.");
      return undefined;
    }
    const [executable = "std", ...words] = this.#command();
    const port = await freePort();
    return {
      name: "Debug this file",
      console: "integratedTerminal",
      ...given,
      ...(cwd !== undefined && { cwd }),
      type: "node",
      request: "launch",
      program: undefined,
      runtimeExecutable: executable,
      runtimeArgs: [...words, isTest(program) ? "test" : "run", `--inspect-brk=${port}`, program, ...args],
      args: [],
      attachSimplePort: port,
    };
  }
}

function isTest(program: string): boolean {
  return /_test\.std(?:::.*|:\d+)?$/.test(program);
}

/** A port that no program listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
