// Dispatches to the subcommands, and converts failures to one line and an exit status. Commands other than
// `run` are loaded only on request, so that a script from the cache starts quickly.
import "../host/node/index.ts";
import { asPanic, describeInternalError, fromBytes, StackOverflow } from "../runtime/host.ts";
import type { Command } from "./commands/command.ts";
import { EXIT_STATUS } from "../launch/index.ts";
import { restoreCertificates } from "./process/extra-certificates.ts";
import { UsageError, parseOptions } from "./commands/options.ts";
import { run } from "./commands/run.ts";
import { ensureLargeStack, ensureSoundStart, hasLargeStack } from "./process/stack.ts";
import { outputIsLost, say, printError } from "./output/terminal.ts";
import { decodedArguments } from "./process/undecoded.ts";

interface CommandEntry {
  readonly summary: string;
  /** Whether it runs many programs, whose call depth is not known in advance. */
  readonly manyPrograms?: true;
  readonly load: () => Promise<Command>;
}

const commands: Readonly<Record<string, CommandEntry>> = {
  run: { summary: "check a script and run it", load: async () => run },
  check: {
    summary: "check scripts without running them",
    load: async () => (await import("./commands/check.ts")).check,
  },
  test: {
    summary: "run the tests in *_test.std files",
    manyPrograms: true,
    load: async () => (await import("./commands/test.ts")).test,
  },
  bench: {
    summary: "measure the benchmarks in *_bench.std files",
    manyPrograms: true,
    load: async () => (await import("./commands/bench.ts")).bench,
  },
  fmt: {
    summary: "format scripts in the canonical style",
    load: async () => (await import("./commands/fmt.ts")).fmt,
  },
  repl: {
    summary: "start an interactive session",
    manyPrograms: true,
    load: async () => (await import("./commands/repl.ts")).repl,
  },
  build: {
    summary: "make one file of a program",
    load: async () => (await import("./commands/build.ts")).build,
  },
  lsp: {
    summary: "serve editors in the Language Server Protocol",
    load: async () => (await import("./commands/lsp.ts")).lsp,
  },
  new: {
    summary: "make a project",
    load: async () => (await import("./commands/new.ts")).create,
  },
  add: {
    summary: "install packages with npm",
    load: async () => (await import("./commands/packages.ts")).add,
  },
  remove: {
    summary: "remove packages",
    load: async () => (await import("./commands/packages.ts")).remove,
  },
  update: {
    summary: "update packages",
    load: async () => (await import("./commands/packages.ts")).update,
  },
  publish: {
    summary: "check a package, and publish it with npm",
    load: async () => (await import("./commands/publish.ts")).publish,
  },
  openapi: {
    summary: "print the document of an HTTP API",
    load: async () => (await import("./commands/openapi.ts")).openapi,
  },
  client: {
    summary: "write a client for an HTTP API",
    load: async () => (await import("./commands/client.ts")).client,
  },
  doc: {
    summary: "show the documentation of a module, a package or a file, or write it as pages",
    load: async () => (await import("./commands/doc/index.ts")).doc,
  },
  completions: {
    summary: "print a script that completes commands in a shell",
    load: async () => (await import("./commands/completions.ts")).completionsOf(everyCommand),
  },
  upgrade: {
    summary: "say whether there is a newer version",
    load: async () => (await import("./commands/upgrade.ts")).upgrade,
  },
  types: {
    summary: "write TypeScript declarations for a host module or a script",
    load: async () => (await import("./commands/types.ts")).types,
  },
  explain: {
    summary: "explain a diagnostic code such as T1",
    load: async () => (await import("./commands/explain.ts")).explain,
  },
};

const aliases: Readonly<Record<string, string>> = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-V": "version",
  "-v": "version",
};

function everyCommand() {
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => ({
      name,
      summary,
      options: (await load()).options,
    })),
  );
}

/** Runs `std ARGS...`; ends the process with its exit status. */
export async function main(args: readonly string[]): Promise<void> {
  // Remains if the command never ends and Node runs out of work.
  process.exitCode = EXIT_STATUS.internal;
  // Standard error is for the script and the command, not for warnings of Node about the environment.
  process.removeAllListeners("warning");
  const status = await dispatch(decodedArguments(args));
  // Activities that the command has started must not keep the process alive.
  if (status === EXIT_STATUS.internal) process.exit(status);
  process.exitCode = status === EXIT_STATUS.ok && outputIsLost() ? EXIT_STATUS.failed : status;
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [given, ...rest] = args;
  const name = given === undefined ? undefined : (aliases[given] ?? given);
  if (name === undefined) {
    printError(await overview());
    return EXIT_STATUS.usage;
  }
  if (name === "help") return help(rest);
  if (name === "version") return version(rest);
  const entry = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (entry === undefined) return unknownCommand(name);
  ensureSoundStart(args);
  if (entry.manyPrograms === true) ensureLargeStack();
  restoreCertificates();
  try {
    const command = await entry.load();
    if (rest[0] === "--help" || rest[0] === "-h") return help([name]);
    return await command.run(parseOptions(rest, command.options, command.scriptArguments));
  } catch (error) {
    return failed(error, name);
  }
}

async function failed(error: unknown, command: string): Promise<number> {
  if (error instanceof UsageError) {
    printError(`std ${command}: ${error.message}${await suggestion(error.given, error.candidates)}\n`);
    return EXIT_STATUS.usage;
  }
  if (asPanic(error) instanceof StackOverflow) {
    // The program was only read so far: start again with the larger stack.
    if (!hasLargeStack()) ensureLargeStack();
    printError("error: the program is nested too deeply to be checked\n");
    return EXIT_STATUS.failed;
  }
  printError(fromBytes(describeInternalError(error, process.env["STD_DEBUG"] === "1")));
  return EXIT_STATUS.internal;
}

async function unknownCommand(name: string): Promise<number> {
  const kind = name.startsWith("-") ? "option" : "command";
  const hint = /\.\w+$/.test(name)
    ? `; to run a script: std run ${name}`
    : await suggestion(name, [...Object.keys(commands), "help"]);
  printError(`std: unknown ${kind} ${name}${hint}\n`);
  return EXIT_STATUS.usage;
}

/** `; did you mean run?`, or nothing. */
async function suggestion(name: string, candidates: readonly string[]): Promise<string> {
  const { nearest } = await import("../diagnostics/index.ts");
  const close = nearest(name, candidates);
  return close === undefined ? "" : `; did you mean ${close}?`;
}

async function help(names: readonly string[]): Promise<number> {
  const [name, ...more] = names;
  if (more.length > 0) return tooMany("help", "std help [COMMAND]");
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    say(await overview());
    return EXIT_STATUS.ok;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (entry === undefined) return unknownCommand(name);
  const { commandHelp } = await import("./commands/help.ts");
  say(commandHelp(entry.summary, await entry.load()));
  return EXIT_STATUS.ok;
}

function tooMany(command: string, usage: string): number {
  printError(`std ${command}: too many arguments: ${usage}\n`);
  return EXIT_STATUS.usage;
}

async function overview(): Promise<string> {
  const { overviewText } = await import("./commands/help.ts");
  return overviewText(Object.entries(commands).map(([name, { summary }]) => [name, summary]));
}

async function version(more: readonly string[]): Promise<number> {
  if (more.length > 0) return tooMany("--version", "std --version");
  const { packageVersion } = await import("./process/package-version.ts");
  say(`std ${packageVersion()}\n`);
  return EXIT_STATUS.ok;
}
