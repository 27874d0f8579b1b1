// `std doc`: the documentation of modules, of their items, and of files of the user.
import { existsSync, readFileSync } from "node:fs";
import { standardModules } from "../../../../stdlib/index.ts";
import { nearest } from "../../../diagnostics/index.ts";
import { EXIT_STATUS } from "../../../launch/index.ts";
import { say, tell } from "../../output/terminal.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../options.ts";
import { declarationsOf, type Declarations, type Declared } from "./declarations.ts";

export const doc: Command = {
  usage: "std doc [NAME]",
  options: {},
  example: "std doc std/json.stringify",
  notes:
    "NAME is a module (std/json), an item of one (std/json.stringify, List.map, assert_eq), or a file. Without\nNAME, lists the modules. Exit status: 1 if nothing has the name.",
  run({ operands }) {
    if (operands.length > 1) throw new UsageError("too many arguments: std doc [NAME]");
    const [name] = operands;
    if (name === undefined) say(listOfModules());
    else {
      const text = describe(name);
      if (text === null) {
        const near = nearest(name, candidates());
        tell(`there is no documentation of ${name}${near === undefined ? "" : `; did you mean ${near}?`}\n`);
        return EXIT_STATUS.failed;
      }
      say(text);
    }
    return EXIT_STATUS.ok;
  },
};

function moduleText(name: string): string | null {
  const module = standardModules.find((each) => each.name === name);
  if (module === undefined) return null;
  const { declaration } = module;
  return typeof declaration === "string" ? declaration : readFileSync(declaration, "utf8");
}

function standard(name: string): Declarations | null {
  const text = moduleText(name);
  return text === null ? null : declarationsOf(`std/${name}`, text);
}

/** The documentation of a name; null if nothing has it. */
function describe(name: string): string | null {
  const inFile = /^(.+\.std)(?:::(.+))?$/s.exec(name);
  if (inFile !== null && existsSync(inFile[1]!)) {
    const declarations = declarationsOf(inFile[1]!, readFileSync(inFile[1]!, "utf8"));
    return inFile[2] === undefined ? whole(inFile[1]!, declarations) : named(declarations, inFile[2]);
  }
  const [, module, item] = /^(?:std\/)?(\w+)(?:\.(.+))?$/s.exec(name) ?? [];
  if (module === undefined) return null;
  const declarations = name.startsWith("std/") || item === undefined ? standard(module) : null;
  if (declarations !== null && item === undefined && (name.startsWith("std/") || !isItem(name)))
    return whole(`std/${module}`, declarations);
  if (name.startsWith("std/"))
    return declarations === null || item === undefined ? null : named(declarations, item);
  // A name without module: an item of any module, or `json.parse`.
  const found = standardModules.flatMap((each) => {
    const text = named(standard(each.name)!, name);
    return text === null ? [] : [`std/${each.name}\n\n${text}`];
  });
  if (found.length > 0) return found.join("\n");
  const ofModule = item === undefined ? null : standard(module);
  return ofModule === null ? null : named(ofModule, item!);
}

function isItem(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function named({ items }: Declarations, name: string): string | null {
  const found = items.filter((item) => item.name === name);
  if (found.length === 0) return null;
  const members = items.filter((item) => item.isMember && item.name.startsWith(`${name}.`));
  const below = members.length === 0 ? "" : `\n${members.map(brief).join("")}`;
  return found.map(full).join("\n") + below;
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
