// Values as text of a page, each for the place where it stands (reference/html#escaping). Byte strings; bytes above 0x7F are text like others.

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for attributes in quotes. */
export function escape(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!) : text;
}

/** JSON that may stand in a script of data: nothing in it ends the element or begins a comment. */
export function scriptSafe(json: string): string {
  return json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

/** What no link leads to by an accident of data. */
const BLOCKED = "about:invalid#blocked";
const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);

/** A whole URL, or the beginning of one: only schemes that run nothing. Blanks and control bytes are no way around. */
export function urlStart(text: string): string {
  return hasForeignScheme(text) ? BLOCKED : text;
}

/** Whether it begins with a scheme that may run something. */
export function hasForeignScheme(url: string): boolean {
  const scheme = /^([^/?#:]*):/.exec(url.replace(/[\x00-\x20\x7f]/g, ""));
  return scheme !== null && !SCHEMES.has(scheme[1]!.toLowerCase());
}

/** A part of a URL: everything that has a meaning there is written as `%XX`; in paths slashes stay. */
export function urlPart(text: string, keepSlashes: boolean): string {
  const pattern = keepSlashes ? /[^A-Za-z0-9\-._~/]/g : /[^A-Za-z0-9\-._~]/g;
  return text.replace(
    pattern,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
