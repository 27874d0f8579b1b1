// Doc comments and READMEs as HTML. Links lead to pages that exist, or are left out.
import { posix } from "node:path";
import { machine } from "../../../host/index.ts";
import { Source } from "../../../source/index.ts";
import { keywords, tokenize } from "../../../syntax/index.ts";

/** What addresses of links become; null for a link that is left out. */
export interface Links {
  /** The address of a name in code, for the page. */
  name(name: string): string | null;
  /** The address of a path, for the page. */
  path(path: string): string | null;
  /** Whether headings have anchors. */
  readonly anchors: boolean;
}

/** The part of markdown-it that is used. */
interface MarkdownIt {
  render(text: string, links: Links): string;
  readonly renderer: { readonly rules: Record<string, Rule> };
}
type Rule = (tokens: readonly MarkdownToken[], index: number, options: unknown, links: Links) => string;
interface MarkdownToken {
  readonly tag: string;
  readonly content: string;
  readonly info: string;
  readonly children: readonly MarkdownToken[] | null;
  attrGet(name: string): string | null;
}

let loaded: MarkdownIt | undefined;

/** Markdown as HTML; HTML in it is shown as text. */
export function markdown(text: string, links: Links): string {
  loaded ??= prepared();
  const html = loaded.render(text, links);
  const ids = new Set([...html.matchAll(/<h\d id="([^"]*)">/g)].map(([, id]) => id));
  return html.replace(/<a href="#([^"]*)">/g, (link, id: string) => (ids.has(decoded(id)) ? link : "<a>"));
}

function prepared(): MarkdownIt {
  const Markdown = machine().sources.library("markdown-it") as new (options: object) => MarkdownIt;
  const made = new Markdown({ html: false, linkify: false, typographer: false });
  const { rules } = made.renderer;
  /** Whether the links that are open are left out. */
  const open: boolean[] = [];
  rules["code_inline"] = (tokens, index, _options, links) => {
    const { content } = tokens[index]!;
    const code = `<code>${escaped(content)}</code>`;
    const to = open.includes(false) ? null : links.name(content.replace(/\([^]*\)$/, ""));
    return to === null ? code : `<a href="${escaped(to)}">${code}</a>`;
  };
  rules["link_open"] = (tokens, index, _options, links) => {
    const to = address(tokens[index]!.attrGet("href") ?? "", links);
    open.push(to === null);
    return to === null ? "" : `<a href="${escaped(to)}">`;
  };
  rules["link_close"] = () => (open.pop() === true ? "" : "</a>");
  // No page loads anything from elsewhere.
  rules["image"] = (tokens, index) => escaped(tokens[index]!.content);
  rules["fence"] = (tokens, index, _options, links) => {
    const { content, info } = tokens[index]!;
    const isStd = /^(?:std|stdlang)?$/.test(info.trim());
    return `<pre><code>${isStd ? highlighted(content.replace(/\n$/, ""), links) : escaped(content)}</code></pre>\n`;
  };
  rules["heading_open"] = (tokens, index, _options, links) => {
    const { tag } = tokens[index]!;
    return links.anchors ? `<${tag} id="${escaped(slug(tokens[index + 1]!.content))}">` : `<${tag}>`;
  };
  return made;
}

function address(href: string, links: Links): string | null {
  if (/^(?:https?|mailto):/i.test(href) || href.startsWith("#")) return href;
  return /^[a-z][a-z0-9+.-]*:|^\//i.test(href) ? null : links.path(decoded(href));
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The anchor of a heading, as GitHub makes it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

const LITERALS: ReadonlySet<string> = new Set(["int", "float", "string", "char", "true", "false"]);

/** Code with colours, and names with links. */
export function highlighted(text: string, links: Links): string {
  const { tokens, comments } = tokenize(new Source("", text));
  const parts = [
    ...comments.map(({ start, end }) => ({ start, end, style: "comment" })),
    ...tokens.map(({ kind, start, end }) => ({ start, end, style: styleOf(kind, text.slice(start, end)) })),
  ].toSorted((a, b) => a.start - b.start);
  let out = "";
  let at = 0;
  for (const { start, end, style } of parts) {
    if (start < at || end <= start) continue;
    const part = text.slice(start, end);
    const to = style === "" ? links.name(part) : null;
    out += escaped(text.slice(at, start));
    if (to !== null) out += `<a href="${escaped(to)}">${escaped(part)}</a>`;
    else out += style === "" ? escaped(part) : `<span class="${style}">${escaped(part)}</span>`;
    at = end;
  }
  return out + escaped(text.slice(at));
}

function styleOf(kind: string, text: string): string {
  if (LITERALS.has(kind) || /^["'\d]/.test(text)) return "literal";
  return keywords.has(text) ? "keyword" : "";
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[char]};`);
}

/** The first sentence of a doc comment, as text. */
export function firstSentence(doc: string): string {
  const first = /^[^]*?\.(?=\s|$)/.exec(doc)?.[0] ?? doc.split("\n\n")[0]!;
  return first.replace(/\s+/g, " ").replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** The address that a page has for another one, and an anchor there. */
export function fromPage(page: string, path: string, anchor?: string): string {
  const encoded = posix.relative(posix.dirname(page), path).split("/").map(encodeURIComponent).join("/");
  return anchor === undefined ? encoded : `${encoded}#${encodeURIComponent(anchor)}`;
}
