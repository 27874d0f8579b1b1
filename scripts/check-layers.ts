// The import rules of the project as data, and their check: an area imports only the areas that it may
// import, and only their entry points; areas form no cycle; few of them use Node. The same rules apply to the
// rooms of large areas. Files may import each other in small cycles, type imports included. Prints violations,
// and exits with 1 if there are any.
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix } from "node:path";

/** Areas that every area may import. */
const everywhere: ReadonlySet<string> = new Set(["interpreter/own", "interpreter/spelling"]);

/** The areas that each area may import, besides its own files. `(types)` allows only type imports. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "interpreter/own": [],
  "interpreter/spelling": [],
  "interpreter/source": [],
  "interpreter/limits": [],
  "interpreter/host": [],
  "interpreter/runtime": ["interpreter/host"],
  "interpreter/diagnostics": ["interpreter/source"],
  "interpreter/syntax": [
    "interpreter/diagnostics",
    "interpreter/host",
    "interpreter/limits",
    "interpreter/source",
  ],
  "interpreter/format": ["interpreter/syntax", "interpreter/diagnostics", "interpreter/source"],
  "interpreter/check": [
    "interpreter/syntax",
    "interpreter/diagnostics",
    "interpreter/limits",
    "interpreter/source",
  ],
  "interpreter/compile": [
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/diagnostics",
    "interpreter/limits",
    "interpreter/source",
    "interpreter/runtime (types)",
  ],
  "interpreter/modules": [
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/diagnostics",
    "interpreter/host",
    "interpreter/source",
    "interpreter/runtime",
  ],
  // Starts programs from the cache: neither parser nor checker nor compiler.
  "interpreter/launch": ["interpreter/host", "interpreter/runtime", "interpreter/compile/positions.ts"],
  // What is known from earlier checks.
  "interpreter/project": [
    "interpreter/modules",
    "interpreter/compile",
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/diagnostics",
    "interpreter/source",
  ],
  // Runs checkers of literals after a check.
  "interpreter/literals": [
    "interpreter/check",
    "interpreter/modules",
    "interpreter/syntax",
    "interpreter/diagnostics",
    "interpreter/host",
    "interpreter/source",
    "interpreter/runtime (types)",
  ],
  interpreter: [
    "interpreter/host",
    "interpreter/literals",
    "interpreter/project",
    "interpreter/modules",
    "interpreter/launch",
    "interpreter/compile",
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/format",
    "interpreter/diagnostics",
    "interpreter/limits",
    "interpreter/source",
    "interpreter/runtime",
  ],
  // Drives the phases as the engine does, for a session instead of a program.
  "interpreter/repl": [
    "interpreter",
    "interpreter/host",
    "interpreter/modules",
    "interpreter/launch",
    "interpreter/compile",
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/diagnostics",
    "interpreter/source",
    "interpreter/runtime",
  ],
  // Answers the questions of editors about programs that are being written.
  "interpreter/server": [
    "interpreter/literals",
    "interpreter/project",
    "interpreter/modules",
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/format",
    "interpreter/diagnostics",
    "interpreter/limits",
    "interpreter/source",
    "interpreter/runtime (types)",
  ],
  // The engine for web pages, with the modules.
  "interpreter/browser": [
    "interpreter",
    "interpreter/server",
    "interpreter/host",
    "interpreter/modules",
    "interpreter/launch",
    "interpreter/format",
    "interpreter/diagnostics",
    "interpreter/source",
    "interpreter/runtime",
    "stdlib",
  ],
  "interpreter/cli": [
    "interpreter/literals",
    "interpreter/project",
    "interpreter/server",
    "interpreter",
    "interpreter/host",
    "interpreter/repl",
    "interpreter/modules",
    "interpreter/launch",
    "interpreter/compile/positions.ts",
    "interpreter/check",
    "interpreter/syntax",
    "interpreter/format",
    "interpreter/diagnostics",
    "interpreter/source",
    "interpreter/runtime",
    "stdlib",
  ],
  stdlib: ["interpreter/runtime", "interpreter/host"],
  "stdlib/*": ["interpreter/runtime", "interpreter/host"],
  "stdlib/http": ["interpreter/runtime", "interpreter/host", "stdlib/encoding", "stdlib/net", "stdlib/sync"],
  "stdlib/io": ["interpreter/runtime", "interpreter/host", "stdlib/error"],
  "stdlib/net": ["interpreter/runtime", "interpreter/host", "stdlib/error", "stdlib/io"],
  "stdlib/api": [
    "interpreter/runtime",
    "interpreter/host",
    "stdlib/http",
    "stdlib/json",
    "stdlib/regex",
    "stdlib/string",
  ],
  "stdlib/web": ["interpreter/runtime", "interpreter/host", "stdlib/http", "stdlib/metrics"],
  "stdlib/env": ["interpreter/runtime", "interpreter/host", "stdlib/error"],
  "stdlib/fs": ["interpreter/runtime", "interpreter/host", "stdlib/error", "stdlib/path", "stdlib/sync"],
  "stdlib/process": ["interpreter/runtime", "interpreter/host", "stdlib/env", "stdlib/error", "stdlib/sync"],
  "stdlib/mail": ["interpreter/runtime", "interpreter/host", "stdlib/net"],
  "stdlib/csv": ["interpreter/runtime", "interpreter/host", "stdlib/row"],
  "stdlib/collections": ["interpreter/runtime", "interpreter/host", "stdlib/cmp", "stdlib/prelude"],
  "stdlib/fmt": ["interpreter/runtime", "interpreter/host", "stdlib/prelude"],
  "stdlib/lists": ["interpreter/runtime", "interpreter/host", "stdlib/prelude"],
  "stdlib/numbers": ["interpreter/runtime", "interpreter/host", "stdlib/fmt"],
  "stdlib/texts": ["interpreter/runtime", "interpreter/host", "stdlib/prelude", "stdlib/string"],
  "stdlib/text": ["interpreter/runtime", "interpreter/host", "stdlib/path", "stdlib/prelude"],
  "stdlib/unicode": ["interpreter/runtime", "interpreter/host", "stdlib/prelude"],
  "stdlib/flags": ["interpreter/runtime", "interpreter/host", "stdlib/json"],
  "stdlib/toml": ["interpreter/runtime", "interpreter/host", "stdlib/json"],
  "stdlib/yaml": ["interpreter/runtime", "interpreter/host", "stdlib/json"],
  "stdlib/sqlite": ["interpreter/runtime", "interpreter/host", "stdlib/error", "stdlib/row"],
  "stdlib/log": ["interpreter/runtime", "interpreter/host", "stdlib/env"],
  "stdlib/term": ["interpreter/runtime", "interpreter/host", "stdlib/env"],
  "stdlib/url": ["interpreter/runtime", "interpreter/host", "stdlib/encoding"],
  "stdlib/time": ["interpreter/runtime", "interpreter/host", "stdlib/error", "stdlib/sync"],
};

/**
 * The rooms of areas, and what each may import of its area: rooms by name (their `index.ts`; a path for rooms
 * within rooms) and files beside the rooms. "" stands for the files beside the rooms, `(types)` allows only
 * type imports.
 */
const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "interpreter/check": {
    "": ["asked", "standard", "names", "types", "derive", "impls", "declare", "warnings", "infer"],
    asked: [],
    standard: [],
    derive: ["standard"],
    types: ["standard"],
    names: ["asked", "standard", "derive", "types", "comparing.ts (types)", "literal-use.ts (types)"],
    impls: ["asked", "standard", "derive", "types", "names"],
    declare: ["asked", "types", "names", "impls", "context.ts (types)"],
    body: ["asked", "types", "names", "impls", "declare", "comparing.ts (types)", "context.ts (types)"],
    warnings: [
      "standard",
      "asked",
      "derive",
      "types",
      "names",
      "declare",
      "body",
      "comparing.ts (types)",
      "context.ts (types)",
    ],
    patterns: ["types", "names", "declare", "body", "warnings"],
    hints: ["asked", "standard", "types", "names", "impls", "declare", "body", "context.ts (types)"],
    infer: [
      "asked",
      "standard",
      "derive",
      "types",
      "names",
      "impls",
      "declare",
      "body",
      "warnings",
      "patterns",
      "hints",
      "context.ts (types)",
      "literal-use.ts (types)",
    ],
  },
  "interpreter/compile": {
    "": ["ir", "lower", "analysis", "emit"],
    ir: [],
    lower: ["ir", "positions.ts"],
    "analysis/suspend": ["ir", "lower"],
    "analysis/ranges": ["ir", "lower"],
    analysis: ["ir", "lower", "analysis/suspend", "analysis/ranges"],
    // The rooms of emit/ receive the emitter of the function and the text of the program.
    "emit/values": ["ir", "analysis/ranges"],
    "emit/program": [
      "ir",
      "lower (types)",
      "analysis/ranges (types)",
      "analysis/suspend (types)",
      "positions.ts (types)",
      "emit/values",
    ],
    "emit/frames": ["emit/program (types)"],
    "emit/emitter": [
      "ir",
      "analysis/ranges",
      "analysis/suspend (types)",
      "emit/values",
      "emit/frames",
      "emit/program (types)",
    ],
    "emit/integers": ["ir", "analysis/ranges", "emit/values", "emit/emitter (types)"],
    "emit/match": ["ir", "emit/values", "emit/frames", "emit/emitter (types)"],
    "emit/function": [
      "ir",
      "analysis/ranges",
      "analysis/suspend (types)",
      "emit/values",
      "emit/frames",
      "emit/emitter",
      "emit/integers",
      "emit/match",
      "emit/program (types)",
    ],
    emit: [
      "ir",
      "lower (types)",
      "analysis/ranges (types)",
      "analysis/suspend (types)",
      "positions.ts (types)",
      "emit/values",
      "emit/program",
      "emit/frames",
      "emit/integers",
      "emit/function",
    ],
  },
  "interpreter/host": {
    "": [],
    v8: ["index.ts (types)"],
    node: ["index.ts", "v8"],
    browser: ["index.ts", "v8"],
  },
  "interpreter/runtime": {
    "": ["panics", "values", "traces", "goroutines", "limits", "streams", "capabilities", "border"],
    panics: [],
    values: ["panics", "native.ts (types)"],
    traces: ["panics", "values", "goroutines (types)"],
    goroutines: ["panics", "values", "traces", "clock.ts", "runtime.ts (types)"],
    limits: ["panics", "values", "clock.ts", "native.ts (types)"],
    streams: ["panics", "values", "goroutines (types)"],
    capabilities: [],
    border: [
      "panics",
      "values",
      "goroutines",
      "native.ts (types)",
      "runtime.ts (types)",
      "session.ts (types)",
    ],
  },
  "stdlib/http": {
    "": ["client", "message", "routes", "server", "websocket"],
    message: ["limits.ts"],
    transport: ["limits.ts"],
    websocket: ["limits.ts", "message"],
    routes: ["limits.ts", "message", "websocket"],
    server: ["limits.ts", "message", "routes", "transport", "websocket"],
    client: ["limits.ts", "message", "transport", "websocket"],
  },
  "interpreter/cli": {
    "": ["commands", "debug", "output", "process", "profile", "repl", "test"],
    debug: ["entry-point.ts"],
    npm: ["output", "process"],
    openapi: [],
    output: [],
    process: ["output"],
    profile: ["output"],
    repl: ["entry-point.ts", "output", "process"],
    test: ["debug", "entry-point.ts", "output", "process"],
    commands: ["debug", "npm", "openapi", "output", "process", "profile", "repl", "test"],
  },
};

/** Areas whose rooms have no entry points: each start loads only the files it uses. */
const withoutEntryPoints: ReadonlySet<string> = new Set(["interpreter/cli"]);

/** The most files that may import each other in one cycle, type imports included. */
const LARGEST_CYCLE = 5;

/**
 * Files besides `index.ts` that other areas may import, because they must load without the rest of the area.
 */
export const entryPoints: ReadonlySet<string> = new Set([
  "interpreter/define-module.ts",
  "interpreter/engine.ts",
  "interpreter/engine-on.ts",
  "interpreter/npm-packages.ts",
  "interpreter/packages-on-demand.ts",
  "interpreter/host/browser/index.ts",
  "interpreter/host/node/index.ts",
  "interpreter/compile/positions.ts",
  "interpreter/repl/running.ts",
  "interpreter/runtime/generated.ts",
  "interpreter/runtime/host.ts",
  "interpreter/server/service/index.ts",
  // Checkers of literals are loaded by checks, without the natives.
  ...["api", "fs", "html", "http", "path", "regex", "semver", "sqlite", "text", "time", "url"].map(
    (module) => `stdlib/${module}/literals.ts`,
  ),
  "stdlib/bundled.ts",
]);

/** The areas that use Node: the host interface (interpreter/host/README.md), and the command. */
const onNode: ReadonlySet<string> = new Set(["interpreter/host", "interpreter/cli"]);
/** Members of the global `process` that belong to the machine. */
const MACHINE =
  /(?<![\w.#$])(?:globalThis\.)?process\.(?:arch|argv|binding|chdir|cpuUsage|cwd|dlopen|emit|emitWarning|env|execArgv|execPath|exit|exitCode|getBuiltinModule|getegid|geteuid|getgid|getuid|hrtime|kill|memoryUsage|nextTick|off|on|once|platform|release\.name|resourceUsage|stderr|stdin|stdout|umask|uptime|version|versions)\b/;
/**
 * The areas that may use `Buffer`, which browsers lack: `runtime/` and the modules convert strings with it in
 * hot loops, several times as fast as with `TextEncoder`. The phases use `interpreter/source/byte-string.ts`.
 */
const withBuffer = /^(?:interpreter\/(?:host|cli|runtime)|stdlib\/.+)$/;
/** The packages, each with the only area that may use it. */
const packages: Readonly<Record<string, string>> = {
  "@noble/ciphers": "interpreter/host",
  "@noble/curves": "interpreter/host",
  "@noble/hashes": "interpreter/host",
  buffer: "interpreter/host",
  diff: "stdlib/text",
  "iconv-lite": "stdlib/text",
  ignore: "interpreter/cli",
  jose: "stdlib/jwt",
  "markdown-it": "stdlib/markdown",
  mime: "stdlib/mime",
  nodemailer: "stdlib/mail",
  pako: "interpreter/host",
  "readable-stream": "interpreter/host",
  saxes: "stdlib/xml",
  semver: "stdlib/semver",
  "vscode-languageserver": "interpreter/server",
  ws: "interpreter/cli",
  yaml: "stdlib/yaml",
};

interface ImportSite {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const root = dirname(import.meta.dirname);

/** The imports of a file from other files of the project. */
export function importsOf(file: string, text: string): ImportSite[] {
  const sites: ImportSite[] = [];
  const pattern =
    /^(?:import|export)\s+(type\s)?([^;"']*?from\s+)?["'](\.[^"']+)["']|\bimport\(["'](\.[^"']+)["']\)/gm;
  for (const [, type, names = "", fixed, dynamic] of text.matchAll(pattern)) {
    const listed = /^\{([^}]*)\}/.exec(names.trim());
    const allTypes =
      listed !== null &&
      listed[1]!.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
    const to = posix.join(posix.dirname(file), (fixed ?? dynamic)!);
    sites.push({ from: file, to, typeOnly: type !== undefined || allTypes });
  }
  return sites;
}

/** `interpreter/check` for everything below it; root files have the area `interpreter` or `stdlib`. */
function areaOf(file: string): string {
  const parts = file.split("/");
  return parts.length === 2 ? parts[0]! : `${parts[0]}/${parts[1]}`;
}

/** The innermost room that contains a file; "" for files beside the rooms. */
function roomOf(file: string): string {
  const folders = file.split("/").slice(2, -1);
  const known = rooms[areaOf(file)] ?? {};
  for (let depth = folders.length; depth > 0; depth--) {
    const room = folders.slice(0, depth).join("/");
    if (Object.hasOwn(known, room)) return room;
  }
  return folders[0] ?? "";
}

/** Why an import between two rooms of one area is not allowed, or null. */
function roomProblem(area: string, { from, to, typeOnly }: ImportSite): string | null {
  const rules = rooms[area];
  const [room, target] = [roomOf(from), roomOf(to)];
  if (rules === undefined || room === target) return null;
  const permitted = rules[room];
  if (permitted === undefined) return `${area}/${room} is not among the rooms of ${area}`;
  const entry = target === "" ? posix.basename(to) : target;
  if (!permitted.includes(entry) && !(typeOnly && permitted.includes(`${entry} (types)`)))
    return `${posix.join(area, room)} may not import ${area}/${entry}`;
  return target === "" || withoutEntryPoints.has(area) || to === `${area}/${target}/index.ts`
    ? null
    : `${to} is internal to ${area}/${target}`;
}

/** Why an import is not allowed, or null. */
export function layerProblem(site: ImportSite): string | null {
  const { from, to, typeOnly } = site;
  const area = areaOf(from);
  const target = areaOf(to);
  if (area === target) return roomProblem(area, site);
  const rules = allowed[area] ?? (area.startsWith("stdlib/") ? allowed["stdlib/*"]! : []);
  const permitted =
    everywhere.has(target) ||
    isList(area, target) ||
    rules.includes(target) ||
    rules.includes(to) ||
    (typeOnly && rules.includes(`${target} (types)`));
  if (!permitted) return `${area} may not import ${target}`;
  return to === `${target}/index.ts` || entryPoints.has(to) ? null : `${to} is internal to ${target}`;
}

/** The package of a path such as `semver/functions/compare.js`. */
function packageOf(name: string): string {
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}

/** What a file uses of the platform or of packages that its area may not use. */
export function foreignProblems(file: string, text: string): string[] {
  const area = areaOf(file);
  const pattern =
    /^(?:import|export)\s(?:[\w\s{},*$]*\sfrom\s)?\s*["']([^."'][^"']*)["']|\b(?:import|getBuiltinModule|require)\(["']([^."'][^"']*)["']\)/gm;
  const named = [...new Set([...text.matchAll(pattern)].map((match) => (match[1] ?? match[2])!))];
  const forbidden = named.filter((name) =>
    isBuiltin(name) ? !onNode.has(area) : packages[packageOf(name)] !== area,
  );
  const evaluates = /\bnew Function\(|(?<![\w.#])eval\(/.test(text) ? ["eval"] : [];
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  const machine = onNode.has(area) ? null : MACHINE.exec(code);
  const buffer = !withBuffer.test(area) && /(?<![\w.#$"'`])Buffer\./.test(code) ? ["Buffer"] : [];
  return [...forbidden, ...evaluates, ...(machine === null ? [] : [machine[0]]), ...buffer].map(
    (name) => `${area} may not use ${name}`,
  );
}

/** The one place in the checker and the compiler that names items of the standard library. */
const STANDARD_NAMES = "interpreter/check/standard/items.ts";
/** A name of a standard module, or of a function that programs cannot declare, as a string. */
const STANDARD_NAME = /(["'`])(?:std\/[a-z]\w*(?::\w+)?|__[A-Za-z]\w*[A-Za-z\d])\1/g;

/** Names of standard modules and reserved functions in phases that know the library by its declarations. */
export function standardNameProblems(file: string, text: string): string[] {
  if (!/^interpreter\/(?:check|compile)\//.test(file) || file === STANDARD_NAMES) return [];
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").replace(/\/\*\*.*?\*\/|\/\/ .*$/gm, "");
  return [...code.matchAll(STANDARD_NAME)].map(
    ([name]) => `${name} belongs in ${STANDARD_NAMES}, or is an attribute of the declaration`,
  );
}

/**
 * The nodes of the graph in which cycles are searched: areas, and within one its rooms and the files beside
 * them.
 */
function ends({ from, to }: ImportSite): readonly [string, string] {
  const [area, target] = [areaOf(from), areaOf(to)];
  if (area !== target || rooms[area] === undefined) return [area, target];
  const unit = (file: string): string => (roomOf(file) === "" ? file : `${area}/${roomOf(file)}`);
  return [unit(from), unit(to)];
}

/** Cycles of areas and of rooms, each as the folders along it. */
export function cycles(sites: readonly ImportSite[]): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const site of sites) {
    const [area, target] = ends(site);
    if (site.typeOnly || area === target || isList(area, target)) continue;
    edges.set(area, (edges.get(area) ?? new Set()).add(target));
  }
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const path: string[] = [];
  const visit = (area: string): void => {
    if (state.get(area) === "done") return;
    if (state.get(area) === "open") {
      found.push([...path.slice(path.indexOf(area)), area]);
      return;
    }
    state.set(area, "open");
    path.push(area);
    for (const next of edges.get(area) ?? []) visit(next);
    path.pop();
    state.set(area, "done");
  };
  for (const area of edges.keys()) visit(area);
  return found;
}

/** Sets of files that import each other in a cycle and are too many. */
export function largeFileCycles(sites: readonly ImportSite[]): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of sites) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return [...components(edges)].filter((files) => files.length > LARGEST_CYCLE);
}

/** The strongly connected components of a graph (Tarjan). */
function* components(edges: ReadonlyMap<string, ReadonlySet<string>>): Iterable<string[]> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  function* visit(file: string): Iterable<string[]> {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    open.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!index.has(next)) yield* visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) === index.get(file)) yield open.splice(open.indexOf(file)).sort();
  }
  for (const file of edges.keys()) if (!index.has(file)) yield* visit(file);
}

/** All violations of the rules, a line for each. */
export function checkLayers(): string[] {
  const files = globSync("{interpreter,stdlib}/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  );
  const texts = files.map((file): [string, string] => [file, readFileSync(join(root, file), "utf8")]);
  const sites = texts.flatMap(([file, text]) => importsOf(file, text));
  const problems = sites.flatMap((site) => {
    const problem = layerProblem(site);
    return problem === null ? [] : [`${site.from} imports ${site.to}: ${problem}`];
  });
  const foreign = texts.flatMap(([file, text]) =>
    foreignProblems(file, text).map((problem) => `${file}: ${problem}`),
  );
  const named = texts.flatMap(([file, text]) =>
    standardNameProblems(file, text).map((problem) => `${file}: ${problem}`),
  );
  const circles = cycles(sites).map((cycle) => `circle: ${cycle.join(" → ")}`);
  const large = largeFileCycles(sites).map(
    (files) => `${files.length} files import each other: ${files.join(", ")}`,
  );
  return [...problems, ...foreign, ...named, ...circles, ...large];
}

/** stdlib/modules.ts is the list of all standard modules and loads them on demand. */
function isList(area: string, target: string): boolean {
  return area === "stdlib" && target.startsWith("stdlib/");
}

if (import.meta.main) {
  const problems = checkLayers();
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "layers: ok" : `layers: ${problems.length} violations`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
