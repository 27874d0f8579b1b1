// Names of generated declarations: valid, in the style of the language, and different from each other.

const KEYWORDS = new Set(
  "fun let const if else match for while loop in return break continue struct enum impl trait import as pub self Self true false spawn defer select type dyn macro where mut extern use mod and or not null None Some Ok Err print panic".split(
    " ",
  ),
);
const TYPES = new Set(
  "Int Float Bool Char String Unit Any List Map Set Option Result Error Eq Ord Hash ToString Debug ToJson FromJson JsonValue ApiError Client HttpClient ClientRequest HttpResponse Iterator Deque".split(
    " ",
  ),
);

/** `edit_note` for `editNote`, `edit-note`. */
export function snake(text: string): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  const own = /^[a-z]/.test(name) ? name : `x_${name}`.replace(/_$/, "");
  return KEYWORDS.has(own) ? `${own}_` : own;
}

/** `PageNote` for `Page_Note`. */
export function pascal(text: string): string {
  const name = text
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
  const own = /^[A-Z]/.test(name) ? name : `X${name}`;
  return TYPES.has(own) || KEYWORDS.has(own) ? `${own}_` : own;
}

/** Gives each name once; later ones get `_`. */
export class Names {
  readonly #used = new Set<string>();

  fresh(name: string): string {
    let own = name;
    while (this.#used.has(own)) own += "_";
    this.#used.add(own);
    return own;
  }
}
