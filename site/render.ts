// Markdown to HTML: anchors as GitHub makes them, colours, links between pages, and programs that run in the page.
import { createRequire } from "node:module";
import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import type { SitePage } from "./pages.ts";

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string }): { value: string };
}

// Its declarations would add those of web pages to the whole project.
const require = createRequire(import.meta.url);
const hljs = require("highlight.js/lib/core") as Highlighter;
const javascript: unknown = require("highlight.js/lib/languages/javascript");
hljs.registerLanguage("std", (require("../editors/highlight.js/std.js") as { default: unknown }).default);
hljs.registerLanguage("ts", javascript);
hljs.registerLanguage("js", javascript);
hljs.registerLanguage("json", require("highlight.js/lib/languages/json"));
hljs.registerLanguage("sh", require("highlight.js/lib/languages/bash"));

const REPOSITORY = "https://github.com/stdlang/stdlang/blob/main/";

export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly title: string;
  /** What the search knows of the page. */
  readonly sections: readonly Section[];
}

/** Makes a renderer for the pages of a site, which link to each other. */
export function createRenderer(pages: readonly SitePage[]): (page: SitePage, markdown: string) => Rendered {
  const paths = new Map(pages.map((page) => [page.source, page.path]));
  const markdown = new MarkdownIt({ html: true, linkify: false });
  markdown.renderer.rules.table_open = () =>
    `<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n`;
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  markdown.renderer.rules.fence = (tokens, at, _options, env) => {
    const { content, info } = tokens[at]!;
    return fence(content, info.trim().split(" ")[0] ?? "", env?.["runnable"] === true);
  };
  return (page, text) => {
    const tokens = markdown.parse(text, {});
    const sections: { anchor: string; title: string; text: string }[] = [];
    const used = new Map<string, number>();
    tokens.forEach((token, at) => {
      const inline = tokens[at + 1];
      if (token.type === "heading_open" && inline?.type === "inline") {
        const title = plain(inline.content);
        const anchor = anchorOf(title, used);
        token.attrSet("id", anchor);
        sections.push({ anchor, title, text: "" });
      } else if (token.type === "inline" && tokens[at - 1]?.type !== "heading_open") {
        const last = sections.at(-1);
        if (last !== undefined && last.text.length < 400) last.text += ` ${plain(token.content)}`;
      }
      for (const child of token.children ?? []) {
        if (child.type !== "link_open") continue;
        child.attrSet("href", linkFrom(page, String(child.attrGet("href") ?? ""), paths));
      }
    });
    const runnable = page.source === "docs/tour.md";
    const html = markdown.renderer.render(tokens, markdown.options, { runnable });
    // A heading without words is none.
    return {
      html: html.replaceAll("<th></th>", "<td></td>"),
      title: sections[0]?.title ?? page.label,
      sections,
    };
  };
}

/** The HTML of a block of code. A runnable program gets an editor when the page has loaded. */
export function fence(content: string, language: string, runnable: boolean): string {
  const code = hljs.getLanguage(language) ? hljs.highlight(content, { language }).value : escapeHtml(content);
  const block = `<pre class="source" tabindex="0"><code>${code}</code></pre>`;
  return runnable && language === "std" ? `<div class="run" data-run>${block}</div>\n` : `${block}\n`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(title: string, used: Map<string, number>): string {
  const base = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
  const count = used.get(base) ?? 0;
  used.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

function linkFrom(page: SitePage, href: string, paths: ReadonlyMap<string, string>): string {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(page.source), file);
  const found = paths.get(target) ?? paths.get(posix.join(target, "README.md"));
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (found === undefined) return `${REPOSITORY}${target}${hash}`;
  return `${posix.relative(posix.dirname(page.path), found)}${hash}`;
}
