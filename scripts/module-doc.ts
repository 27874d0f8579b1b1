// Reads the documentation of a standard module: declarations with their `///` comments, by
// their layout (a declaration starts a line, members are indented once).

import { waitingFunctions } from "./waiting-functions.ts";

export interface Entry {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
  readonly waits: boolean;
}

export interface ImplDoc {
  readonly heading: string;
  readonly members: readonly Entry[];
}

export interface ModuleDoc {
  readonly name: string;
  readonly title: string;
  /** One sentence for the index. */
  readonly summary: string;
  readonly text: string;
  readonly types: readonly Entry[];
  readonly impls: readonly ImplDoc[];
  readonly functions: readonly Entry[];
}

const TYPE = /^(?:struct|enum|trait) (\w+)/;
const FUNCTION = /^( {4})?fun (\w+)/;
const IMPL = /^impl(?:<.*?>)? (.*) \{/;

/** Names with a leading underscore are internal and left out. */
export function readModule(name: string, source: string): ModuleDoc {
  const lines = source.split("\n");
  const types: Entry[] = [];
  const functions: Entry[] = [];
  const impls = new Map<string, Entry[]>();
  let members: Entry[] | null = null;
  let doc: string[] = [];
  const waiting = waitingFunctions(source);
  let text = "";
  let leading = true;

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const comment = /^ *\/\/\/ ?(.*)$/.exec(line);
    const impl = IMPL.exec(line);
    const type = TYPE.exec(line);
    const fn = FUNCTION.exec(line);
    if (comment !== null) doc.push(comment[1] ?? "");
    else if (/^\/\/ /.test(line) && leading && text === "") text = line.slice(3);
    else if (/^\/\/ /.test(line) && leading && doc.length === 0) text += ` ${line.slice(3)}`;
    else if (line === "" && leading && doc.length > 0) {
      text = doc.join("\n").trim();
      doc = [];
      leading = false;
    } else if (leading && line.startsWith("import ")) continue;
    else if (/^ *@/.test(line)) continue;
    else {
      if (impl !== null) {
        const heading = impl[1] ?? "";
        members = impls.get(heading) ?? [];
        impls.set(heading, members);
      } else if (type !== null) {
        const end = /\{.*\}$/.test(line) ? at : lines.indexOf("}", at);
        types.push(entry(type[1] ?? "", shownLines(lines.slice(at, end + 1)).join("\n"), doc, false));
        at = end;
      } else if (fn !== null) {
        const signature = signatureAt(lines, at);
        const waits = waiting.has(at);
        (fn[1] === undefined ? functions : (members ?? [])).push(entry(fn[2] ?? "", signature, doc, waits));
      } else if (line === "}") members = null;
      if (line !== "") {
        doc = [];
        leading = false;
      }
    }
  }

  const publicOnes = (all: readonly Entry[]): Entry[] => all.filter((one) => !one.name.startsWith("_"));
  const body = withoutReferences(text);
  return {
    name,
    title: name === "core" ? "The prelude" : `std/${name}`,
    summary: (body.split(/\.(?:\s|$)|\n\n/)[0] ?? "").replace(/\n/g, " "),
    text: body,
    types: publicOnes(types),
    impls: [...impls]
      .map(([heading, all]) => ({ heading, members: publicOnes(all) }))
      .filter(({ heading, members: shown }) => shown.length > 0 && !/ for __Host/.test(heading)),
    functions: publicOnes(functions),
  };
}

/** The signature of a function on one line, however it is laid out. */
function signatureAt(lines: readonly string[], at: number): string {
  const line = (lines[at] ?? "").trim();
  if (!line.endsWith("(") || line.includes(" = ")) return withoutBody(line);
  const end = lines.findIndex((each, i) => i > at && /^ *\)/.test(each));
  const params = lines.slice(at + 1, end).map((each) => each.trim());
  return withoutBody(`${line}${params.join(" ").replace(/,$/, "")}${lines[end]?.trim() ?? ""}`);
}

function withoutBody(line: string): string {
  return line.replace(/ \{$| = .*$/, "");
}

/** The declaration of a type without its comments and its internal members. */
function shownLines(type: readonly string[]): string[] {
  const shown: string[] = [];
  let hidden = false;
  for (const line of type) {
    if (/^ {4}(?:fun )?__/.test(line)) hidden = line.endsWith("{");
    else if (hidden) hidden = line !== "    }";
    else if (!/^ *\/\//.test(line) && !(line === "" && shown.at(-1) === "")) shown.push(line);
  }
  return shown.filter((line, at) => line !== "" || shown[at + 1] !== "}");
}

/** Removes the name of the module and citations, which readers of the page do not need. */
function withoutReferences(text: string): string {
  const plain = text.replace(/^std\/\w+: /, "").replace(/ \((?:reference\/|std\/)[^)]*\)/g, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function entry(name: string, signature: string, doc: readonly string[], waits: boolean): Entry {
  return { name, signature, doc: doc.join("\n").trim(), waits };
}
