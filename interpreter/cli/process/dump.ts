// Prints what the goroutines of a program do, when a signal asks for it.
import type { Launched } from "../../launch/index.ts";
import { printError } from "../output/terminal.ts";

/** The status of a program that SIGQUIT has ended. */
const QUIT = 131;

/** SIGQUIT prints the goroutines and ends the process; `signals` print them, and the program goes on. */
export function dumpOnSignals(launched: () => Launched | null, signals: readonly NodeJS.Signals[]): void {
  const dump = (): void => {
    const lines = launched()?.standing() ?? [];
    printError(`${lines.length === 0 ? "no goroutine waits" : `goroutines:\n  ${lines.join("\n  ")}`}\n`);
  };
  for (const signal of signals) process.on(signal, dump);
  if (process.platform === "win32") return;
  let isPrinted = false;
  process.on("SIGQUIT", () => {
    if (!isPrinted) dump();
    isPrinted = true;
    // Another listener ends the children of the program, then raises the signal again, or is the program's own.
    if (process.listenerCount("SIGQUIT") === 1) process.exit(QUIT);
  });
}
