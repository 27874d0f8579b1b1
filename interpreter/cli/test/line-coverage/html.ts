// Coverage as one page: a table of the files, then the text of each with the lines that were reached.
import type { FileCoverage } from "./coverage.ts";
import { percent, sharesOf } from "./text.ts";

const STYLE = `body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table.files td, table.files th { padding: .15em 1em .15em 0; text-align: right; }
table.files td:first-child, table.files th:first-child { text-align: left; }
summary { cursor: pointer; font-weight: 600; padding: .5em 0; }
pre { border: 1px solid #8884; margin: 0; overflow-x: auto; padding: .5em 0; }
pre span { display: block; min-height: 1.4em; padding: 0 1em; }
pre b { color: #888; display: inline-block; font-weight: 400; margin-right: 1em; text-align: right; width: 9em; }
.hit { background: #2da44e26; } .miss { background: #cf222e33; } .partial { background: #bf870033; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } a { color: #8bf; } }`;

/** `textOf` returns the text of a file, null if it cannot be read. */
export function coverageHtml(
  files: readonly FileCoverage[],
  textOf: (name: string) => string | null,
): string {
  const rows = files.map((file, i) => summaryRow(`<a href="#f${i}">${escaped(file.name)}</a>`, [file]));
  if (files.length > 1) rows.push(summaryRow("all files", files));
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Coverage</title>
<style>
${STYLE}
</style>
<h1>Coverage</h1>
<table class="files">
<tr><th>file<th>lines<th>functions
${rows.join("\n")}
</table>
<p>Each line shows how often it was reached; of a line marked <span class="partial">so</span>, only a part.
${files.map((file, i) => section(file, i, textOf(file.name))).join("\n")}
</html>
`;
}

function summaryRow(name: string, files: readonly FileCoverage[]): string {
  const { lines, functions } = sharesOf(files);
  return `<tr><td>${name}<td>${percent(lines)}<td>${functions.reached}/${functions.all}`;
}

function section(file: FileCoverage, index: number, text: string | null): string {
  const body =
    text === null
      ? "<p>The file cannot be read.</p>"
      : `<pre>${text
          .replace(/\n$/, "")
          .split(/\r\n|\n|\r/)
          .map((line, i) => sourceLine(file, i + 1, line))
          .join("")}</pre>`;
  return `<details id="f${index}" open><summary>${escaped(file.name)}</summary>\n${body}\n</details>`;
}

function sourceLine({ lines }: FileCoverage, number: number, text: string): string {
  const line = lines.get(number);
  const kind = line === undefined ? "" : line.count === 0 ? "miss" : line.partial ? "partial" : "hit";
  const count = line === undefined ? "" : ` ${line.count}×`;
  const shown = kind === "" ? "<span>" : `<span class="${kind}">`;
  return `${shown}<b>${count} ${String(number).padStart(4)}</b>${escaped(text)}</span>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
