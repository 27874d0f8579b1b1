// `std add`, `remove`, `update` and `publish` with the real npm and a registry.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";
import { registryName, startRegistry, type Registry } from "../testing/npm-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "std-npm-"));
// Each command of npm takes seconds, and several on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let registry: Registry | null = null;
let address = "";
let token = "";
beforeAll(async () => {
  registry = await startRegistry(join(folder, "registry"));
  ({ address, token } = registry);
}, 60_000);
afterAll(() => {
  registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The registry runs in this process, so commands must not block it. */
async function std(project: string, ...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, [STD, ...args], {
    cwd: join(folder, project),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NO_COLOR: "1",
      // `npm run --silent` passes its level on.
      npm_config_loglevel: "notice",
      npm_config_registry: address,
      [`npm_config_//${new URL(address || "http://x").host}/:_authToken`]: token,
      npm_config_cache: join(folder, "cache"),
      npm_config_userconfig: join(folder, "npmrc"),
    },
  });
  const [status, stdout, stderr] = await Promise.all([
    new Promise<number | null>((resolve) => child.on("close", resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr };
}

function write(files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

function npmrc(): void {
  write({ npmrc: `registry=${address}/\n//${new URL(address).host}/:_authToken=${token}\n` });
}

const library = (
  name: string,
  version: string,
  source: string,
  more: object = {},
): Record<string, string | object> => ({
  [`${name}/package.json`]: { name, version, license: "MIT", std: true, ...more },
  [`${name}/lib.std`]: source,
});

test(`packages of ${registryName} are published, added, updated, removed; two versions meet`, async () => {
  npmrc();
  const coin = (version: string, unit: string) =>
    library(
      "coin",
      version,
      `/// A coin.\nstruct Coin { ${unit}: Int }\n\n/// One coin.\nfun one() -> Coin = Coin { ${unit}: 1 }\n`,
    );
  write(coin("1.0.0", "cents"));
  expect(await std("coin", "publish", "--dry-run")).toMatchObject({ status: 0, stderr: "" });
  expect(await std("coin", "publish")).toMatchObject({ status: 0 });
  const again = await std("coin", "publish");
  expect(again).toMatchObject({ status: 1 });
  expect(again.stderr).toContain("coin@1.0.0 exists: choose another version");

  write(coin("1.1.0", "pence"));
  const breaks = await std("coin", "publish", "--dry-run");
  expect(breaks.status).toBe(0);
  expect(breaks.stderr).toContain(
    "since 1.0.0, lib.std: Coin has changed: a breaking change needs a new major version",
  );
  write(coin("2.0.0", "pence"));
  expect(await std("coin", "publish")).toMatchObject({ status: 0 });

  write({
    "bank/package.json": {
      name: "bank",
      version: "1.0.0",
      license: "MIT",
      type: "module",
      std: { root: "src", native: "native.js" },
      dependencies: { coin: "^1.0.0" },
    },
    "bank/native.js": "export default { functions: { interest: (n) => n * 2 } };\n",
    "bank/src/lib.std":
      'import "coin" { Coin, one }\n\n/// Twice as much.\nfun interest(cents: Int) -> Int\n\n/// What a coin yields.\nfun of(coin: Coin) -> Int = interest(coin.cents)\n\n/// A coin of this bank.\nfun coin() -> Coin = one()\n',
  });
  expect(await std("bank", "add", "coin@^1.0.0")).toMatchObject({ status: 0, stdout: "added coin 1.0.0\n" });
  expect(await std("bank", "publish")).toMatchObject({ status: 0 });

  write({
    "app/package.json": { name: "app", private: true },
    "app/main.std":
      'import "bank"\nimport "coin" { one }\n\nfun main() {\n    print(bank.of(bank.coin()) + one().pence)\n}\n',
  });
  const added = await std("app", "add", "bank", "coin");
  expect(added.stdout).toBe(
    "added bank 1.0.0\n  it has native code (native.js), which no option restricts; a sandbox needs --allow-native=bank\nadded coin 2.0.0\n",
  );
  expect(await std("app", "run", "main.std")).toEqual({ status: 0, stdout: "3\n", stderr: "" });
  expect((await std("app", "run", "--sandbox", "main.std")).stderr).toContain(
    "allow it with `--allow-native=bank`",
  );
  expect(await std("app", "run", "--sandbox", "--allow-native=bank", "main.std")).toMatchObject({
    stdout: "3\n",
  });
  write({
    "app/main.std": 'import "bank"\nimport "coin" { one }\n\nfun main() {\n    print(bank.of(one()))\n}\n',
  });
  const mixed = await std("app", "check", "main.std");
  expect(mixed.stderr).toContain("expected `Coin of coin 1.0.0`, found `Coin of coin 2.0.0`");

  write(
    library(
      "coin",
      "2.1.0",
      "/// A coin.\nstruct Coin { pence: Int }\n\n/// One coin.\nfun one() -> Coin = Coin { pence: 7 }\n",
    ),
  );
  expect(await std("coin", "publish")).toMatchObject({ status: 0 });
  expect(await std("app", "update")).toMatchObject({ stdout: "updated coin 2.0.0 to 2.1.0\n" });
  expect(await std("app", "remove", "bank")).toMatchObject({ stdout: "removed bank\n" });
  expect((await std("app", "check", "main.std")).stderr).toContain("help: run: std add bank");
  process.env["npm_config_offline"] = "true";
  expect(await std("app", "add", "bank")).toMatchObject({ status: 0 });
  delete process.env["npm_config_offline"];
});

test("a package comes from a repository of git, at a tag", async () => {
  npmrc();
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: join(folder, "mint"),
      stdio: "pipe",
    });
  const release = (version: string, value: number): void => {
    write(library("mint", version, `/// A number.\nfun value() -> Int = ${value}\n`));
    git("add", ".");
    git("commit", "-qm", version);
    git("tag", `v${version}`);
  };
  mkdirSync(join(folder, "mint"));
  git("init", "-q");
  release("1.0.0", 1);
  release("1.1.0", 2);
  const url = `git+file://${join(folder, "mint")}`;
  write({
    "till/package.json": { name: "till", private: true },
    "till/main.std": 'import "mint" { value }\n\nfun main() {\n    print(value())\n}\n',
  });
  expect(await std("till", "add", `${url}#v1.0.0`)).toMatchObject({
    status: 0,
    stdout: "added mint 1.0.0\n",
  });
  expect(await std("till", "run", "main.std")).toEqual({ status: 0, stdout: "1\n", stderr: "" });
  expect(await std("till", "add", `${url}#semver:^1.0.0`)).toMatchObject({
    stdout: "updated mint 1.0.0 to 1.1.0\n",
  });
  expect(await std("till", "run", "main.std")).toEqual({ status: 0, stdout: "2\n", stderr: "" });
  expect(await std("till", "add", `${url}#v9`)).toMatchObject({ status: 1 });
});

test("what cannot be published", async () => {
  npmrc();
  write({
    "wrong/package.json": {
      name: "wrong",
      version: "1.0.0",
      std: { root: "src" },
      files: ["README.md"],
      dependencies: { near: "file:../near", repository: "github:me/x" },
    },
    "wrong/src/lib.std": "fun f() {}\n",
  });
  const early = await std("wrong", "publish", "--dry-run");
  expect(early.stderr.split("\n")).toEqual([
    "std publish: the dependency near is a folder or repository (file:../near): others may not have it",
    "std publish: the dependency repository is a folder or repository (github:me/x): others may not have it",
    "",
  ]);
  write({
    "wrong/package.json": { name: "wrong", version: "1.0.0", std: { root: "src" }, files: ["README.md"] },
    "wrong/src/lib.std": 'import "../other"\n\nfun f() -> Int = "x"\n',
    "wrong/other.std": "",
  });
  const { status, stderr } = await std("wrong", "publish", "--dry-run");
  expect(status).toBe(1);
  expect(stderr).toContain("cannot resolve import `../other`: it is outside the package");
  expect(stderr).toContain("expected `Int`, found `String`");
  expect(stderr).toContain('std publish: src/lib.std is not in the tarball: see "files" in package.json');
  expect(stderr).toContain("std publish: the code does not check");
  expect(stderr).toContain("std publish: lib.std: f has no doc comment (///)");
});

test("install scripts do not run, except those that are named", async () => {
  npmrc();
  const script = (name: string): object => ({
    scripts: { postinstall: `node -e "require('fs').writeFileSync('ran-${name}', '')"` },
  });
  for (const name of ["one-script", "other-script"]) {
    write(library(name, "1.0.0", "/// Doc.\nfun f() {}\n", script(name)));
    expect(await std(name, "publish")).toMatchObject({ status: 0 });
  }
  write({ "scripts/package.json": { name: "scripts", private: true } });
  const added = await std("scripts", "add", "--allow-scripts=one-script", "one-script", "other-script");
  expect(added.status).toBe(0);
  expect(added.stderr).toContain("running the install scripts of one-script");
  const ran = (name: string): boolean => {
    try {
      readFileSync(join(folder, "scripts/node_modules", name, `ran-${name}`));
      return true;
    } catch {
      return false;
    }
  };
  expect([ran("one-script"), ran("other-script")]).toEqual([true, false]);
});

test("npm cannot install, or publish", async () => {
  npmrc();
  write({ "lost/package.json": { name: "lost", private: true } });
  const lastLine = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await std("lost", ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    return stderr.trimEnd().split("\n").at(-1)!;
  };
  expect(await lastLine("add", "no-such-package")).toBe(
    "std add: the registry has no such package: check the name",
  );
  expect(await lastLine("add", "coin@99")).toBe(
    "std add: the registry has no such version: npm view PACKAGE versions lists them",
  );
  process.env["npm_config_offline"] = "true";
  expect(await lastLine("add", "no-such-package")).toBe(
    "std add: the registry cannot be reached, and npm's cache lacks the package: try again with a network",
  );
  delete process.env["npm_config_offline"];
  write(library("taken", "1.0.0", "/// Doc.\nfun f() {}\n"));
  const { stderr } = await std("taken", "publish");
  expect(stderr).toMatch(/std publish: the name may be taken: choose another one, such as @YOU\/NAME\n$/);
});
