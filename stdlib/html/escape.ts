// Escapes values for the context in a page that they are inserted in (reference/html#escaping). Works on byte
// strings; bytes above 0x7F are text like others.

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for element content and quoted attributes. */
export function escape(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!) : text;
}

/** Returns JSON that is safe in a data script: nothing in it ends the element or begins a comment. */
export function scriptSafe(json: string): string {
  return json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

/** The URL that replaces a dangerous one. */
const BLOCKED = "about:invalid#blocked";
const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);

/**
 * Returns a whole URL, or its beginning, if its scheme is harmless. Blanks and control bytes do not bypass
 * the check.
 */
export function urlStart(text: string): string {
  return hasForeignScheme(text) ? BLOCKED : text;
}

/** Whether a URL begins with a scheme that may run code. */
export function hasForeignScheme(url: string): boolean {
  const scheme = /^([^/?#:]*):/.exec(url.replace(/[\x00-\x20\x7f]/g, ""));
  return scheme !== null && !SCHEMES.has(scheme[1]!.toLowerCase());
}

/** Percent-encodes all characters of a URL part that have a meaning there; slashes of paths are kept. */
export function urlPart(text: string, keepSlashes: boolean): string {
  const pattern = keepSlashes ? /[^A-Za-z0-9\-._~/]/g : /[^A-Za-z0-9\-._~]/g;
  return text.replace(
    pattern,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
