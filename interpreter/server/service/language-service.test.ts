// The answers that need no protocol; what they say in detail is tested over the protocol.
import { standardModules } from "../../../stdlib/index.ts";
import { expect, test } from "vitest";
import { edited } from "../text/edits.ts";
import { LanguageService, type Disk } from "./index.ts";

const SHOP = "const POT = 250\n\n/// The cents of so many pots.\nfun price(pots: Int) -> Int = pots * POT\n";
const MAIN = `import "./shop" { price }

fun main() {
    let total=price(2)
    print(totl)
}
`;

function serviceFor(files: Map<string, string>): LanguageService {
  const bytes = (path: string): Uint8Array | null => {
    const text = files.get(path);
    return text === undefined ? null : new TextEncoder().encode(text);
  };
  const disk: Disk = {
    canonical: (path) => (files.has(path) ? path : { problem: "no such file" }),
    read: (path) => bytes(path) ?? { problem: "no such file" },
    stamp: (path) => files.get(path) ?? null,
    scripts: (folder) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)),
  };
  return new LanguageService(disk, { modules: standardModules, packages: () => null }, "/home");
}

function shop(): LanguageService {
  return serviceFor(
    new Map([
      ["/home/shop.std", SHOP],
      ["/home/main.std", MAIN],
    ]),
  );
}

test("diagnostics, and actions whose edits mend them", () => {
  const service = shop();
  expect(service.diagnostics("/home/main.std").map(({ code }) => code)).toContain("R1");
  const at = MAIN.indexOf("totl");
  const [fix] = service.actions("/home/main.std", { start: at, end: at });
  service.setText("/home/main.std", edited(MAIN, fix!.edits.get("/home/main.std")!));
  expect(service.diagnostics("/home/main.std")).toEqual([]);
  service.setText("/home/main.std", null);
  expect(service.diagnostics("/home/main.std").map(({ code }) => code)).toContain("R1");
});

test("hover, signature, definition and references across files", () => {
  const service = shop();
  const at = MAIN.indexOf("price(2)");
  expect(service.hover("/home/main.std", at)).toMatchObject({
    code: "fun price(pots: Int) -> Int",
    documentation: "The cents of so many pots.",
  });
  expect(service.signature("/home/main.std", at + "price(".length)).toMatchObject({ active: 0 });
  const start = SHOP.indexOf("price");
  const declared = { unit: "/home/shop.std", span: { start, end: start + "price".length } };
  expect(service.definition("/home/main.std", at)).toEqual([declared]);
  expect(service.references("/home/main.std", at)).toHaveLength(3);
  expect(service.outline("/home/shop.std").map(({ name }) => name)).toEqual(["POT", "price"]);
});

test("a rename reaches every file, or is refused with the reason", () => {
  const service = shop();
  const at = MAIN.indexOf("price(2)");
  const renamed = service.rename("/home/main.std", at, "cost");
  expect("edits" in renamed && [...renamed.edits.keys()].toSorted()).toEqual([
    "/home/main.std",
    "/home/shop.std",
  ]);
  expect(service.rename("/home/main.std", MAIN.indexOf("print"), "show")).toHaveProperty("refused");
});

test("completions in a text that does not parse, and its format once it does", () => {
  const service = shop();
  const half = MAIN.replace("totl", "total.");
  service.setText("/home/main.std", half);
  const { items } = service.completions("/home/main.std", half.indexOf("total.") + "total.".length);
  expect(items.map(({ label }) => label)).toContain("abs");
  expect(service.format("/home/main.std")).toEqual([]);
  service.setText("/home/main.std", null);
  expect(edited(MAIN, service.format("/home/main.std"))).toBe(MAIN.replace("total=price", "total = price"));
});

test("files that change on disk are read again", () => {
  const files = new Map([["/home/a.std", "fun main() {\n    print(x)\n}\n"]]);
  const service = serviceFor(files);
  expect(service.diagnostics("/home/a.std")).toHaveLength(1);
  files.set("/home/a.std", "fun main() {\n    print(1)\n}\n");
  expect(service.diagnostics("/home/a.std")).toEqual([]);
});
