// The documented embedding API, used from outside as a host would: through the exports of the package, in
// plain Node.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);
const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

test("examples/embed.ts prints the expected output", () => {
  const lines = node("examples/embed.ts").split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "charged 585",
    "nobody approved of 1080",
    "no price for wine",
    "[ 585 ]",
    "T1 broken.std expected `String`, found `Int`",
  ]);
  expect(lines.slice(5).join("\n")).toContain("step limit exceeded");
});

test.each([
  ["rules", "price 180\nreloaded rules.std judged\nprice 100 judged 2\nwrong version refused true\n"],
  ["tenants", "42\ngood done\nbusy ended by a limit\nhoarder ended by a limit\n"],
  ["plugins", "2\nné, from a plug-in\nlines: 1\n"],
  ["routes", "own\nhello 1\nhello 2\n"],
])("examples/embed/%s.ts prints the expected output", (name, output) => {
  expect(node(`examples/embed/${name}.ts`)).toBe(output);
});

test("the page lists exactly the names that the package exports", () => {
  const index = readFileSync(join(root, "interpreter/index.ts"), "utf8").replace(/\/\/.*|\/\*[^]*?\*\//g, "");
  const exported = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) =>
    names!.split(",").map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/^.* as /, ""),
    ),
  );
  const page = readFileSync(join(root, "docs/embedding.md"), "utf8");
  const section = page.slice(page.indexOf("\n## Exports\n"), page.indexOf("\n## Examples\n"));
  // The first cells of the tables, and the errors, each in a row of its own.
  const listed = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
  );
  // Errors of JavaScript are thrown, not exported.
  const own = listed.filter((name) => !["TypeError", "Error"].includes(name));
  expect(own.toSorted()).toEqual(exported.filter((name) => name !== "").toSorted());
});

/** The TypeScript blocks of a page, each with the expected output from its `//>` comments. */
function snippets(page: string): { code: string; output: string }[] {
  const blocks = [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(
    (match) => match[1]!,
  );
  return blocks.map((code) => ({
    code,
    output: [...code.matchAll(/\/\/> (.*)\n/g)].map((match) => `${match[1]}\n`).join(""),
  }));
}

test.each([...snippets("README.md"), ...snippets("docs/embedding.md")])(
  "the documentation's snippet does what it says (%#)",
  ({ code, output }) => {
    expect(output).not.toBe("");
    expect(node("--input-type=module-typescript", "--eval", code)).toBe(output);
  },
);
