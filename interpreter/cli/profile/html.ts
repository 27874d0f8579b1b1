// A profile as a page: the tree of calls, as wide as it costs, and the tables.
import { totalOf, type Node, type Row } from "./tree.ts";

export interface Page {
  readonly title: string;
  readonly summary: string;
  readonly root: Node;
  readonly rows: readonly Row[];
  /** What goroutines waited for; null in a profile of memory. */
  readonly waits: readonly (readonly [what: string, milliseconds: number])[] | null;
  readonly show: (cost: number) => string;
}

/** The smallest share that is drawn. */
const LEAST = 0.001;
const DEEPEST = 200;

export function pageOf({ title, summary, root, rows, waits, show }: Page): string {
  const all = totalOf(root);
  const table = (head: string, body: string): string =>
    `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>
body { font: 14px system-ui, sans-serif; margin: 1rem; }
.frame { overflow: hidden; flex: 0 0 auto; }
.frame > span { display: block; box-sizing: border-box; height: 18px; line-height: 18px; padding: 0 3px; font-size: 12px;
  overflow: hidden; white-space: nowrap; text-overflow: ellipsis; border: 1px solid #fff; color: #222; }
.frame > span:hover { outline: 2px solid #222; outline-offset: -2px; }
.row { display: flex; }
td, th { padding: 2px 12px 2px 0; text-align: left; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(summary)}</p>
<div class="row">${[...root.children.values()].map((child) => frame(child, all, all, 0, show)).join("")}</div>
<h2>By line</h2>
${table(
  '<th class="n">self</th><th class="n">with calls</th><th>function</th><th>line</th>',
  rows
    .map(
      (row) =>
        `<tr><td class="n">${show(row.self)}</td><td class="n">${show(row.total)}</td><td>${escaped(row.name)}</td><td>${escaped(row.location)}</td></tr>`,
    )
    .join("\n"),
)}
${
  waits === null
    ? ""
    : `<h2>Waiting</h2>
<p>The time that goroutines waited, all goroutines added up.</p>
${table('<th class="n">time</th><th>goroutine</th>', waits.map(([what, ms]) => `<tr><td class="n">${Math.round(ms)} ms</td><td>${escaped(what)}</td></tr>`).join("\n"))}`
}
</body></html>
`;
}

function frame(
  each: Node,
  outer: number,
  all: number,
  depth: number,
  show: (cost: number) => string,
): string {
  const total = totalOf(each);
  if (total < all * LEAST || depth > DEEPEST) return "";
  const label = each.location === "" ? each.name : `${each.name} ${each.location}`;
  const percent = ((100 * total) / all).toFixed(1);
  const inner = [...each.children.values()].toSorted((a, b) => totalOf(b) - totalOf(a));
  const hue = 15 + (hash(label) % 45);
  return `<div class="frame" style="width:${((100 * total) / outer).toFixed(3)}%"><span style="background:hsl(${hue} 85% 70%)" title="${escaped(`${label}: ${show(total)}, ${percent} %`)}">${escaped(label)}</span><div class="row">${inner.map((child) => frame(child, total, all, depth + 1, show)).join("")}</div></div>`;
}

function hash(text: string): number {
  let result = 7;
  for (let i = 0; i < text.length; i++) result = (result * 31 + text.charCodeAt(i)) % 65_521;
  return result;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
