// Checks citations: `(reference/PAGE#SECTION)` must name a heading of docs/reference/PAGE.md, `(std/NAME)` a
// standard module, and links between pages existing files and headings. Prints what is missing,
// and the sections of the reference that conformance/ does not show (check-sections.ts); exits with 1 then.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { sectionProblems } from "./check-sections.ts";

const root = dirname(import.meta.dirname);
/** Not addresses of the site, such as `reference/index.html`. */
const CITED = /\breference\/([a-z-]+)(?![a-z-]|\.html)(?:#([\w-]+))?/g;
/** Citations by the number of a section. Sections of the reference have no numbers. */
const NUMBERED = /\b(?:language|beyond|further|stdlib-[ab]|http-details)\s+(?:\/\/ |\* )?\d+(?:\.\d+)+\b/g;
const LINK = /\]\(([^)\s#:]*)(?:#([^)\s]*))?\)/g;

/** The anchors of the headings of a Markdown page, as hosts of repositories generate them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of withoutCode(markdown).matchAll(/^#+ +(.+)$/gm)) {
    const anchor = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/**
 * Citations in a text that name no section. `anchors` returns those of a page, or null if there is no such
 * page.
 */
export function danglingCitations(
  text: string,
  anchors: (page: string) => ReadonlySet<string> | null,
): string[] {
  const dangling = [...text.matchAll(CITED)].filter(([, page, section]) => {
    const known = anchors(page!);
    return known === null || (section !== undefined && !known.has(section));
  });
  return [...dangling, ...text.matchAll(NUMBERED)].map(([citation]) => citation);
}

/** Links of a page that lead to no file, or to no heading of it. */
export function deadLinks(
  page: string,
  text: string,
  anchors: (file: string) => ReadonlySet<string> | null,
  exists: (file: string) => boolean,
): string[] {
  return [
    ...withoutCode(text)
      .replace(/`[^`\n]*`/g, "")
      .matchAll(LINK),
  ]
    .filter(([, path, section]) => {
      const file = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path!));
      if (!exists(file)) return true;
      return section !== undefined && file.endsWith(".md") && anchors(file)?.has(section) !== true;
    })
    .map(([link]) => link.slice(2, -1));
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[^]*?^```/gm, "");
}

function main(): void {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n");
  const known = new Map<string, ReadonlySet<string> | null>();
  const anchors = (file: string): ReadonlySet<string> | null => {
    if (!known.has(file))
      known.set(
        file,
        existsSync(join(root, file)) ? anchorsOf(readFileSync(join(root, file), "utf8")) : null,
      );
    return known.get(file)!;
  };
  let problems = 0;
  for (const file of files) {
    if (!/\.(?:ts|std|ohm|md|tsv|mjs)$/.test(file) || !existsSync(join(root, file))) continue;
    const text = readFileSync(join(root, file), "utf8");
    const cited = file.endsWith(".test.ts")
      ? []
      : danglingCitations(text, (page) => anchors(`docs/reference/${page}.md`));
    const linked = file.endsWith(".md")
      ? deadLinks(file, text, anchors, (path) => existsSync(join(root, path)))
      : [];
    for (const target of [...cited, ...linked]) {
      console.log(`${file}: ${target} leads nowhere`);
      problems++;
    }
  }
  for (const problem of sectionProblems(sources(files), anchorsOf)) {
    console.log(problem);
    problems++;
  }
  console.log(problems === 0 ? "references: ok" : `references: ${problems} problems`);
  process.exitCode = problems === 0 ? 0 : 1;
}

/** The reference and the tables of conformance/. */
function sources(files: readonly string[]) {
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const pages = files.filter(
    (file) => /^docs\/reference\/[\w-]+\.md$/.test(file) && existsSync(join(root, file)),
  );
  const listed = ["conformance/checklist.tsv", "conformance/http/rows.tsv"];
  return {
    pages: new Map(pages.map((file) => [basename(file, ".md"), read(file)])),
    files: files.filter((file) => existsSync(join(root, file))),
    table: read("conformance/sections.tsv"),
    listed: new Map(listed.map((file) => [file, read(file)])),
  };
}

if (process.argv[1] === import.meta.filename) main();
