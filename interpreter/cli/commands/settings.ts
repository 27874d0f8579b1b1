// Options that several commands share: installed packages and what scripts may do.
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Capabilities } from "../../runtime/index.ts";
import type { ColorChoice } from "../output/report.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

export const packageOption: Readonly<Record<string, OptionSpec>> = {
  "--package": { value: "NAME=DIR", repeated: true, help: "where the package host/owner/name is installed" },
};

export const colorOption: Readonly<Record<string, OptionSpec>> = {
  "--color": { value: "WHEN", help: "colour diagnostics: always, never or auto (on a terminal, unless NO_COLOR is set)" },
};

/** @throws UsageError for anything but the three words. */
export function colorOf({ values }: ParsedOptions): ColorChoice {
  const given = values.get("--color")?.[0] ?? "auto";
  if (given === "always" || given === "never" || given === "auto") return given;
  throw new UsageError(`option --color is always, never or auto, not ${given}`, given, ["always", "never", "auto"]);
}

export const capabilityOptions: Readonly<Record<string, OptionSpec>> = {
  "--sandbox": { help: "allow nothing below" },
  "--allow-net": { help: "allow network access, and of this list only what is named" },
  "--allow-fs": { help: "allow access to files" },
  "--allow-env": { help: "allow access to environment variables" },
  "--allow-process": { help: "allow starting other programs" },
};

/** Everything, unless an option narrows it. */
export function capabilitiesOf({ flags }: ParsedOptions): Capabilities {
  const narrowed = [...flags].some((flag) => flag === "--sandbox" || flag.startsWith("--allow-"));
  const allowed = (name: string): boolean => !narrowed || flags.has(`--allow-${name}`);
  return { net: allowed("net"), fs: allowed("fs"), env: allowed("env"), process: allowed("process") };
}

/** Package roots by `host/owner/name` in lower case. */
export interface Packages {
  find(name: { readonly host: string; readonly owner: string; readonly name: string }): string | null;
  /** Whatever decides what `find` answers, for the compile cache. */
  readonly configuration: string;
}

/**
 * From `--package NAME=DIR` and from the folders in STD_PACKAGES, each with `host/owner/name` below it.
 * @throws UsageError for a malformed option.
 */
export function packagesOf({ values }: ParsedOptions): Packages {
  const named = new Map<string, string>();
  for (const value of values.get("--package") ?? []) {
    const equals = value.indexOf("=");
    if (equals <= 0) throw new UsageError(`option --package needs NAME=DIR, not ${value}`);
    named.set(value.slice(0, equals).toLowerCase(), value.slice(equals + 1));
  }
  const folders = (process.env["STD_PACKAGES"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return {
    configuration: JSON.stringify([[...named], folders]),
    find({ host, owner, name }) {
      const exact = named.get(`${host}/${owner}/${name}`);
      if (exact !== undefined) return exact;
      for (const folder of folders) {
        const found = descend(folder, [host, owner, name]);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

/** Follows names without regard to case. */
function descend(folder: string, names: readonly string[]): string | null {
  let path = folder;
  for (const name of names) {
    const entry = entriesOf(path).find((candidate) => candidate.toLowerCase() === name);
    if (entry === undefined) return null;
    path = join(path, entry);
  }
  return path;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
