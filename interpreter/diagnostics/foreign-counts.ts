// Hints for calls of library methods with as many arguments as methods of the same name take in other languages.

/** By type, method and number of arguments. */
const COUNTS: Readonly<Record<string, string>> = {
  "String.trim 1": "to remove other characters, write `.trim_matches(chars)`",
  "String.trim_start 1": "to remove a text, write `.remove_prefix(text)`",
  "String.trim_end 1": "to remove a text, write `.remove_suffix(text)`",
  "String.replace 3": "to replace only the first, write `.replace_first(from, to)`",
  "String.split 0": "to split at white space, write `.words()`",
  "String.split 2": "for at most `n` parts, write `.split_n(separator, n)`",
  "String.substring 1": "for the rest, write `s[start..]`",
  "String.truncate 1": 'for bytes, write `s[..n]`; for columns, `.truncate(columns, "")`',
  "String.index_of 2": "for a part, write `s[start..].index_of(text)`",
  "String.find 2": "for a part, write `s[start..].find(text)`",
  "String.indent 0": "write `.indent(n)` with the number of spaces",
  "String.center 1": "write `.center(columns, ' ')`",
  "String.insert 1": "write `.insert(at, text)`, or `s + text` for the end",
  "String.hash64 1": "a seed is not supported: write `.hash64()`",
  "List.count 0": "write `.len()`",
  "List.any 0": "for Bools, write `.any(fun(x) = x)`; for whether there are elements, `!xs.is_empty()`",
  "List.all 0": "for Bools, write `.all(fun(x) = x)`",
  "List.none 0": "write `.is_empty()`, or `.none(fun(x) = x)` for Bools",
  "List.join 0": 'write `.join("")`, or `.join(",")`',
  "List.concat 0": 'for lists, write `.flatten()`; for strings, `.join("")`',
  "List.slice 1": "for the rest, write `xs[start..]`",
  "List.slice 0": "write `.copy()`",
  "List.reduce 2": "with a start value, write `.fold(start, f)`",
  "List.scan 1": "write `.scan(start, f)`",
  "List.to_map 0": "for pairs, write `.to_map(fun(pair) = pair)`",
  "List.shuffle 0": "write `.shuffle(Rng.from_entropy())` with `import std/random`",
  "List.sample 1": "write `.sample(Rng.from_entropy(), n)` with `import std/random`",
  "List.index_of 2": "for a part, write `xs[start..].index_of(x)`",
  "List.unique 1": "by a key, write `.unique_by(f)`",
  "List.flatten 1": "write `.flatten()` once for each level",
  "List.fill 3": "assign in a loop: `for i in a..b { xs[i] = x }`",
  "List.max 2": "write `.max().unwrap_or(default)`",
  "List.min 2": "write `.min().unwrap_or(default)`",
  "List.rotate 0": "write `.rotate(1)`",
  "List.resize 1": "write `.resize(n, value)` with the value of new elements",
  "Int.to_string 1": "in another base, write `.to_base(base)`",
  "Int.to_hex 1": "write `.to_hex().pad_left(width, '0')`",
  "Int.to_binary 1": "write `.to_binary().pad_left(width, '0')`",
  "Int.clamp 1": "write `.max(low)` or `.min(high)`",
  "Float.to_fixed 0": "write `.to_fixed(digits)`",
  "Float.to_string 1": "write `.to_fixed(digits)`",
  "Map.update 1": "write `.extend(other)`",
  "Map.update 2": "write `.update(key, default, f)`, or `.set(key, value)`",
  "Map.pop 2": "write `.pop(key).unwrap_or(default)`",
  "Map.remove 2": "write `.pop(key).unwrap_or(default)`",
  "Map.merge 3": "write `.update(key, default, f)`",
  "Map.count 0": "write `.len()`",
  "Map.any 0": "write `!m.is_empty()`",
  "Map.get_or_insert 1": "write `.get_or_insert(key, value)`",
  "Set.count 0": "write `.len()`",
  "Set.any 0": "write `!s.is_empty()`",
  "Char.is_digit 1": "in another base, write `.to_digit(base).is_some()`",
  "Option.unwrap 1": "write `.unwrap_or(default)`",
  "Option.unwrap_or 0": "write `.unwrap_or(default)`",
  "Result.unwrap 1": "write `.unwrap_or(default)`",
};

/** The hint for a method of `type` that is called with this many arguments. */
export function insteadOfCount(type: string, method: string, count: number): string | undefined {
  const key = `${type}.${method} ${count}`;
  return Object.hasOwn(COUNTS, key) ? COUNTS[key] : undefined;
}

/** The calls that the table is for, for tests. */
export const countedCalls: readonly string[] = Object.keys(COUNTS);
