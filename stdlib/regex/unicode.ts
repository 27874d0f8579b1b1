// Sets of characters by Unicode property and by simple case folding. Both are derived from the host's regular
// expressions, once and on demand.
import { ALL_CHARS, complement, contains, union, type CharSet } from "./char-set.ts";
import { binaryProperties, categories, foldName, scripts } from "./property-names.ts";

/** Ranges that are examined character by character. */
const MIXED = [
  [0, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xeffff],
] as const;
/** Planes in which every scalar value but the last two has the same properties. */
const UNIFORM_PLANES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16];

export class Unicode {
  readonly #sets = new Map<string, CharSet>();
  #texts: readonly string[] | null = null;
  #folds: ReadonlyMap<number, readonly number[]> | null = null;

  /** Returns the set of `\d`, `\s` or `\w`. */
  perl(letter: "d" | "s" | "w"): CharSet {
    return this.#matching(PERL[letter]);
  }

  /** Returns the set that `\p{…}` names, or null if there is no such property. */
  property(text: string): CharSet | null {
    const parts = /^([^=:!]+)(!=|=|:)(.*)$/s.exec(text);
    if (parts === null) return this.#named(foldName(text));
    const set = this.#valued(foldName(parts[1]!), foldName(parts[3]!));
    return set !== null && parts[2] === "!=" ? complement(set, ALL_CHARS) : set;
  }

  #named(name: string): CharSet | null {
    if (name === "any") return ALL_CHARS;
    if (name === "ascii") return [0, 127];
    if (name === "assigned") return complement(this.#matching("\\p{Cn}"), ALL_CHARS);
    const host = categories.get(name) ?? binaryProperties.get(name);
    if (host !== undefined) return this.#matching(`\\p{${host}}`);
    return this.#valued("script", name);
  }

  #valued(property: string, name: string): CharSet | null {
    if (property === "gc" || property === "generalcategory") {
      const category = categories.get(name);
      return category === undefined ? this.#derivedCategory(name) : this.#matching(`\\p{${category}}`);
    }
    const host = SCRIPT_PROPERTIES.get(property);
    const script = scripts.get(name);
    return host === undefined || script === undefined ? null : this.#matching(`\\p{${host}=${script}}`);
  }

  #derivedCategory(name: string): CharSet | null {
    return name === "any" || name === "ascii" || name === "assigned" ? this.#named(name) : null;
  }

  /** Returns the characters that a class of the host matches; empty if this host does not know it. */
  #matching(hostClass: string): CharSet {
    let set = this.#sets.get(hostClass);
    if (set === undefined) {
      set = this.#collect(hostClass);
      this.#sets.set(hostClass, set);
    }
    return set;
  }

  #collect(hostClass: string): CharSet {
    const runs = hostRegExp(`${hostClass}+`, "gu");
    if (runs === null) return [];
    this.#texts ??= MIXED.map(([low, high]) => textOf(low, high));
    const ranges: number[] = [];
    for (const text of this.#texts) {
      for (const { 0: run } of text.matchAll(runs)) ranges.push(run.codePointAt(0)!, lastOf(run));
    }
    for (const plane of UNIFORM_PLANES) {
      const first = plane * 0x10000;
      for (const [low, high] of [
        [first, first + 0xfffd],
        [first + 0xfffe, first + 0xffff],
      ] as const) {
        if (String.fromCodePoint(low).search(runs) === 0) ranges.push(low, high);
      }
    }
    return union(ranges);
  }

  /** Returns the set with all characters that differ from one of its own only in case. */
  foldCase(set: CharSet): CharSet {
    const added: number[] = [];
    if (set.length === 0 || set[set.length - 1]! < 128) {
      foldAscii(set, added);
      // The only characters beyond ASCII that fold to ASCII: the Kelvin sign and the long s.
      if (contains(set, 75) || contains(set, 107)) added.push(0x212a, 0x212a);
      if (contains(set, 83) || contains(set, 115)) added.push(0x17f, 0x17f);
    } else {
      this.#folds ??= caseVariants();
      for (const [char, variants] of this.#folds) {
        if (contains(set, char)) for (const variant of variants) added.push(variant, variant);
      }
    }
    return union(set, added);
  }
}

export function foldAsciiCase(set: CharSet): CharSet {
  const added: number[] = [];
  foldAscii(set, added);
  return union(set, added);
}

function foldAscii(set: CharSet, added: number[]): void {
  for (let upper = 65; upper <= 90; upper++) {
    if (contains(set, upper)) added.push(upper + 32, upper + 32);
    if (contains(set, upper + 32)) added.push(upper, upper);
  }
}

const PERL = {
  d: "\\p{Nd}",
  s: "\\p{White_Space}",
  w: "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]",
};

const SCRIPT_PROPERTIES: ReadonlyMap<string, string> = new Map([
  ["sc", "Script"],
  ["script", "Script"],
  ["scx", "Script_Extensions"],
  ["scriptextensions", "Script_Extensions"],
]);

/** Returns null if the host does not know the property. */
function hostRegExp(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/** Returns all characters of a range in order. */
function textOf(low: number, high: number): string {
  const units = new Uint16Array((high - low + 1) * 2);
  let size = 0;
  for (let char = low; char <= high; char++) {
    if (char >= 0x10000) units[size++] = 0xd800 + ((char - 0x10000) >> 10);
    units[size++] = char < 0x10000 ? char : 0xdc00 + (char & 0x3ff);
  }
  return Buffer.from(units.buffer, 0, size * 2).toString("utf16le");
}

function lastOf(run: string): number {
  const last = run.charCodeAt(run.length - 1);
  return last >= 0xdc00 && last <= 0xdfff ? run.codePointAt(run.length - 2)! : last;
}

/** Returns, for each character with case variants, the others with the same simple case folding. */
function caseVariants(): Map<number, number[]> {
  const groups = new Map<string, string[]>();
  for (let code = 0; code < 0x20000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const char = String.fromCodePoint(code);
    const lower = char.toLowerCase();
    const upper = char.toUpperCase();
    if (lower === upper) continue;
    const key = lower.toUpperCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [char]);
    else group.push(char);
  }
  const variants = new Map<number, number[]>();
  for (const group of groups.values()) {
    for (const char of group) {
      // Groups share their full upper case, which is weaker than equal simple folding.
      const equal = new RegExp(`^${char}$`, "iu");
      const others = group.filter((other) => other !== char && equal.test(other));
      if (others.length > 0)
        variants.set(
          char.codePointAt(0)!,
          others.map((other) => other.codePointAt(0)!),
        );
    }
  }
  return variants;
}
