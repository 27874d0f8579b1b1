// Checks that the conformance scripts cover the reference: conformance/sections.tsv names the scripts, or
// tests, that show each section of docs/reference, or says why there are none. Every script belongs to a
// section; those of std/NAME belong to the page of that module. Rows and items (http/rows.tsv, checklist.tsv)
// name their sections.

/** A line of conformance/sections.tsv. */
interface Row {
  readonly section: string;
  /** Prefixes of paths below conformance/, or paths of tests. */
  readonly shownBy: readonly string[];
  readonly reason: string;
}

export interface SectionSources {
  /** The text of each page of docs/reference by its name. */
  readonly pages: ReadonlyMap<string, string>;
  /** All files of the project. */
  readonly files: readonly string[];
  /** conformance/sections.tsv. */
  readonly table: string;
  /** Tables with a column of sections, by file. */
  readonly listed: ReadonlyMap<string, string>;
}

/** Sections by their citation: `PAGE#SECTION`, or `PAGE` for a page without sections. */
export function sectionsOf(
  page: string,
  text: string,
  anchorsOf: (text: string) => ReadonlySet<string>,
): string[] {
  const [title, ...anchors] = anchorsOf(text);
  return title === undefined || anchors.length === 0 ? [page] : anchors.map((anchor) => `${page}#${anchor}`);
}

/** Mismatches between the reference and the scripts. */
export function sectionProblems(
  { pages, files, table, listed }: SectionSources,
  anchorsOf: (text: string) => ReadonlySet<string>,
): string[] {
  const sections = new Set([...pages].flatMap(([page, text]) => sectionsOf(page, text, anchorsOf)));
  const known = (section: string): boolean => sections.has(section) || pages.has(section);
  const rows = rowsOf(table);
  const named = new Set(rows.map(({ section }) => section));
  const scripts = files.filter((file) => file.startsWith("conformance/") && file.endsWith(".std"));
  const cases = scripts.map((file) => file.slice("conformance/".length));
  const shown = rows.flatMap(({ shownBy }) => shownBy);
  return [
    ...[...sections]
      .filter((section) => !named.has(section))
      .map((section) => `reference/${section} has no scripts in conformance/sections.tsv, and no reason`),
    ...rows
      .filter(({ section }) => !known(section))
      .map(({ section }) => `conformance/sections.tsv: there is no section ${section}`),
    ...rows
      .filter(({ shownBy, reason }) => (shownBy.length === 0) === (reason === ""))
      .map(({ section }) => `conformance/sections.tsv: ${section} needs scripts or a reason`),
    ...shown
      .filter((start) => !files.includes(start) && !cases.some((one) => one.startsWith(start)))
      .map((start) => `conformance/sections.tsv: no script begins with ${start}`),
    ...cases
      .filter((one) => !shown.some((start) => one.startsWith(start)) && !isOfModule(one, files))
      .map((one) => `conformance/${one} belongs to no section of conformance/sections.tsv`),
    ...[...listed].flatMap(([file, text]) =>
      linesOf(text)
        .filter(([, section = ""]) => !known(section))
        .map(([id, section]) => `${file}: ${id}: there is no section ${section}`),
    ),
  ];
}

/** Whether a script is in the folder of a standard module, whose page it shows. */
function isOfModule(script: string, files: readonly string[]): boolean {
  const module = /^std\/([a-z]+)\//.exec(script)?.[1];
  return module !== undefined && files.includes(`docs/std/${module}.md`);
}

function rowsOf(table: string): Row[] {
  return linesOf(table).map(([section = "", scripts = "", reason = ""]) => ({
    section,
    shownBy: scripts === "-" ? [] : scripts.split(" ").filter((one) => one !== ""),
    reason,
  }));
}

/** The first line of a table is its heading. */
function linesOf(table: string): string[][] {
  return table
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}
