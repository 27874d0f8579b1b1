// `std doc`: the documentation of modules, of their items, of packages, and of files of the user.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { standardModules } from "../../../../stdlib/index.ts";
import { nearest } from "../../../diagnostics/index.ts";
import { EXIT_STATUS } from "../../../launch/index.ts";
import { say, printError } from "../../output/terminal.ts";
import type { Command } from "../command.ts";
import { UsageError, type ParsedOptions } from "../options.ts";
import { declarationsOf, type Declarations, type Declared } from "./declarations.ts";
import { documented, installedPackage, moduleText } from "./sources.ts";

export const doc: Command = {
  usage: "std doc [OPTION...] [NAME]",
  options: {
    "--html": { help: "write pages for a browser: of the package or the files here, or of NAME" },
    "-o": { value: "DIR", help: "the folder of the pages; default: doc" },
  },
  example: "std doc std/json.stringify",
  notes:
    "NAME is a module (std/json), an item of one (std/json.stringify, List.map, assert_eq), an installed package\n(money, money/format, money.parse), or a file; with --html, also a folder. Without NAME, lists the modules.\nExit status: 1 if nothing has the name.",
  async run(options) {
    const { operands, flags, values } = options;
    if (operands.length > 1) throw new UsageError(`too many arguments: ${doc.usage}`);
    if (flags.has("--html")) return writePages(options);
    if (values.has("-o")) throw new UsageError("option -o needs --html");
    const [name] = operands;
    if (name === undefined) say(listOfModules());
    else {
      const text = documentationOf(name);
      if (text === null) {
        const near = nearest(name, candidates());
        printError(
          `there is no documentation of ${name}${near === undefined ? "" : `; did you mean ${near}?`}\n`,
        );
        return EXIT_STATUS.failed;
      }
      say(text);
    }
    return EXIT_STATUS.ok;
  },
};

async function writePages({ operands, values }: ParsedOptions): Promise<number> {
  const folder = values.get("-o")?.at(-1) ?? "doc";
  if (folder === "") throw new UsageError("option -o needs the name of a folder");
  const refuse = (problem: string): number => {
    printError(`std doc: ${problem}\n`);
    return EXIT_STATUS.failed;
  };
  try {
    const found = documented(operands[0]);
    if (typeof found === "string") return refuse(found);
    // Loaded only here: most calls print text.
    const { files, declarations } = (await import("./pages.ts")).siteOf(found);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
    const of = `${count(declarations, "declaration")} of ${count(found.files.length, "file")}`;
    say(`${join(folder, "index.html")}: ${of}\n`);
    return EXIT_STATUS.ok;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function standard(name: string): Declarations | null {
  const text = moduleText(name);
  return text === null ? null : declarationsOf(`std/${name}`, text);
}

/** The documentation of a name; null if nothing has it. */
export function documentationOf(name: string): string | null {
  const inFile = /^(.+\.std)(?:::(.+))?$/s.exec(name);
  if (inFile !== null && existsSync(inFile[1]!)) {
    const declarations = declarationsOf(inFile[1]!, readFileSync(inFile[1]!, "utf8"));
    return inFile[2] === undefined ? whole(inFile[1]!, declarations) : named(declarations, inFile[2]);
  }
  return ofStandard(name) ?? ofPackage(name);
}

/** A package (`money`), a file of it (`money/format`), or an item of one (`money.Coin.new`). */
function ofPackage(name: string): string | null {
  const [, owner, part] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/s.exec(name) ?? [];
  if (owner === undefined) return null;
  const text = part ?? owner;
  const dots = [...text.matchAll(/\./g)].map(({ index }) => index).toReversed();
  for (const end of [text.length, ...dots]) {
    const found = installedPackage(part === undefined ? text.slice(0, end) : owner);
    if (found === null || typeof found === "string") continue;
    const wanted = name.slice(0, name.length - (text.length - end));
    const file = found.files.find((each) => each.name === wanted);
    if (file === undefined) continue;
    const declarations = declarationsOf(file.name, file.text, found.hidden);
    return end === text.length ? whole(wanted, declarations) : named(declarations, text.slice(end + 1));
  }
  return null;
}

function ofStandard(name: string): string | null {
  const [, module, item] = /^(?:std\/)?(\w+)(?:\.(.+))?$/s.exec(name) ?? [];
  if (module === undefined) return null;
  const declarations = name.startsWith("std/") || item === undefined ? standard(module) : null;
  if (declarations !== null && item === undefined && (name.startsWith("std/") || !isItem(name)))
    return whole(`std/${module}`, declarations);
  if (name.startsWith("std/"))
    return declarations === null || item === undefined ? null : named(declarations, item);
  // A name without module: an item of any module, or `json.parse`. Several modules may have methods of a type.
  const found = standardModules.flatMap((each) => {
    const declarations = standard(each.name)!;
    const text = named(declarations, name);
    const declares = declarations.items.some((one) => one.name === name);
    return text === null ? [] : [{ declares, text: `std/${each.name}\n\n${text}` }];
  });
  if (found.length > 0)
    return found
      .toSorted((a, b) => Number(b.declares) - Number(a.declares))
      .map(({ text }) => text)
      .join("\n");
  const ofModule = item === undefined ? null : standard(module);
  return ofModule === null ? null : named(ofModule, item!);
}

function isItem(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** An item with its members; of a type that another module declares, or the language, the members alone. */
function named({ items }: Declarations, name: string): string | null {
  const found = items.filter((item) => item.name === name);
  const members = items.filter((item) => item.isMember && item.name.startsWith(`${name}.`));
  const parts = [...found.map(full), ...(members.length === 0 ? [] : [members.map(brief).join("")])];
  return parts.length === 0 ? null : parts.join("\n");
}

function full({ head, doc }: Declared): string {
  return doc === "" ? `${head}\n` : `${head}\n\n${doc.replace(/^(?=.)/gm, "    ")}\n`;
}

/** The head, and the first sentence of the doc comment. */
function brief({ head, doc, isMember, name }: Declared): string {
  const first = /^[^]*?\.(?=\s|$)/.exec(doc)?.[0] ?? doc.split("\n\n")[0]!;
  const shown = isMember ? head.replace(/^fun /, `fun ${name.slice(0, name.lastIndexOf(".") + 1)}`) : head;
  return `${shown.split("\n")[0]}\n${first === "" ? "" : `    ${first.replace(/\n/g, " ")}\n`}`;
}

function whole(name: string, { about, items }: Declarations): string {
  return `${name}\n\n${about === "" ? "" : `${about}\n\n`}${items.map(brief).join("\n")}`;
}

function listOfModules(): string {
  const rows = standardModules.map(({ name }) => {
    const about = aboutLine(standard(name)!.about);
    return `  ${`std/${name}`.padEnd(18)} ${about}\n`;
  });
  return `${rows.join("")}\nstd doc NAME shows a module, or an item such as std/json.stringify or List.map.\n`;
}

function aboutLine(about: string): string {
  return (/^[^]*?\.(?=\s|$)/.exec(about)?.[0] ?? about).replace(/\n/g, " ");
}

function candidates(): string[] {
  return standardModules.flatMap(({ name }) => [
    `std/${name}`,
    ...standard(name)!.items.flatMap((item) => [item.name, `std/${name}.${item.name}`]),
  ]);
}
