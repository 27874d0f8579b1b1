// `--profile` and `--heap-profile` of `std run`.
import { basename } from "node:path";
import type { CompiledProgram, Launched } from "../../launch/index.ts";
import { Exit } from "../../runtime/host.ts";
import type { ProfileOptions, Profiling } from "../profile/index.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

export const profileOptions: Readonly<Record<string, OptionSpec>> = {
  "--profile": {
    value: "FILE",
    optional: true,
    help: "write which lines take the time to FILE, app.profile.html by default",
  },
  "--heap-profile": {
    value: "FILE",
    optional: true,
    help: "write which functions allocate memory to FILE, app.heap.html by default",
  },
};

/** Null without these options. @throws UsageError */
export function profileOptionsOf({ flags, values }: ParsedOptions, program: string): ProfileOptions | null {
  const given = (["--profile", "--heap-profile"] as const).filter(
    (each) => flags.has(each) || values.has(each),
  );
  const [name] = given;
  if (name === undefined) return null;
  if (given.length > 1) throw new UsageError("--profile and --heap-profile exclude each other");
  const kind = name === "--profile" ? "time" : "heap";
  const stem = /^[<-]/.test(program) ? "script" : basename(program, ".std");
  const ending = kind === "time" ? "profile" : "heap";
  return { kind, file: values.get(name)?.[0] ?? `${stem}.${ending}.html`, title: basename(program) };
}

export interface RunProfile {
  readonly start: (launched: Launched) => void;
  readonly end: () => boolean;
}

/** SIGINT and SIGTERM end the program so that its profile is written, unless the program handles them. */
export async function profilingOf(options: ProfileOptions, program: CompiledProgram): Promise<RunProfile> {
  const { Profiling: Profiler } = await import("../profile/index.ts");
  const profiling: Profiling = new Profiler(options, program);
  return {
    start(launched) {
      for (const [signal, status] of [
        ["SIGINT", 130],
        ["SIGTERM", 143],
      ] as const)
        process.on(signal, () => {
          if (process.listenerCount(signal) === 1) launched.fail(new Exit(status));
        });
      profiling.start(launched);
    },
    end: () => profiling.end(),
  };
}
