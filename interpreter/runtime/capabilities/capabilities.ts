// The capabilities of a program. Each question returns null, or the message for the script: what was denied,
// and the option of `std run` that would allow it.
import { own } from "../../own/index.ts";
import type { Links } from "../../host/index.ts";
import { HostList } from "./net-grants.ts";

/**
 * What a program may do. Natives ask before they reach the outside world: each method returns null if the
 * action is allowed, otherwise the message for the script. Names and paths are byte strings.
 */
export interface Capabilities {
  /** Whether any connecting or listening is allowed. */
  readonly net: boolean;
  /** Whether any file may be read or written. */
  readonly fs: boolean;
  /** Whether any environment variable may be used. */
  readonly env: boolean;
  /** Whether any program may be started. */
  readonly process: boolean;
  /**
   * Reading a file or folder, including its existence and properties. Links are resolved before the check.
   */
  read(path: string): string | null;
  /**
   * Creating, changing or removing a file or folder. `"entry"`: the name in its folder, for removing or
   * renaming; a link is not followed.
   */
  write(path: string, what?: "entry"): string | null;
  /** Whether the grants for files are lists. */
  readonly confinesFiles: boolean;
  /**
   * Opening a connection or sending a datagram. Ask without `address` before resolving a name, and with it
   * for each address that it resolves to. Port null: any port, for looking up a name.
   */
  connect(host: string, port: number | null, address?: string): string | null;
  /** Listening for connections or datagrams. */
  listen(host: string, port: number): string | null;
  /** Reading, setting or removing an environment variable. */
  variable(name: string): string | null;
  /** Starting another program. */
  run(program: string): string | null;
  /**
   * Starting the file at an absolute path, which `run` allows: not if the script could replace it, since its
   * grant for writing lists the file or a folder on the path.
   */
  start(file: string): string | null;
  /** Creating a symbolic link at `path`: not if it would lead out of the grants for files. */
  link(path: string, target: string): string | null;
  /** Setting permission bits: not those by which a file runs with the rights of its owner. */
  permissions(mode: number): string | null;
  /** Whether the grant for programs is a list. */
  readonly confinesPrograms: boolean;
}

/** True for everything of a kind, false for nothing, or a list of what is allowed. */
export type Grant = boolean | readonly string[];

/**
 * What a host allows its programs to reach; absent: nothing. See docs/embedding.md#what-a-script-can-reach.
 */
export interface Grants {
  /**
   * Hosts, with or without port: `example.com`, `*.example.com:443`, `10.0.0.0/8`, `localhost:8080`,
   * `loopback`, `private`, `:80`. A pair grants each direction separately.
   */
  readonly net?: Grant | { readonly connect?: Grant; readonly listen?: Grant };
  /**
   * Paths of files and of folders, which include everything below them. A pair grants each direction
   * separately.
   */
  readonly fs?: Grant | { readonly read?: Grant; readonly write?: Grant };
  /** Names of environment variables; `APP_*` matches all with this prefix. */
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
 * The capabilities that `grants` allow. Nothing below the folders in `kept` is allowed, whatever the grants.
 * @throws TypeError for an unknown capability or a value of the wrong type
 */
export function grant(grants: Grants, { realPath }: Links, kept: readonly string[] = []): Capabilities {
  checkGrants(grants);
  const { net = false, fs = false, env = false, process = false } = own(grants);
  const [connect, listen] = isPair(net) ? pairOf(net, "connect", "listen") : [net, net];
  const [read, write] = isPair(fs) ? pairOf(fs, "read", "write") : [fs, fs];
  const mayConnect = hosts(connect, false);
  const mayListen = hosts(listen, true);
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
    confinesPrograms: isList(process),
    confinesFiles: isList(read) || isList(write),
    write: (path, what) => (mayWrite(path, what) ? null : denial("fs", `--allow-write=${path}`)),
    connect(host, port, address) {
      return mayConnect(host, port, address)
        ? null
        : denial("net", `--allow-net=${peer(address ?? host, port)}`);
    },
    listen: (host, port) => (mayListen(host, port) ? null : denial("net", `--allow-net=${peer(host, port)}`)),
    variable: (name) => (mayUse(name) ? null : denial("env", `--allow-env=${name}`)),
    run: (program) => (mayRun(program) ? null : denial("process", `--allow-run=${program}`)),
    start(file) {
      if (!isList(process) || !isList(write)) return null;
      const replaceable = [...stepsTo(file), ...stepsTo(realPath(file))].find((path) =>
        mayWrite(path, "entry"),
      );
      return replaceable === undefined
        ? null
        : `${DENIED}the script could replace ${file}, since it may write ${replaceable} (--allow-write)`;
    },
    link(path, target) {
      if (!isList(read) && !isList(write)) return null;
      const leadsTo = target.startsWith("/") ? target : `${folderOf(path)}/${target}`;
      return mayRead(leadsTo) || mayWrite(leadsTo) ? null : denial("fs", `--allow-read=${target}`);
    },
    permissions: (mode) =>
      (isList(read) || isList(write)) && (mode & SET_ID) !== 0
        ? `${DENIED}set-id bits are not allowed here (--allow-fs)`
        : null,
  };
}

/** How the messages for denied actions begin. */
export const DENIED = "permission denied: ";

/** The bytes of a flag that messages show. */
const SHOWN = 4096;

/** The message for a denied action. */
export function denial(kind: keyof Grants, flag: string): string {
  const shown = flag.length > SHOWN ? `${flag.slice(0, SHOWN)}...` : flag;
  return `${DENIED}${kind} is not allowed here (${shown})`;
}

function checkGrants(grants: Grants): void {
  for (const [key, value] of Object.entries(grants) as [string, unknown][]) {
    if (!Object.hasOwn(KEYS, key))
      throw new TypeError(
        `capabilities: unknown capability ${JSON.stringify(key)}; the capabilities are net, fs, env and process`,
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
      throw new TypeError(`capabilities: ${key} must be true, false or a list of strings${either}`);
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

/** The grants for two directions. */
function pairOf<N extends string>(
  grants: { readonly [name in N]?: Grant },
  first: N,
  second: N,
): readonly [Grant, Grant] {
  const named: { readonly [name in N]?: Grant } = own(grants);
  return [named[first] ?? false, named[second] ?? false];
}

function isList(grant: Grant): boolean {
  return typeof grant !== "boolean" && grant.length > 0;
}

/** The permission bits by which a program runs with the rights of the owner or the group of its file. */
const SET_ID = 0o6000;

/** The absolute path of each folder on an absolute path, and the path itself. */
function stepsTo(path: string): string[] {
  const steps: string[] = [];
  for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) steps.push(path.slice(0, at));
  return [...steps, path];
}

/** The folder of a path, `.` for a name alone. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1) || ".";
}

function allowsAny(grant: Grant): boolean {
  return grant === true || (grant !== false && grant.length > 0);
}

function hosts(
  grant: Grant,
  listening: boolean,
): (host: string, port: number | null, address?: string) => boolean {
  if (typeof grant === "boolean") return () => grant;
  const list = new HostList(grant, listening);
  return (host, port, address) => list.allows(host, port, address);
}

type PathTest = (path: string, what?: "entry") => boolean;

/** The bytes of the longest path that is passed to the system, which takes 4,096. */
export const LONGEST_PATH = 65_536;

function folders(grant: Grant, realPath: Links["realPath"]): PathTest {
  if (typeof grant === "boolean") return () => grant;
  return (path, what) => {
    if (path.length > LONGEST_PATH) return false;
    const real = what === "entry" ? entryPath(path, realPath) : realPath(path);
    // Resolved for each question: the folder may be created, moved or linked later.
    return grant.some((folder) => isWithin(real, realPath(folder)));
  };
}

/** The path of a name in its folder, without following a link. */
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

/** The system searches for a name without folder, so such a name is allowed only as granted. */
function programs(grant: Grant, realPath: Links["realPath"]): (program: string) => boolean {
  if (typeof grant === "boolean") return () => grant;
  return (program) =>
    program.length <= LONGEST_PATH &&
    grant.some(
      (entry) =>
        entry === program ||
        // Only the folder is resolved: a program may behave by the name that it is called by.
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
