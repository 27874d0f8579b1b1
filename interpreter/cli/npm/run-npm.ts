// Runs npm, the one on the PATH.
import { spawn } from "node:child_process";

export interface NpmResult {
  /** The exit status; null if npm is not there. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs npm in a folder. With `shown`, its messages go to standard error. */
export function runNpm(folder: string, args: readonly string[], shown = false): Promise<NpmResult> {
  return new Promise((resolve) => {
    const [command, shell] = process.platform === "win32" ? ["npm.cmd", true] : ["npm", false];
    const child = spawn(command, args, {
      cwd: folder,
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (shown) process.stderr.write(text);
    });
    child.on("error", () => resolve({ status: null, stdout, stderr }));
    child.on("close", (status) => resolve({ status: status ?? 1, stdout, stderr }));
  });
}

const OFFLINE = "the registry cannot be reached, and npm's cache lacks the package: try again with a network";
const STEPS: Readonly<Record<string, string>> = {
  E401: "npm does not know you: run npm login",
  E403: "the name may be taken: choose another one, such as @YOU/NAME",
  E404: "the registry has no such package: check the name",
  EAI_AGAIN: OFFLINE,
  ECONNREFUSED: OFFLINE,
  ENEEDAUTH: "npm does not know you: run npm login",
  ENOTCACHED: OFFLINE,
  ENOTFOUND: OFFLINE,
  ERESOLVE: "packages need versions that exclude each other: change the versions in package.json",
  ETARGET: "the registry has no such version: npm view PACKAGE versions lists them",
  ETIMEDOUT: OFFLINE,
};

/** The line that a command prints when npm has failed: with the next step, if npm says why it failed. */
export function npmFailure({ status, stderr }: NpmResult): string {
  if (status === null) return NPM_IS_MISSING;
  const [, code = ""] = /^npm error code (\w+)$/m.exec(stderr) ?? [];
  return Object.hasOwn(STEPS, code) ? STEPS[code]! : `npm failed with status ${status}`;
}

const NPM_IS_MISSING = "npm is not installed: it comes with Node, https://nodejs.org";
