// Natives of std/env. Reading variables needs the capability `env`; arguments are what the host gave.
import { asCount, Exit, lowHalf, Panic } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { isSet, valueOf } from "./environment.ts";

const SYSTEMS: Readonly<Record<string, string>> = { linux: "linux", darwin: "macos", win32: "windows" };
const MACHINES: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch64", ia32: "x86", arm: "arm" };

export function create(runtime: Runtime): NativeTable {
  const { args, capabilities } = runtime.host;

  function allowed<T>(read: (name: string) => T): (name: string) => T {
    return (name) => {
      const denied = capabilities.variable(name);
      if (denied !== null) throw new Panic(denied);
      return read(name);
    };
  }

  return {
    functions: {
      get_env: allowed(valueOf),
      has_env: allowed(isSet),
      args: (): string[] => [...args],
      arg_count: (): Int => args.length,
      arg_at: (i: Int): string => args[asCount(i)] ?? "",
      exit(code: Int): never {
        throw new Exit(lowHalf(code) & 0xff);
      },
      os_name: (): string => SYSTEMS[process.platform] ?? "unknown",
      arch: (): string => MACHINES[process.arch] ?? "unknown",
    },
  };
}
