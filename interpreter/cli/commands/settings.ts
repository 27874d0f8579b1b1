// Options that several commands share: installed packages and what scripts may do.
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { grant, toBytes, type Grant, type Grants } from "../../runtime/host.ts";
import type { ColorChoice } from "../output/report.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

export const packageOption: Readonly<Record<string, OptionSpec>> = {
  "--package": { value: "NAME=DIR", repeated: true, help: "where the package host/owner/name is installed" },
};

export const colorOption: Readonly<Record<string, OptionSpec>> = {
  "--color": {
    value: "WHEN",
    help: "colour diagnostics: always, never or auto (on a terminal, unless NO_COLOR is set)",
  },
};

/** @throws UsageError for anything but the three words. */
export function colorOf({ values }: ParsedOptions): ColorChoice {
  const given = values.get("--color")?.[0] ?? "auto";
  if (given === "always" || given === "never" || given === "auto") return given;
  throw new UsageError(`option --color is always, never or auto, not ${given}`, given, [
    "always",
    "never",
    "auto",
  ]);
}

const HOSTS = { value: "HOST,...", optional: true, repeated: true };
const PATHS = { value: "PATH,...", optional: true, repeated: true };

export const capabilityOptions: Readonly<Record<string, OptionSpec>> = {
  "--sandbox": { help: "allow nothing below" },
  "--allow-net": { ...HOSTS, help: "allow network access, and of this list only what is named" },
  "--allow-connect": { ...HOSTS, help: "allow connecting only" },
  "--allow-listen": { ...HOSTS, help: "allow listening only" },
  "--allow-fs": { ...PATHS, help: "allow access to files" },
  "--allow-read": { ...PATHS, help: "allow reading files" },
  "--allow-write": { ...PATHS, help: "allow writing files" },
  "--allow-env": {
    value: "NAME,...",
    optional: true,
    repeated: true,
    help: "allow access to environment variables",
  },
  "--allow-process": { help: "allow starting other programs" },
  "--allow-run": { value: "PROGRAM,...", optional: true, repeated: true, help: "allow starting these" },
};

const EVERYTHING: Grants = { net: true, fs: true, env: true, process: true };

/** Everything, unless an option narrows it. @throws UsageError for a list that names nothing. */
export function grantsOf(options: ParsedOptions): Grants {
  if (!isNarrowed(options)) return EVERYTHING;
  const allowed = (...names: readonly string[]): Grant =>
    namesOf(
      options,
      names.map((name) => `--allow-${name}`),
    );
  const grants: Grants = {
    net: { connect: allowed("net", "connect"), listen: allowed("net", "listen") },
    fs: { read: allowed("fs", "read"), write: allowed("fs", "write") },
    env: allowed("env"),
    process: allowed("process", "run"),
  };
  try {
    grant(grants, { realPath: (path) => path });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return grants;
}

/** Whether an option says what is allowed. */
export function isNarrowed({ flags, values }: ParsedOptions): boolean {
  return [...flags, ...values.keys()].some((flag) => flag === "--sandbox" || flag.startsWith("--allow-"));
}

function namesOf({ flags, values }: ParsedOptions, options: readonly string[]): Grant {
  if (options.some((option) => flags.has(option))) return true;
  const names: string[] = [];
  for (const option of options) {
    for (const list of values.get(option) ?? []) {
      const given = list.split(",").map((name) => name.trim());
      if (given.includes(""))
        throw new UsageError(`option ${option} needs names: ${option}=${capabilityOptions[option]!.value}`);
      names.push(...given.map(toBytes));
    }
  }
  return names.length > 0 && names;
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
