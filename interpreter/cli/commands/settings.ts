// Options that several commands share: colours, installed packages and capabilities of scripts.
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { grant, toBytes, type Grant, type Grants } from "../../runtime/host.ts";
import type { ColorChoice } from "../output/report.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

export const packageOption: Readonly<Record<string, OptionSpec>> = {
  "--package": {
    value: "NAME=DIR",
    repeated: true,
    help: "the folder in which the package host/owner/name is installed",
  },
};

export const colorOption: Readonly<Record<string, OptionSpec>> = {
  "--color": {
    value: "WHEN",
    help: "colour diagnostics: always, never or auto (on a terminal, unless NO_COLOR is set)",
  },
};

/** The value of `--color`. @throws UsageError for an invalid value */
export function colorOf({ values }: ParsedOptions): ColorChoice {
  const given = values.get("--color")?.[0] ?? "auto";
  if (given === "always" || given === "never" || given === "auto") return given;
  throw new UsageError(`option --color must be always, never or auto, not ${given}`, given, [
    "always",
    "never",
    "auto",
  ]);
}

const HOSTS = { value: "HOST,...", optional: true, repeated: true };
const PATHS = { value: "PATH,...", optional: true, repeated: true };

export const capabilityOptions: Readonly<Record<string, OptionSpec>> = {
  "--sandbox": { help: "deny everything that no option below allows" },
  "--allow-net": {
    ...HOSTS,
    help: "allow network access; with a list, here and below, only to the listed names",
  },
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
  "--allow-native": {
    value: "PACKAGE,...",
    optional: true,
    repeated: true,
    help: "allow native code of packages, which the other options do not restrict",
  },
  "--allow-run": { value: "PROGRAM,...", optional: true, repeated: true, help: "allow starting these" },
};

const EVERYTHING: Grants = { net: true, fs: true, env: true, process: true };

/** The grants: everything, unless an option restricts it. @throws UsageError for an empty list */
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

/** Why some grants undo another one, or null. */
export function riskOf({ fs, process: programs }: Grants): string | null {
  const write = typeof fs === "object" && "write" in fs ? fs.write : fs;
  return write === true && Array.isArray(programs)
    ? "the script may write all files (--allow-fs), also those of the programs of --allow-run"
    : null;
}

/** Whether an option restricts capabilities. */
export function isNarrowed({ flags, values }: ParsedOptions): boolean {
  return [...flags, ...values.keys()].some(
    (flag) => flag === "--sandbox" || (flag.startsWith("--allow-") && flag !== "--allow-native"),
  );
}

/** The packages whose native code may run: all, unless an option restricts capabilities. @throws UsageError */
export function nativesOf(options: ParsedOptions): readonly string[] | true {
  if (!isNarrowed(options)) return true;
  const named = namesOf(options, ["--allow-native"]);
  return named === true ? true : named === false ? [] : named;
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

/** The root folders of packages, by `host/owner/name` in lower case. */
export interface Packages {
  find(name: { readonly host: string; readonly owner: string; readonly name: string }): string | null;
  /** Everything that determines the results of `find`, for the compile cache. */
  readonly configuration: string;
}

/**
 * The packages of `--package NAME=DIR` and of the folders in STD_PACKAGES, which contain `host/owner/name`.
 * @throws UsageError for a malformed option
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

/** The folder at a path of names, ignoring case; null if there is none. */
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
