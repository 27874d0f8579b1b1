// `std run --watch`: runs the command without this option in a process that is started again when a file changes.
import { spawn, type ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { printError } from "../output/terminal.ts";
import { watchSources } from "./watch-sources.ts";

/** The time for a program to end after SIGTERM. */
const GRACE_MS = 5_000;

/** Never returns: a signal ends the command, and the program with it. */
export async function restartOnChange(file: string, args: readonly string[]): Promise<never> {
  const changes = watchSources([file, dirname(file)]);
  let child: ChildProcess | null = null;
  const leave = (signal: NodeJS.Signals, status: number): void => {
    process.on(signal, () => {
      child?.kill(signal);
      process.exit(status);
    });
  };
  leave("SIGINT", 130);
  leave("SIGTERM", 143);
  leave("SIGHUP", 129);
  for (;;) {
    const running = spawn(process.execPath, [...process.execArgv, process.argv[1]!, "run", ...args], {
      stdio: "inherit",
    });
    child = running;
    const ended = new Promise<void>((resolve) => {
      running.on("error", () => resolve());
      running.on("close", (status, signal) => {
        if (child === running) printError(`ended (${signal ?? `status ${status}`}); watching for changes\n`);
        resolve();
      });
    });
    const changed = await changes.next();
    child = null;
    running.kill("SIGTERM");
    const timer = setTimeout(() => running.kill("SIGKILL"), GRACE_MS);
    await ended;
    clearTimeout(timer);
    printError(`${changed} changed, starting again\n`);
  }
}
