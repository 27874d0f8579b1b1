// What a program may do outside of itself, as questions. Each answers null, or with what the script is
// reported: what was denied, and the flag of `std run` that would allow it.
import type { Links } from "../../host/index.ts";
import { HostList } from "./net-grants.ts";

/** Asked by natives before they reach the outside world. Names and paths are byte strings. */
export interface Capabilities {
  /** Whether anything of the kind is allowed at all. */
  readonly net: boolean;
  readonly fs: boolean;
  readonly env: boolean;
  readonly process: boolean;
  /** Reading a file or folder, its existence and properties included. Links are followed before it is decided. */
  read(path: string): string | null;
  /**
   * Making, changing or removing a file or folder. `"entry"`: the name in its folder, as for removing or renaming it:
   * where it is a link, what it leads to is not touched.
   */
  write(path: string, what?: "entry"): string | null;
  /** Whether some files may be reached and others may not. */
  readonly confinesFiles: boolean;
  /**
   * Opening a connection, or sending to. Ask without `address` before a name is resolved, and with it for
   * each address that it was resolved to. Port null: any, as for looking up a name.
   */
  connect(host: string, port: number | null, address?: string): string | null;
  /** Waiting for connections or messages. */
  listen(host: string, port: number): string | null;
  /** Reading, setting or removing an environment variable. */
  variable(name: string): string | null;
  /** Starting another program. */
  run(program: string): string | null;
  /** Whether some programs may be started and others may not. */
  readonly confinesPrograms: boolean;
}

/** Everything of a kind, nothing, or what a list names. */
export type Grant = boolean | readonly string[];

/** What a host allows; what is left out is denied. */
export interface Grants {
  /** Hosts: `example.com`, `*.example.com:443`, `10.0.0.0/8`, `localhost:8080`, `loopback`, `private`, `:80`. */
  readonly net?: Grant | { readonly connect?: Grant; readonly listen?: Grant };
  /** Files and folders with all that is below them. */
  readonly fs?: Grant | { readonly read?: Grant; readonly write?: Grant };
  /** Names of variables; `APP_*` stands for all that begin so. */
  readonly env?: Grant;
  /** Programs, by name or path. */
  readonly process?: Grant;
}

const KEYS: Readonly<Record<keyof Grants, readonly string[]>> = {
  net: ["connect", "listen"],
  fs: ["read", "write"],
  env: [],
  process: [],
};

/**
 * The answers to what `grants` allow. Below the folders in `kept` nothing is allowed, whatever is granted.
 * @throws TypeError for grants that are none.
 */
export function grant(grants: Grants, { realPath }: Links, kept: readonly string[] = []): Capabilities {
  checkGrants(grants);
  const { net = false, fs = false, env = false, process = false } = grants;
  const [connect, listen] = isPair(net) ? [net.connect ?? false, net.listen ?? false] : [net, net];
  const [read, write] = isPair(fs) ? [fs.read ?? false, fs.write ?? false] : [fs, fs];
  const mayConnect = hosts(connect);
  const mayListen = hosts(listen);
  const outside = kept.length === 0 ? () => true : not(folders(kept, realPath));
  const mayRead = both(folders(read, realPath), outside);
  const mayWrite = both(folders(write, realPath), outside);
  const mayUse = names(env);
  const mayRun = programs(process, realPath);
  return {
    net: allowsAny(connect) || allowsAny(listen),
    fs: allowsAny(read) || allowsAny(write),
    env: allowsAny(env),
    process: allowsAny(process),
    read: (path) => (mayRead(path) ? null : denial("fs", `--allow-read=${path}`)),
    confinesPrograms: typeof process !== "boolean" && process.length > 0,
    confinesFiles: [read, write].some((given) => typeof given !== "boolean" && given.length > 0),
    write: (path, what) => (mayWrite(path, what) ? null : denial("fs", `--allow-write=${path}`)),
    connect(host, port, address) {
      return mayConnect(host, port, address)
        ? null
        : denial("net", `--allow-net=${peer(address ?? host, port)}`);
    },
    listen: (host, port) => (mayListen(host, port) ? null : denial("net", `--allow-net=${peer(host, port)}`)),
    variable: (name) => (mayUse(name) ? null : denial("env", `--allow-env=${name}`)),
    run: (program) => (mayRun(program) ? null : denial("process", `--allow-run=${program}`)),
  };
}

/** One wording for all that is denied. */
export function denial(kind: keyof Grants, flag: string): string {
  return `permission denied: ${kind} is not allowed here (${flag})`;
}

function checkGrants(grants: Grants): void {
  for (const [key, value] of Object.entries(grants) as [string, unknown][]) {
    if (!Object.hasOwn(KEYS, key))
      throw new TypeError(
        `capabilities: there is no ${JSON.stringify(key)}; there are net, fs, env and process`,
      );
    if (value === undefined || isGrant(value)) continue;
    const parts = KEYS[key as keyof Grants];
    const pair = typeof value === "object" && value !== null && !Array.isArray(value) && parts.length > 0;
    if (
      !pair ||
      !Object.entries(value).every(
        ([part, given]) => parts.includes(part) && (given === undefined || isGrant(given)),
      )
    ) {
      const either = parts.length === 0 ? "" : `, or { ${parts.map((part) => `${part}: …`).join(", ")} }`;
      throw new TypeError(`capabilities: ${key} is true, false or a list of texts${either}`);
    }
  }
}

function isGrant(value: unknown): value is Grant {
  return (
    typeof value === "boolean" ||
    (Array.isArray(value) && value.every((entry) => typeof entry === "string" && entry !== ""))
  );
}

function isPair<T extends object>(value: Grant | T): value is T {
  return typeof value === "object" && !Array.isArray(value);
}

function allowsAny(grant: Grant): boolean {
  return grant === true || (grant !== false && grant.length > 0);
}

function hosts(grant: Grant): (host: string, port: number | null, address?: string) => boolean {
  if (typeof grant === "boolean") return () => grant;
  const list = new HostList(grant);
  return (host, port, address) => list.allows(host, port, address);
}

type PathTest = (path: string, what?: "entry") => boolean;

function folders(grant: Grant, realPath: Links["realPath"]): PathTest {
  if (typeof grant === "boolean") return () => grant;
  return (path, what) => {
    const real = what === "entry" ? entryPath(path, realPath) : realPath(path);
    // Where a folder lies is asked each time: it may be made, moved or linked later.
    return grant.some((folder) => isWithin(real, realPath(folder)));
  };
}

/** Where a name stands, with no look at what it leads to. */
function entryPath(path: string, realPath: Links["realPath"]): string {
  const cut = path.lastIndexOf("/") + 1;
  const name = path.slice(cut);
  if (name === "" || name === "." || name === "..") return realPath(path);
  const folder = realPath(path.slice(0, cut) || ".");
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function names(grant: Grant): (name: string) => boolean {
  if (typeof grant === "boolean") return () => grant;
  return (name) =>
    grant.some((entry) => (entry.endsWith("*") ? name.startsWith(entry.slice(0, -1)) : name === entry));
}

/** A name without folder is looked for by the system, so it is allowed as it is written only. */
function programs(grant: Grant, realPath: Links["realPath"]): (program: string) => boolean {
  if (typeof grant === "boolean") return () => grant;
  return (program) =>
    grant.some(
      (entry) =>
        entry === program ||
        // A program may be many, by the name that it is called by.
        (entry.includes("/") &&
          program.includes("/") &&
          entryPath(entry, realPath) === entryPath(program, realPath)),
    );
}

function both(one: PathTest, other: PathTest): PathTest {
  return (path, what) => one(path, what) && other(path, what);
}

function not(test: PathTest): PathTest {
  return (path, what) => !test(path, what);
}

function peer(host: string, port: number | null): string {
  if (port === null) return host;
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
