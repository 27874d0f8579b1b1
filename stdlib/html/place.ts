// Determines the context in a page in which a text ends, by the tokens of HTML (HTML standard 13.2.5), so
// that a template knows how to escape a value there. Tracks only what determines the meaning of the next
// byte, not the nesting of elements.
import { hasForeignScheme } from "./escape.ts";

export type UrlPosition = "start" | "path" | "query";

export type Place =
  | { readonly kind: "text" }
  /** After a `<`. */
  | { readonly kind: "open"; readonly name: string }
  | { readonly kind: "tag"; readonly tag: Tag }
  | { readonly kind: "name"; readonly tag: Tag; readonly name: string }
  | { readonly kind: "after name"; readonly tag: Tag; readonly name: string }
  | { readonly kind: "before value"; readonly tag: Tag; readonly name: string }
  | {
      readonly kind: "value";
      readonly tag: Tag;
      readonly name: string;
      readonly quote: string;
      readonly value: string;
    }
  /** `last` begins with the whole comment while that is no longer. */
  | { readonly kind: "comment"; readonly last: string }
  /** A declaration or an end tag, up to `>`. */
  | { readonly kind: "skip" }
  /** Inside an element whose content is not markup. */
  | { readonly kind: "raw"; readonly element: string; readonly data: boolean; readonly last: string };

interface Tag {
  readonly name: string;
  /** The attribute `type`, the first of several, or null before it. */
  readonly type: string | null;
}

export const TEXT_PLACE: Place = { kind: "text" };

const RAW: ReadonlySet<string> = new Set([
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "plaintext",
]);
const URLS: ReadonlySet<string> = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "poster",
  "cite",
  "data",
  "background",
  "longdesc",
  "manifest",
  "ping",
  "xlink:href",
  "icon",
  "codebase",
]);
const BLANK = /[ \t\n\f\r]/;
const LONGEST_KEPT = 64;

/** Returns the context after `text`, which begins in `place`. */
export function placeAfter(place: Place, text: string): Place {
  let at = place;
  for (const sign of text) at = step(at, sign);
  return at;
}

function step(place: Place, sign: string): Place {
  switch (place.kind) {
    case "text":
      return sign === "<" ? { kind: "open", name: "" } : place;
    case "open":
      return opened(place.name, sign);
    case "tag":
      return inTag(place.tag, sign);
    case "name":
      if (BLANK.test(sign)) return { kind: "after name", tag: place.tag, name: place.name };
      if (sign === "=") return { kind: "before value", tag: place.tag, name: place.name };
      return sign === ">" || sign === "/"
        ? inTag(place.tag, sign)
        : { ...place, name: place.name + sign.toLowerCase() };
    case "after name":
      if (BLANK.test(sign)) return place;
      return sign === "="
        ? { kind: "before value", tag: place.tag, name: place.name }
        : inTag(place.tag, sign);
    case "before value":
      if (BLANK.test(sign)) return place;
      if (sign === ">") return endOfTag(place.tag);
      if (sign === '"' || sign === "'")
        return { kind: "value", tag: place.tag, name: place.name, quote: sign, value: "" };
      return { kind: "value", tag: place.tag, name: place.name, quote: "", value: sign };
    case "value":
      if (place.quote === "" ? BLANK.test(sign) : sign === place.quote)
        return { kind: "tag", tag: withValue(place.tag, place.name, place.value) };
      if (place.quote === "" && sign === ">") return endOfTag(withValue(place.tag, place.name, place.value));
      return { ...place, value: valueAfter(place.value, sign) };
    case "comment": {
      // `<!-->` is a whole comment, and `--!>` ends one, too (HTML standard 13.2.5.43 to 52).
      const last = `${place.last}${sign}`;
      return /(?:^-*|--!?)>$/.test(last) ? TEXT_PLACE : { kind: "comment", last: last.slice(-4) };
    }
    case "skip":
      return sign === ">" ? TEXT_PLACE : place;
    case "raw": {
      const last = `${place.last}${sign}`.slice(-LONGEST_KEPT);
      const ended =
        (BLANK.test(sign) || sign === "/" || sign === ">") &&
        new RegExp(`</${place.element}[ \\t\\n\\f\\r/>]$`, "i").test(last);
      if (!ended) return { ...place, last };
      return sign === ">" ? TEXT_PLACE : { kind: "skip" };
    }
  }
}

/**
 * Of a long value, keeps only what determines which text may follow: whether it has begun, and whether its
 * query has.
 */
function valueAfter(value: string, sign: string): string {
  if (value.length < LONGEST_KEPT) return value + sign;
  const changesPart = value.trim() === "" ? !BLANK.test(sign) : /[?#]/.test(sign) && !/[?#]/.test(value);
  return changesPart ? value + sign : value;
}

function opened(before: string, sign: string): Place {
  const name = before + sign.toLowerCase();
  if (before === "" && (sign === "!" || sign === "/")) return { kind: "open", name };
  if (before.startsWith("!")) {
    if (name === "!--") return { kind: "comment", last: "" };
    if (name === "!-") return { kind: "open", name };
    return sign === ">" ? TEXT_PLACE : { kind: "skip" };
  }
  if (before.startsWith("/")) return sign === ">" ? TEXT_PLACE : { kind: "skip" };
  if (before === "") return /[a-z]/.test(name) ? { kind: "open", name } : step(TEXT_PLACE, sign);
  const tag = { name: before, type: null };
  return BLANK.test(sign) || sign === "/" || sign === ">" ? inTag(tag, sign) : { kind: "open", name };
}

function inTag(tag: Tag, sign: string): Place {
  if (sign === ">") return endOfTag(tag);
  return BLANK.test(sign) || sign === "/"
    ? { kind: "tag", tag }
    : { kind: "name", tag, name: sign.toLowerCase() };
}

function endOfTag({ name, type }: Tag): Place {
  if (!RAW.has(name)) return TEXT_PLACE;
  return {
    kind: "raw",
    element: name,
    data: name === "script" && /^application\/(?:[a-z.]+\+)?json$/i.test(type ?? ""),
    last: "",
  };
}

function withValue(tag: Tag, name: string, value: string): Tag {
  return name === "type" && tag.type === null ? { ...tag, type: value } : tag;
}

/** How a value must be escaped, or why none is allowed. */
export type Need =
  | "text"
  | "url start"
  | "url path"
  | "url query"
  | "data script"
  | { readonly refused: string };

export function needAt(place: Place): Need {
  switch (place.kind) {
    case "text":
      return "text";
    case "value":
      return needInValue(place.name, place.quote, place.value);
    case "raw":
      if (place.element === "textarea" || place.element === "title") return "text";
      return place.data
        ? "data script"
        : {
            refused: `a ${place.element} takes no values; pass them in <script type="application/json"> or an attribute`,
          };
    case "comment":
      return { refused: "a comment takes no values" };
    case "open":
    case "tag":
    case "name":
    case "after name":
    case "skip":
      return { refused: "a value cannot make a tag or the name of an attribute" };
    case "before value":
      return { refused: `the value of ${place.name} needs quotes` };
  }
}

function needInValue(name: string, quote: string, value: string): Need {
  if (quote === "") return { refused: `the value of ${name} needs quotes` };
  if (name.startsWith("on"))
    return { refused: `${name} is a script, which takes no values; use a data attribute` };
  if (name === "style" || name === "srcset" || name === "imagesrcset" || name === "srcdoc")
    return { refused: `${name} takes no values` };
  if (!URLS.has(name)) return "text";
  // `%XX` is no protection there: browsers decode it before they run what follows the scheme.
  if (hasForeignScheme(value))
    return {
      refused: `a URL that begins with ${value.slice(0, value.indexOf(":") + 1).trim()} takes no values`,
    };
  if (/[?#]/.test(value)) return "url query";
  return value.trim() === "" ? "url start" : "url path";
}

/** Whether the same text may follow in two contexts. */
export function samePlace(a: Place, b: Place): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf(place: Place): string {
  if (place.kind === "raw") return `raw ${place.element} ${place.data}`;
  // Only after dashes can the next character end the comment.
  if (place.kind === "comment") return `comment ${/^$|-!?$/.test(place.last) ? place.last : "inside"}`;
  if (place.kind === "tag" || place.kind === "after name" || place.kind === "name")
    return `tag ${place.tag.name} ${place.tag.type}`;
  if (place.kind === "value")
    return `value ${place.tag.name} ${place.name} ${place.quote} ${JSON.stringify(needInValue(place.name, place.quote, place.value))}`;
  return JSON.stringify(place);
}

export function describe(place: Place): string {
  switch (place.kind) {
    case "text":
      return "the text";
    case "value":
      return `the value of ${place.name}`;
    case "raw":
      return `a ${place.element}`;
    case "comment":
      return "a comment";
    case "skip":
    case "open":
    case "tag":
    case "name":
    case "after name":
    case "before value":
      return "a tag";
  }
}
