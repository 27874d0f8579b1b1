// `std doc --html`: a page for each file, one for the package, and a script that searches. They need no network and no
// server: a browser opens them from the disk.
import { join, resolve } from "node:path";
import { escaped, firstSentence, fromPage, highlighted, markdown, type Links } from "./markup.ts";
import { pagesOf, type Anchored, type DocumentedPage } from "./names.ts";
import { SEARCH, STYLE } from "./page-assets.ts";
import type { Documented } from "./sources.ts";

export interface Site {
  /** The contents by path. */
  readonly files: ReadonlyMap<string, string>;
  /** How many declarations they describe. */
  readonly declarations: number;
}

/** The folder of the pages of files. */
const FILES = "files";
const KINDS = [
  ["type", "Types"],
  ["trait", "Traits"],
  ["value", "Values"],
  ["function", "Functions"],
] as const;

export function siteOf(documented: Documented): Site {
  const pages = pagesOf(documented);
  const files = new Map<string, string>([
    ["index.html", indexPage(documented, pages)],
    ["style.css", STYLE],
    ["search.js", `${indexScript(pages)}${SEARCH}`],
  ]);
  for (const page of pages) files.set(pathOf(page.file), filePage(documented, pages, page));
  return { files, declarations: pages.reduce((sum, { items }) => sum + items.length, 0) };
}

const pathOf = ({ page }: { readonly page: string }): string => `${FILES}/${page}.html`;

/** Links of a page at `at`, whose texts lie in the folder `folder`. */
function linksOf(
  at: string,
  pages: readonly DocumentedPage[],
  from: { readonly folder: string; readonly page: DocumentedPage | null },
): Links {
  return {
    anchors: from.page === null,
    name(name) {
      const target = from.page?.targets.get(name);
      return target === undefined ? null : fromPage(at, pathOf(target), target.anchor);
    },
    path(path) {
      const [file = "", anchor] = path.split("#");
      const named = resolve(from.folder, file);
      const page = pages.find((each) => each.file.path !== "" && resolve(each.file.path) === named);
      if (page === undefined || file === "") return null;
      const isThere = page.items.some((item) => item.anchor === anchor);
      return fromPage(at, pathOf(page.file), isThere ? anchor : undefined);
    },
  };
}

function indexPage(documented: Documented, pages: readonly DocumentedPage[]): string {
  const { readme, description, title } = documented;
  const rows = pages.map(
    (page) =>
      `<tr><td><a href="${fromPage("index.html", pathOf(page.file))}">${escaped(page.file.name)}</a></td>` +
      `<td>${escaped(firstSentence(page.about))}</td></tr>`,
  );
  const about =
    readme === null
      ? `<h1>${escaped(title)}</h1>\n${description === null ? "" : `<p>${escaped(description)}</p>\n`}`
      : markdown(readme.text, linksOf("index.html", pages, { folder: readme.folder, page: null }));
  const body = `<table>\n${rows.join("\n")}\n</table>\n`;
  return layout(documented, pages, { at: "index.html", title, body: `${about}<h2>Files</h2>\n${body}` });
}

function filePage(documented: Documented, pages: readonly DocumentedPage[], page: DocumentedPage): string {
  const at = pathOf(page.file);
  const links = linksOf(at, pages, { folder: join(page.file.path, ".."), page });
  const members = page.items.filter(({ isMember }) => isMember);
  const free = page.items.filter(({ isMember }) => !isMember);
  const ownerOf = ({ name }: Anchored): string => name.slice(0, name.indexOf("."));
  const shown = (item: Anchored): string => declaration(item, links);
  const sections = KINDS.flatMap(([kind, heading]) => {
    const items = free.filter((item) => item.kind === kind);
    const parts = items.map(
      (item) =>
        shown(item) +
        members
          .filter((member) => kind !== "function" && ownerOf(member) === item.name)
          .map(shown)
          .join(""),
    );
    return items.length === 0 ? [] : [`<h2>${heading}</h2>\n${parts.join("")}`];
  });
  // Of types that are declared elsewhere.
  const others = members.filter((member) => !free.some(({ name }) => name === ownerOf(member)));
  if (others.length > 0) sections.push(`<h2>Methods of other types</h2>\n${others.map(shown).join("")}`);
  const { name } = page.file;
  const about = page.about === "" ? "" : markdown(page.about, links);
  const body = `<h1>${escaped(name)}</h1>\n${about}${sections.join("")}`;
  return layout(documented, pages, { at, title: name, body });
}

function declaration({ anchor, head, doc, isMember, name }: Anchored, links: Links): string {
  const short = isMember ? head.replace(/^fun /, `fun ${name.slice(0, name.lastIndexOf(".") + 1)}`) : head;
  const here: Links = { ...links, name: (each) => (each === name ? null : links.name(each)) };
  return `<section id="${escaped(anchor)}"${isMember ? ' class="member"' : ""}>
<a class="self" href="#${encodeURIComponent(anchor)}" aria-label="link to ${escaped(anchor)}">#</a>
<pre class="head"><code>${highlighted(short, here)}</code></pre>
${doc === "" ? "" : markdown(doc, links)}</section>
`;
}

function layout(
  { title: project, version }: Documented,
  pages: readonly DocumentedPage[],
  { at, title, body }: { readonly at: string; readonly title: string; readonly body: string },
): string {
  const root = at.split("/").slice(1).fill("../").join("");
  const entries = pages.map((page) => {
    const current = pathOf(page.file) === at ? ' aria-current="page"' : "";
    return `<li><a href="${fromPage(at, pathOf(page.file))}"${current}>${escaped(page.file.name)}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title === project ? project : `${title} – ${project}`)}</title>
<link rel="stylesheet" href="${root}style.css">
</head>
<body>
<nav>
<p class="project"><a href="${root}index.html">${escaped(project)}</a>${version === null ? "" : ` ${escaped(version)}`}</p>
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off">
<ul id="files">
${entries.join("\n")}
</ul>
</nav>
<main>
<ul id="results" hidden></ul>
<div id="page">
${body}</div>
</main>
<script src="${root}search.js" data-root="${root}"></script>
</body>
</html>
`;
}

/** What the search finds: the name, the file, the address, and a sentence. */
function indexScript(pages: readonly DocumentedPage[]): string {
  const rows = pages.flatMap((page) =>
    page.items.map(({ name, anchor, doc }) => [
      name,
      page.file.name,
      fromPage("index.html", pathOf(page.file), anchor),
      firstSentence(doc),
    ]),
  );
  return `const ENTRIES = ${JSON.stringify(rows)};\n`;
}
