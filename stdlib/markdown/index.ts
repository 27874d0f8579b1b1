// std/markdown: the package markdown-it, with HTML in the text escaped.
import MarkdownIt from "markdown-it";
import {
  foreseen,
  fromBytes,
  MAX_STRING,
  Panic,
  toBytes,
  type NativeTable,
  type Runtime,
} from "../../interpreter/runtime/index.ts";

/** The nanoseconds for each byte of the text, on a slow machine. */
const NANOS = { to_html: 6_000 };

export function create(runtime: Runtime): NativeTable {
  let markdown: ReturnType<typeof MarkdownIt> | undefined;
  return {
    functions: foreseen(runtime, NANOS, {
      to_html(text: string): string {
        markdown ??= new MarkdownIt("default", { html: false, linkify: false, typographer: false });
        const html = toBytes(markdown.render(fromBytes(text)));
        if (html.length > MAX_STRING) throw new Panic("string too large");
        return html;
      },
    }),
  };
}
