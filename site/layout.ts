// The frame of every page: navigation, search, and a policy that allows requests to the site alone.
import { posix } from "node:path";
import { escapeHtml } from "./render.ts";
import type { SitePage } from "./pages.ts";

const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'";
const TOP: readonly (readonly [string, string, string])[] = [
  ["Tour", "tour.html", ""],
  ["Playground", "playground.html", ""],
  ["Guide", "guide.html", "Guides"],
  ["Cookbook", "cookbook.html", ""],
  ["Library", "std/index.html", "Library"],
  ["Reference", "reference/index.html", "Reference"],
];

export interface Frame {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly script: string;
  readonly wide?: boolean;
  /** The pages of the side navigation. */
  readonly side?: readonly SitePage[];
}

export function frame({ path, title, html, script, wide = false, side = [] }: Frame): string {
  const to = (target: string) => posix.relative(posix.dirname(path), target);
  const current = (target: string) => (target === path ? ' aria-current="page"' : "");
  const link = (label: string, target: string) => `<a href="${to(target)}"${current(target)}>${label}</a>`;
  const aside =
    side.length === 0
      ? ""
      : `<nav class="side" id="pages" aria-label="Pages of this part" tabindex="0"><ul>${side.map((page) => `<li>${link(escapeHtml(page.label), page.path)}</li>`).join("")}</ul></nav>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="description" content="Stdlang, a small, statically typed scripting language with goroutines, Result errors and HTTP">
<title>${escapeHtml(title)}${title === "Stdlang" ? "" : " · Stdlang"}</title>
<link rel="icon" href="${to("icon.svg")}">
<link rel="stylesheet" href="${to("style.css")}">
<script type="module" src="${to(`client/${script}.js`)}"></script>
</head>
<body data-root="${to("index.html").replace(/index\.html$/, "")}">
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Site"><a class="name" href="${to("index.html")}">Stdlang</a>
${TOP.map(([label, target]) => link(label, target)).join("\n")}
<div class="search"><input type="search" id="search" aria-label="Search" placeholder="Search ( / )" autocomplete="off"><ul id="found" aria-label="Results"></ul></div></nav></header>
<div class="page${side.length > 0 ? " sided" : ""}"><main id="main"${wide ? ' class="wide"' : ""} tabindex="-1">
${aside === "" ? "" : '<p class="jump"><a href="#pages">All pages of this part</a></p>'}
${html}
</main>${aside}</div>
<footer>Stdlang is free software under the MIT licence. This site makes no request to elsewhere, and programs run in your browser.</footer>
</body>
</html>
`;
}
