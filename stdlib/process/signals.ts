// Signals for scripts: the channels of `signals`, and sending signals (reference/library#processes).
import { fail, Panic, UNIT } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, Int, Result, Runtime, Unit } from "../../interpreter/runtime/index.ts";
import { denial, errorText, codeOf } from "../error/index.ts";
import { openSource } from "../sync/index.ts";

/** Signals that no process can handle. */
const REFUSED: ReadonlySet<string> = new Set(["SIGKILL", "SIGSTOP"]);

/** Returns the full name of a signal. @throws Panic for an unknown name. */
function signalName(runtime: Runtime, name: string): string {
  const full = name.startsWith("SIG") ? name : `SIG${name}`;
  if (runtime.host.system.signals.number(full) === null) throw new Panic(`unknown signal: ${name}`);
  return full;
}

/** Returns a channel of the names of signals that have arrived, each at most once at a time. */
export function signalChannel(runtime: Runtime, names: readonly string[]): object {
  const denied = denial(runtime.host.capabilities, "process");
  if (denied !== null) throw new Panic(denied);
  const wanted = new Set(names.map((name) => signalName(runtime, name)));
  for (const name of wanted) if (REFUSED.has(name)) throw new Panic(`${name} cannot be caught`);
  const pending = new Set<unknown>();
  const stops: (() => void)[] = [];
  const close = (): void => {
    forget();
    for (const stop of stops) stop();
  };
  const forget = runtime.atEnd(close);
  const { pushTo, channel } = openSource(runtime, {
    limit: Math.max(wanted.size, 1),
    close,
    took: (name) => void pending.delete(name),
  });
  for (const name of wanted) {
    const arrived = (): void => {
      if (!pending.has(name) && pushTo.push(name) === "waits") pending.add(name);
    };
    try {
      stops.push(runtime.signals.subscribe(name, arrived));
    } catch {
      close();
      throw new Panic(`${name} cannot be caught`);
    }
  }
  return channel;
}

export function sendSignal(runtime: Runtime, pid: Int, name: string): Result<Unit, ErrorValue> {
  const failed = (text: string) => fail("process", `send_signal: ${text} (${pid})`, codeOf(text));
  const full = signalName(runtime, name);
  const denied = runtime.host.capabilities.run("kill");
  if (denied !== null) return failed(denied);
  const number = Number(pid);
  if (number <= 0) return failed("the process id must be positive");
  // The signal may end this program.
  if (number === runtime.host.system.processes.pid) runtime.stdout.flush();
  try {
    runtime.host.system.processes.signal(number, full);
    return UNIT;
  } catch (error) {
    return failed(errorText(error));
  }
}
