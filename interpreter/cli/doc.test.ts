// `std doc` of packages, and `std doc --html`: every link leads to a page and an anchor that exist, nothing is loaded
// from elsewhere, and the search finds declarations.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { installed, unlessInstalled } from "../../stdlib/http/testing/installed.ts";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-doc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function std(args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [STD, "doc", ...args], {
    cwd,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function write(at: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, at, path)), { recursive: true });
    writeFileSync(join(folder, at, path), text);
  }
  return join(folder, at);
}

const MONEY = {
  "package.json": JSON.stringify({ name: "@me/money", version: "1.2.0", std: { root: "src" } }),
  "README.md": `# Money & more

See [the source](src/lib.std), [parts](src/part/show.std#show), [a file](LICENSE), [below](#use-it), [gone](#gone),
[elsewhere](https://example.com/?a=1&b=2), [a script](javascript:alert(1)), <script>alert(1)</script> ![a picture](x.png)

## Use it!
`,
  "src/lib.std": `// Amounts of money.
import "./part/show" { show as text }
import std/error { Error }

/// An amount; see \`Coin.new\`, \`text\` and \`Error\`.
struct Coin {
    cents: Int,
    _secret: Int,
}

impl Coin {
    /// A coin:
    ///
    /// \`\`\`std
    /// let c = Coin.new(1) // "<one>"
    /// \`\`\`
    fun new(cents: Int) -> Coin = Coin { cents, _secret: 0 }

    fun _hidden(self) {}
}

/// The same. And [more](part/show.std).
fun same(c: Coin) -> Result<Coin, Error> = Ok(c)

fun _hidden() {}

/// What has a price < 1.
trait Priced {
    fun price(self) -> Coin
}

const NONE: Int = 0
`,
  "src/part/show.std":
    'import "@me/money" { Coin }\n\n/// A text for `Coin`.\nfun show(c: Coin) -> String = "${c.cents}"\n',
  "src/lib_test.std": "fun test_nothing() {}\n",
};

/** The links of all pages that lead nowhere. */
function broken(site: string): string[] {
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".html"),
  );
  const textOf = (path: string): string => readFileSync(path, "utf8");
  return pages.flatMap((page) =>
    [...textOf(join(site, page)).matchAll(/ (?:href|src)="([^"]*)"/g)]
      .map(([, link]) => link!)
      .filter((link) => {
        if (/^https:/.test(link)) return false;
        const [path = "", anchor] = link.split("#").map(decodeURIComponent);
        const target = path === "" ? join(site, page) : join(site, dirname(page), path);
        if (!existsSync(target) || relative(site, target).startsWith("..")) return true;
        return anchor !== undefined && !textOf(target).includes(` id="${anchor}"`);
      })
      .map((link) => `${page}: ${link}`),
  );
}

const between = (text: string, start: string, end: string): string => text.split(start)[1]!.split(end)[0]!;

test("the pages of a package", () => {
  const money = write("money", MONEY);
  expect(std(["--html", "-o", "out"], money)).toEqual({
    status: 0,
    stdout: `${join("out", "index.html")}: 6 declarations of 2 files\n`,
    stderr: "",
  });
  const site = join(money, "out");
  expect(broken(site)).toEqual([]);
  const index = readFileSync(join(site, "index.html"), "utf8");
  expect(index).toContain('<a href="files/lib.html">the source</a>');
  expect(index).toContain('<a href="files/part/show.html#show">parts</a>');
  expect(index).toContain('<a href="#use-it">below</a>, <a>gone</a>');
  expect(index).toContain('<a href="https://example.com/?a=1&amp;b=2">elsewhere</a>');
  expect(index).toContain("a file, ");
  expect(index).toContain("&lt;script&gt;alert(1)&lt;/script&gt; a picture");
  expect(index).not.toMatch(/<img|href="javascript|src="http/);
  const page = readFileSync(join(site, "files/lib.html"), "utf8");
  expect(page).toContain("<p>Amounts of money.</p>");
  expect(page).not.toContain("_hidden");
  expect(page).not.toContain("_secret");
  const coin = between(page, '<section id="Coin">', "</section>");
  expect(coin).toContain('<a href="lib.html#Coin.new"><code>Coin.new</code></a>');
  expect(coin).toContain('<a href="part/show.html#show"><code>text</code></a>');
  expect(coin).toContain("and <code>Error</code>.");
  expect(page).toContain('<span class="comment">// &quot;&lt;one&gt;&quot;</span>');
  const same = between(page, '<section id="same">', "</section>");
  expect(same).toContain('-&gt; Result&lt;<a href="lib.html#Coin">Coin</a>, Error&gt;');
  expect(same).toContain('<a href="part/show.html">more</a>');
  const show = readFileSync(join(site, "files/part/show.html"), "utf8");
  expect(show).toContain('<a href="../lib.html#Coin">Coin</a>');
});

test("the pages of a folder, a file and a module", () => {
  const app = write("app", { "main.std": "/// Starts.\nfun main() {}\n", "a b/é#.std": "fun f() {}\n" });
  expect(std(["--html"], app)).toMatchObject({ status: 0, stderr: "" });
  expect(broken(join(app, "doc"))).toEqual([]);
  expect(std(["--html", "main.std", "-o", "one"], app).stdout).toContain("1 declaration of 1 file");
  expect(std(["--html", "std/io", "-o", "io"], app)).toMatchObject({ status: 0 });
  expect(broken(join(app, "io"))).toEqual([]);
});

test("what has no pages", () => {
  write("empty", { "a.txt": "" });
  for (const [args, stderr] of [
    [["--html", "empty"], "std doc: there are no *.std files in empty\n"],
    [["--html", "none"], "std doc: there is no file, folder or package none\n"],
    [["--html", "std/none"], "std doc: there is no module std/none\n"],
  ] as const)
    expect(std(args)).toEqual({ status: 1, stdout: "", stderr });
  expect(std(["-o", "x"])).toEqual({ status: 2, stdout: "", stderr: "std doc: option -o needs --html\n" });
  const blocked = std(["--html", "-o", "empty/a.txt", "std/io"]);
  expect(blocked.status).toBe(1);
  expect(blocked.stderr).toMatch(/^std doc: .*a\.txt.*\n$/);
});

test("an installed package, also where git ignores its folder", () => {
  const app = write("user", { "package.json": "{}", ".gitignore": "node_modules\n" });
  mkdirSync(join(app, ".git"));
  write("user/node_modules/@me/money", MONEY);
  const shown = std(["@me/money"], app);
  expect(shown.stdout).toContain("@me/money\n\nAmounts of money.\n\n");
  expect(shown.stdout).toContain("fun same(c: Coin) -> Result<Coin, Error>\n    The same.\n");
  expect(shown.stdout).not.toContain("hidden");
  expect(std(["@me/money/part/show"], app).stdout).toContain("fun show(c: Coin) -> String\n");
  expect(std(["@me/money.Coin.new"], app).stdout).toMatch(/^fun new\(cents: Int\) -> Coin\n\n {4}A coin:/);
  expect(std(["@me/money/part/show.show"], app).stdout).toContain("    A text for `Coin`.\n");
  expect(std(["@me/other"], app)).toMatchObject({ status: 1, stdout: "" });
  expect(std(["@me/money.none"], app)).toMatchObject({ status: 1, stdout: "" });
  expect(std(["--html", "@me/money"], app)).toMatchObject({ status: 0, stderr: "" });
  expect(broken(join(app, "doc"))).toEqual([]);
});

const result = (name: string, sentence: string): string =>
  `<li><a href="../files/lib.html#${name}">${name}</a><small> @me/money – ${sentence}</small></li>`;

const BROWSER = unlessInstalled("chromium");

test(`a browser searches the pages, opened from the disk${BROWSER}`, { timeout: 120_000 }, () => {
  if (BROWSER !== "") return;
  const money = write("searched", MONEY);
  expect(std(["--html"], money).status).toBe(0);
  const address = `${pathToFileURL(join(money, "doc/files/lib.html")).href}?q=NEW`;
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${join(folder, "profile")}`,
  ];
  const { stdout } = spawnSync(installed("chromium")!, [...options, "--dump-dom", address], {
    encoding: "utf8",
  });
  expect(between(stdout, '<ul id="results">', "</ul>")).toBe(
    `${result("Coin.new", "A coin:")}${result("Coin", "An amount; see Coin.new, text and Error.")}`,
  );
});

test("a type shows its methods of all modules, the module that declares it first", () => {
  const { stdout } = std(["Map"]);
  expect(stdout.split("\n")[0]).toBe("std/collections");
  expect(stdout).toContain("fun Map.keys(self) -> List<K>\n    ");
  expect(stdout).toContain("\nstd/maps\n\nfun Map.map_values<U>(self, f: fun(V) -> U) -> Map<K, U>\n    ");
  for (const [type, method] of [
    ["String", "trim"],
    ["List", "position"],
    ["Int", "abs"],
    ["Float", "round"],
  ])
    expect(std([type!]).stdout).toContain(`fun ${type}.${method}(self`);
  expect(std(["Strin"])).toMatchObject({ status: 1, stderr: expect.stringContaining("did you mean") });
});
