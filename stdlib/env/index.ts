// Natives of std/env. Environment variables need the capability `env`; the arguments are those that the host
// passed.
import { get } from "../../interpreter/own/index.ts";
import { asCount, Exit, lowHalf, Panic, ScriptMap, some } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { denial } from "../error/index.ts";
import { Variables } from "./variables.ts";

export { checkVariable, Variables } from "./variables.ts";

const SYSTEMS: Readonly<Record<string, string>> = { linux: "linux", darwin: "macos", win32: "windows" };
const MACHINES: Readonly<Record<string, string>> = {
  x64: "x86_64",
  arm64: "aarch64",
  ia32: "x86",
  arm: "arm",
};

export function create(runtime: Runtime): NativeTable {
  const { args, capabilities, system } = runtime.host;
  const variables = Variables.of(runtime);

  function allowed<A extends readonly unknown[], T>(
    body: (name: string, ...rest: A) => T,
  ): (name: string, ...rest: A) => T {
    return (name, ...rest) => {
      const denied = capabilities.variable(name);
      if (denied !== null) throw new Panic(denied);
      return body(name, ...rest);
    };
  }

  /** @throws Panic unless the capability `env` covers what has no name of a variable. */
  function ask(): void {
    const denied = denial(capabilities, "env");
    if (denied !== null) throw new Panic(denied);
  }

  return {
    functions: {
      get_env: allowed((name) => variables.get(name) ?? ""),
      has_env: allowed((name) => variables.get(name) !== null),
      set_env: allowed((name, value: string): void => variables.set(name, value)),
      unset_env: allowed((name): void => variables.set(name, null)),
      all_env() {
        ask();
        const all = new ScriptMap<string, string>();
        for (const [name, value] of [...variables.all()].sort(byName))
          if (capabilities.variable(name) === null) all.set(name, value);
        return all;
      },
      home_dir: (): Option<string> => {
        ask();
        const home =
          (capabilities.variable("HOME") === null && variables.path("HOME")) ||
          system.environment.homeFolder();
        return home === null ? null : some(home);
      },
      host_name(): string {
        ask();
        return system.environment.hostName();
      },
      cpu_count: (): Int => system.environment.cpuCount(),
      worker_id: (): Int => get(runtime.host, "workerId") ?? 0,
      args: (): string[] => [...args],
      arg_count: (): Int => args.length,
      arg_at: (i: Int): string => args[asCount(i)] ?? "",
      exit(code: Int): never {
        throw new Exit(lowHalf(code) & 0xff);
      },
      os_name: (): string => SYSTEMS[system.environment.platform] ?? "unknown",
      arch: (): string => MACHINES[system.environment.machine] ?? "unknown",
    },
  };
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
