// A host that a bundler has joined to one file runs without this package, as ESM and as CommonJS, and the
// tarball holds a package.json without scripts.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { afterAll, expect, test } from "vitest";

const root = dirname(import.meta.dirname);
// In the package, which can import itself by its name; and outside of it, where nothing is installed.
const [inside, outside] = [
  join(root, "tmp", `bundles-${process.pid}`),
  mkdtempSync(join(tmpdir(), "std-bundle-")),
];
mkdirSync(inside, { recursive: true });
afterAll(() => {
  for (const folder of [inside, outside]) rmSync(folder, { recursive: true, force: true });
});

const HOST = `
import { createEngine, fromBytes } from "stdlang";
import { standardModules } from "stdlang/stdlib";
const TEXT = \`import std/http { get, Request, Response, Server }
import std/json { decode }
import std/mail { Message }
import std/regex { compile }
import std/yaml

@derive(FromJson)
struct Point { x: Int }

fun main() {
    print(compile("a+").unwrap().is_match("caat"))
    let point: Point = decode("{\\\\"x\\\\": 1}").unwrap()
    print(point.x)
    print(yaml.parse("a: [1]").unwrap())
    print(Message.new().from("a@b.c").to("d@e.f").subject("s").text("t").encode().is_ok())
    let app = Server.new()
    app.get("/", fun(_: Request) -> Response = Response.text("served"))
    print(get("http://\\\${app.start("127.0.0.1:0").unwrap()}/").unwrap().body)
    app.shutdown()
}\`;
(async () => {
  const engine = createEngine({
    modules: standardModules,
    capabilities: { net: true },
    stdout: (bytes) => process.stdout.write(fromBytes(bytes)),
  });
  const { problem, diagnostics, exitReason } = await engine.run({ path: "main.std", text: TEXT });
  console.log(problem, diagnostics.map(({ message }) => message), exitReason?.kind);
})();
`;

const PRINTED = 'true\n1\n{"a":[1]}\ntrue\nserved\nnull [] done\n';

function outputOf(name: string): string {
  return execFileSync(process.execPath, [join(outside, name)], { cwd: outside, encoding: "utf8" });
}

test.each([
  ["esm", "host.mjs"],
  ["cjs", "host.cjs"],
] as const)(
  "a bundle of Rolldown as %s",
  async (format, name) => {
    writeFileSync(join(inside, "host.mjs"), HOST);
    const bundle = await rolldown({ input: join(inside, "host.mjs"), platform: "node", cwd: inside });
    await bundle.write({ format, file: join(outside, name), codeSplitting: false });
    await bundle.close();
    expect(outputOf(name)).toBe(PRINTED);
  },
  300_000,
);

/** The banner of docs/embedding.md. */
const BANNER = /--banner:js='(.*)'/.exec(readFileSync(join(root, "docs/embedding.md"), "utf8"))![1]!;

test.each([
  ["esm", "small.mjs"],
  ["cjs", "small.cjs"],
] as const)(
  "a bundle of esbuild as %s",
  async (format, name) => {
    writeFileSync(join(inside, "host.mjs"), HOST);
    await build({
      entryPoints: [join(inside, "host.mjs")],
      outfile: join(outside, name),
      bundle: true,
      platform: "node",
      format,
      logLevel: "error",
      // Without the paths of this repository, which lead to the sources.
      tsconfigRaw: "{}",
      ...(format === "esm" && { banner: { js: BANNER } }),
    });
    expect(outputOf(name)).toBe(PRINTED);
  },
  300_000,
);

test("the package.json of the tarball", () => {
  const before = readFileSync(join(root, "package.json"), "utf8");
  execFileSync("npm", ["pack", "--pack-destination", outside], { cwd: root, stdio: "ignore" });
  expect(readFileSync(join(root, "package.json"), "utf8")).toBe(before);
  const tarball = join(outside, `stdlang-${(JSON.parse(before) as { version: string }).version}.tgz`);
  execFileSync("tar", ["xzf", tarball, "-C", outside, "package/package.json"]);
  const packed = JSON.parse(readFileSync(join(outside, "package/package.json"), "utf8")) as object;
  expect(packed).not.toHaveProperty("scripts");
  expect(packed).not.toHaveProperty("devDependencies");
  expect(packed).toMatchObject({ name: "stdlang", bin: { std: "dist/interpreter/cli/std.js" } });
}, 300_000);
