// Server-sent events as text (the event stream format of the HTML standard, 9.2).

/** Line ends as browsers recognise them. */
const LINE_END = /\r\n|\r|\n/;

/** Formats an event; an empty name or id is left out. */
export function eventText(name: string, data: string, id: string): string {
  const head = (name === "" ? "" : `event: ${name}\n`) + (id === "" ? "" : `id: ${id}\n`);
  return `${head}${prefixed("data: ", data)}\n`;
}

/** Formats a comment, which clients ignore. */
export function commentText(text: string): string {
  return `${prefixed(": ", text)}\n`;
}

function prefixed(prefix: string, text: string): string {
  return text
    .split(LINE_END)
    .map((line) => `${prefix}${line}\n`)
    .join("");
}

/** Whether `text` may be the name or id of an event, which must be on one line. */
export function isOneLine(text: string): boolean {
  return !/[\r\n\0]/.test(text);
}
