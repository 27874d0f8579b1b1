// Server-sent events as text (the event stream format of the HTML standard, 9.2).

/** Line ends as browsers see them. */
const LINE_END = /\r\n|\r|\n/;

/** An event; empty names and ids are left out. */
export function eventText(name: string, data: string, id: string): string {
  const head = (name === "" ? "" : `event: ${name}\n`) + (id === "" ? "" : `id: ${id}\n`);
  return `${head}${prefixed("data: ", data)}\n`;
}

/** What clients skip. */
export function commentText(text: string): string {
  return `${prefixed(": ", text)}\n`;
}

function prefixed(prefix: string, text: string): string {
  return text
    .split(LINE_END)
    .map((line) => `${prefix}${line}\n`)
    .join("");
}

/** True for what a name or id of an event may be: it stands on one line. */
export function isOneLine(text: string): boolean {
  return !/[\r\n\0]/.test(text);
}
