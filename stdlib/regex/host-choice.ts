// Chooses the form of a pattern for the host that is right for a text, by its characters and its length.
import { machine } from "../../interpreter/host/index.ts";
import { isAscii } from "../../interpreter/runtime/index.ts";
import { hostPattern, type Question, type Starts } from "./host-pattern.ts";
import { HostSearch } from "./host-search.ts";

/** From this length on, whether a text is ASCII is remembered. */
const LONG = 4096;
/** A pattern whose source is longer takes the host some milliseconds to compile, … */
const LARGE = 2000;
/** … which pays off from this many bytes of text on. */
const WORTH = 4096;

/**
 * After a text beyond ASCII, this many further texts are not checked for it: the UTF-8 form finds the same in
 * ASCII.
 */
const EXPECTED = 8;

/** A search, or null if the pattern is unfit for the host. */
type Made = HostSearch | null;

export class HostChoice {
  readonly #question: Omit<Question, "alphabet">;
  #ascii: Made | undefined;
  #utf8: Made | undefined;
  /** The bytes of texts beyond ASCII so far. */
  #met = 0;
  /** The number of further texts that are assumed to be beyond ASCII like the last one. */
  #expected = 0;
  #lastText = "";
  #lastSearch: Made = null;

  constructor(question: Omit<Question, "alphabet">) {
    this.#question = question;
  }

  /**
   * The bytes of the longest text, whatever its characters, that may be searched at one go; 0 if none may.
   */
  get longest(): number {
    const ascii = this.#forAscii()?.pattern.longest ?? 0;
    return Math.min(ascii, this.#utf8?.pattern.longest ?? ascii);
  }

  /** Where attempts begin, whatever the characters of the text; null if that is unknown. */
  get starts(): Starts | null {
    const ascii = this.#forAscii()?.pattern;
    if (ascii === undefined || ascii.starts === null || !ascii.readsBeyond) return ascii?.starts ?? null;
    if (this.#utf8 === undefined) this.#utf8 = this.#make("utf8");
    return this.#utf8?.pattern.starts ?? null;
  }

  /** Returns null if the host must not search the whole text at one go. */
  forText(text: string): HostSearch | null {
    const search = this.forParts(text);
    return search !== null && text.length <= search.pattern.longest ? search : null;
  }

  /** Returns the search for texts of any length, for use on parts of them. */
  forParts(text: string): HostSearch | null {
    const ascii = this.#forAscii();
    if (ascii === null || !ascii.pattern.readsBeyond) return ascii;
    if (text.length < LONG && this.#expected === 0 && isAscii(text)) return ascii;
    if (text !== this.#lastText) {
      this.#lastText = text;
      this.#lastSearch = text.length >= LONG && isAscii(text) ? ascii : this.#beyond(text);
      if (this.#lastSearch === null) this.#expected = 0;
      else this.#expected = this.#expected === 0 ? EXPECTED : this.#expected - 1;
    }
    return this.#lastSearch;
  }

  #forAscii(): Made {
    if (this.#ascii === undefined) this.#ascii = this.#make("ascii");
    return this.#ascii;
  }

  #beyond(text: string): Made {
    if (this.#utf8 === undefined) this.#utf8 = this.#make("utf8");
    const search = this.#utf8;
    if (search === null || (search.pattern.trustsText && !isUtf8(text))) return null;
    if (search.pattern.source.length < LARGE) return search;
    if (this.#met < WORTH) this.#met += text.length;
    return this.#met < WORTH ? null : search;
  }

  #make(alphabet: Question["alphabet"]): Made {
    const pattern = hostPattern({ ...this.#question, alphabet });
    return pattern === null ? null : new HostSearch(pattern);
  }
}

const scratch = Buffer.allocUnsafeSlow(LONG);
/** The beginnings of `scratch` by length. */
const beginnings: Buffer[] = [];

function isUtf8(bytes: string): boolean {
  const { javascript } = machine();
  const { length } = bytes;
  if (length > LONG) return javascript.isUtf8(Buffer.from(bytes, "latin1"));
  scratch.write(bytes, "latin1");
  return javascript.isUtf8((beginnings[length] ??= scratch.subarray(0, length)));
}
