// The test explorer: files, their tests and subtests; runs, debugs, and shows coverage.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import * as vscode from "vscode";
import {
  coverageIn,
  idOf,
  outcomesIn,
  outermost,
  testArguments,
  testsIn,
  type Outcome,
} from "./test-tree.ts";

const FILES = "**/*_test.std";
const IGNORED = "**/node_modules/**";

export class StdTests implements vscode.Disposable {
  readonly #controller = vscode.tests.createTestController("stdlang", "Stdlang");
  readonly #command: () => readonly string[];
  readonly #watcher = vscode.workspace.createFileSystemWatcher(FILES);
  readonly #changes: vscode.Disposable;

  /** `command`: the words that start `std`. */
  constructor(command: () => readonly string[]) {
    this.#command = command;
    const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
    const controller = this.#controller;
    controller.createRunProfile("Run", Run, (request, token) => this.#run(request, token, false), true);
    controller.createRunProfile("Debug", Debug, (request, token) => this.#debug(request, token), true);
    const coverage = controller.createRunProfile("Coverage", Coverage, (request, token) =>
      this.#run(request, token, true),
    );
    coverage.loadDetailedCoverage = async (_run, file) => details.get(file) ?? [];
    controller.resolveHandler = async (item) => {
      if (item === undefined) await this.#findAll();
      else if (item.uri !== undefined) await this.#read(item.uri);
    };
    controller.refreshHandler = () => this.#findAll();
    this.#watcher.onDidCreate((uri) => this.#read(uri));
    this.#watcher.onDidChange((uri) => this.#read(uri));
    this.#watcher.onDidDelete((uri) => controller.items.delete(uri.fsPath));
    this.#changes = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (controller.items.get(document.uri.fsPath) !== undefined)
        this.#show(document.uri, document.getText());
    });
  }

  dispose(): void {
    this.#changes.dispose();
    this.#watcher.dispose();
    this.#controller.dispose();
  }

  async #findAll(): Promise<void> {
    const found = await vscode.workspace.findFiles(FILES, IGNORED);
    const paths = new Set(found.map(({ fsPath }) => fsPath));
    this.#controller.items.forEach(({ id }) => {
      if (!paths.has(id)) this.#controller.items.delete(id);
    });
    await Promise.all(found.map((uri) => this.#read(uri)));
  }

  async #read(uri: vscode.Uri): Promise<void> {
    if (/[\\/]node_modules[\\/]/.test(uri.fsPath)) return;
    try {
      this.#show(uri, Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("utf8"));
    } catch {
      // It was removed meanwhile.
      this.#controller.items.delete(uri.fsPath);
    }
  }

  /** Shows the tests of a file; those that it no longer has go. */
  #show(uri: vscode.Uri, text: string): void {
    const { items } = this.#controller;
    const path = uri.fsPath;
    const tests = testsIn(text);
    if (tests.length === 0) return items.delete(path);
    let file = items.get(path);
    if (file === undefined) {
      const folder = vscode.workspace.asRelativePath(uri);
      file = this.#controller.createTestItem(path, basename(path), uri);
      file.description = folder === basename(path) ? "" : folder;
      items.add(file);
    }
    const { children } = file;
    children.replace(
      tests.map(({ name, line }) => {
        const item =
          children.get(idOf(path, name)) ?? this.#controller.createTestItem(idOf(path, name), name, uri);
        item.range = new vscode.Range(line, 0, line, 0);
        return item;
      }),
    );
  }

  async #run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    covers: boolean,
  ): Promise<void> {
    const run = this.#controller.createTestRun(request);
    const chosen = chosenIn(request, this.#controller);
    const folder = covers ? await mkdtemp(join(tmpdir(), "std-coverage-")) : null;
    try {
      await vscode.workspace.saveAll(false);
      for (const [cwd, items] of byFolder(chosen)) {
        if (token.isCancellationRequested) break;
        for (const item of items) started(run, item);
        const ids = items.map(({ id }) => id);
        const { stdout, stderr } = await this.#std(testArguments(ids, folder), cwd, token);
        if (token.isCancellationRequested) break;
        const outcomes = outcomesIn(stdout);
        if (stderr !== "") run.appendOutput(stderr.replace(/\r?\n/g, "\r\n"));
        if (outcomes === null) {
          const why = new vscode.TestMessage(stderr.trim() || "the command std gave no report");
          for (const item of items) run.errored(item, why);
        } else for (const outcome of outcomes) this.#report(run, outcome, cwd);
        removeGone(outermost(ids), items, outcomes ?? []);
        if (folder !== null) await addCoverage(run, join(folder, "lcov.info"), cwd);
      }
    } finally {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
      run.end();
    }
  }

  /** Debugs one selected test after the other: a debugger is connected to one program. */
  async #debug(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    for (const item of chosenIn(request, this.#controller)) {
      if (token.isCancellationRequested) return;
      const folder = item.uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(item.uri);
      const ended = new Promise<void>((settle) => {
        const listener = vscode.debug.onDidTerminateDebugSession(() => {
          listener.dispose();
          settle();
        });
      });
      const isStarted = await vscode.debug.startDebugging(folder, {
        type: "std",
        request: "launch",
        name: `Debug ${item.label}`,
        program: item.id,
      });
      if (isStarted) await ended;
    }
  }

  /** Shows the outcome of a test; subtests appear when they have run. */
  #report(run: vscode.TestRun, outcome: Outcome, cwd: string): void {
    const item = this.#itemOf(outcome);
    if (item === undefined) return;
    const { state, milliseconds, message, compared, at, output } = outcome;
    if (output !== "") run.appendOutput(output.replace(/\r?\n/g, "\r\n"), undefined, item);
    if (state === "passed") return run.passed(item, milliseconds);
    if (state === "skipped") return run.skipped(item);
    const shown =
      compared === null
        ? new vscode.TestMessage(message)
        : vscode.TestMessage.diff(message, compared.expected, compared.got);
    if (at !== null)
      shown.location = new vscode.Location(
        vscode.Uri.file(resolve(cwd, at.file)),
        new vscode.Position(at.line, at.column),
      );
    if (state === "failed") run.failed(item, shown, milliseconds);
    else run.errored(item, shown, milliseconds);
  }

  #itemOf({ id, parent, label }: Outcome): vscode.TestItem | undefined {
    const known = this.#find(id);
    if (known !== undefined || id === parent) return known;
    const above = this.#find(parent);
    if (above === undefined) return undefined;
    const item = this.#controller.createTestItem(id, label, above.uri);
    if (above.range !== undefined) item.range = above.range;
    above.children.add(item);
    return item;
  }

  #find(id: string): vscode.TestItem | undefined {
    const at = id.indexOf("::");
    let item = this.#controller.items.get(at < 0 ? id : id.slice(0, at));
    if (at < 0) return item;
    for (const end of [...id.slice(at).matchAll(/\/|$/g)].map(({ index }) => at + index))
      item = item?.children.get(id.slice(0, end)) ?? (end < id.length ? item : undefined);
    return item;
  }

  #std(
    words: readonly string[],
    cwd: string,
    token: vscode.CancellationToken,
  ): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const [program = "std", ...before] = this.#command();
    return new Promise((settle) => {
      const child = spawn(program, [...before, ...words], { cwd, shell: process.platform === "win32" });
      const parts = { stdout: "", stderr: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => (parts.stdout += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (parts.stderr += text));
      const cancel = token.onCancellationRequested(() => child.kill());
      child.on("error", ({ message }) => (parts.stderr += message));
      child.on("close", () => {
        cancel.dispose();
        settle(parts);
      });
    });
  }
}

/** The details of files that the editor asks for when it shows one. */
const details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();

async function addCoverage(run: vscode.TestRun, path: string, cwd: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  for (const { file, lines, functions } of coverageIn(text)) {
    const of: vscode.FileCoverageDetail[] = [
      ...lines.map(({ line, count }) => new vscode.StatementCoverage(count, new vscode.Position(line, 0))),
      ...functions.map(
        ({ name, line, count }) => new vscode.DeclarationCoverage(name, count, new vscode.Position(line, 0)),
      ),
    ];
    const coverage = vscode.FileCoverage.fromDetails(vscode.Uri.file(resolve(cwd, file)), of);
    details.set(coverage, of);
    run.addCoverage(coverage);
  }
}

/** The outermost items of a request, without those that it excludes. */
function chosenIn(
  { include, exclude = [] }: vscode.TestRunRequest,
  { items }: vscode.TestController,
): vscode.TestItem[] {
  const all: vscode.TestItem[] = [];
  if (include === undefined) items.forEach((item) => all.push(item));
  else all.push(...include);
  const without = new Set(exclude);
  // An item of which a part is excluded stands for its other parts.
  const parts = (item: vscode.TestItem): vscode.TestItem[] => {
    if (without.has(item)) return [];
    const below: vscode.TestItem[] = [];
    item.children.forEach((child) => below.push(child));
    const hasExcluded = (each: vscode.TestItem): boolean => {
      let found = without.has(each);
      each.children.forEach((child) => (found ||= hasExcluded(child)));
      return found;
    };
    return below.some(hasExcluded) ? below.flatMap(parts) : [item];
  };
  const chosen = all.flatMap(parts);
  const ids = new Set(outermost(chosen.map(({ id }) => id)));
  return chosen.filter(({ id }) => ids.has(id));
}

/** `std test` runs in the folder of the workspace, because tests may read files there. */
function byFolder(items: readonly vscode.TestItem[]): Map<string, vscode.TestItem[]> {
  return Map.groupBy(items, ({ uri, id }) => {
    const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
    return folder?.uri.fsPath ?? resolve(id, "..");
  });
}

function started(run: vscode.TestRun, item: vscode.TestItem): void {
  run.started(item);
  item.children.forEach((child) => started(run, child));
}

/** Removes subtests that a whole test no longer has. */
function removeGone(
  ran: readonly string[],
  items: readonly vscode.TestItem[],
  outcomes: readonly Outcome[],
): void {
  const ids = new Set(outcomes.map(({ id }) => id));
  const visit = (item: vscode.TestItem): void => {
    item.children.forEach((child) => {
      const isSubtest = item.id.includes("::");
      if (isSubtest && ids.has(item.id) && !ids.has(child.id)) item.children.delete(child.id);
      else visit(child);
    });
  };
  for (const item of items) if (ran.includes(item.id)) visit(item);
}
