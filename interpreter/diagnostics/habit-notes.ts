// Texts for forms of other languages whose words exist here, too: methods, functions and values in the wrong place.

export const habitNotes = {
  rangeWithStep:
    "a range goes up by one; by more it is `list.range(0, 10).iter().step_by(2)` with `import std/list`",
  labelIsName: "a label is a name after a quote: `'outer: loop { … }`, `break 'outer`",
  functionIsArgument: (method: string, params: string) =>
    `a function is an argument like others: \`${method}(fun(${params}) = …)\``,
  functionBlockIsArgument: (method: string) =>
    `a function is an argument like others: \`.${method}(fun(x) { … })\``,
  namesOfPattern: "each name of a pattern is another variable; what does not matter is `_`",
  tupleIsNoList: "a tuple is no list: its parts are `t.0` and so on, or taken apart by `let (a, b) = t`",
  sumOfNumbers: 'numbers have a sum; texts are joined by `.join("")`, the rest by `.fold(start, f)`',
  orderIsNumber: "an order is a number, negative where `a` comes first: `a - b`, or `a.compare(b)`",
  functionOf: (params: string) => `a function of other parameters is wanted: \`fun(${params}) = …\``,
  pairsByEnumerate: "with the place of each it is `for (i, x) in xs.enumerate()`",
  listByIndex: "a list is taken apart by its places: `xs[0]`, `xs[1]`, and `xs[2..]` for the others",
  askWithFunction: (call: string) => `with a function it is \`${call}\``,
  takesTheWhole: (type: string, pattern: string) =>
    `this takes the whole \`${type}\`: for its value, write \`${pattern}\``,
  takeOneOut: (variant: string) =>
    `what it may lack is taken out by \`let ${variant}(x) = … else { … }\`, or by \`?\``,
  takePairOut: (variant: string) =>
    `take it out first: \`let ${variant}((a, b)) = … else { … }\`, or \`?\` after the value`,
  structByFields: (name: string, fields: string) =>
    `a struct is taken apart by its fields: \`${name} { ${fields} }\``,
  anotherTakes: (call: string, count: number) =>
    `with ${count} argument${count === 1 ? "" : "s"} it is \`${call}\``,
  valuesAreEmbedded: 'values are embedded with a `$`: `"n is ${n}"`',
  withFunction: (call: string) => `with a function of its own it is \`${call}\``,
  changesAndGivesNothing: (name: string, other: string) =>
    `\`${name}\` changes the list and gives nothing; a new list is \`.${other}\``,
  uncalled: (name: string, form: string) => `\`${name}\` is a method: call it with \`.${name}${form}\``,
  writeMethod: (call: string) => `write \`${call}\``,
  methodWithoutImport: (call: string) => `it is a method, which needs no import: \`${call}\``,
  withoutTypeArguments: (call: string) => `write \`${call}\`, without \`<…>\`: the type follows`,
  listsHaveIt: (call: string) => `lists have it: \`${call}\``,
  character: (text: string) => `a character is written in single quotes: \`'${text}'\``,
  charactersOfText: "`.chars()` gives the characters of a text as a list",
  setOfOne: (element: string) => `a set of one element is written \`{${element},}\``,
  emptyMap: "an empty map is written `[:]`",
  mapIsWritten: 'a map is written `["key": value]`, an empty one `[:]`',
  oneValueOfParts: (parts: number, names: string) =>
    `it takes one value of ${parts} parts: \`fun((${names})) …\``,
  functionWhenNeeded:
    "a function is wanted, which is called when it is needed: `fun() = …`; for a value, use `unwrap_or(…)`",
  startComesFirst: "the start comes first, then the function: `xs.fold(0, fun(sum, x) = …)`",
  functionWanted: (params: string) => `a function is wanted here: \`fun(${params}) = …\``,
  noneIsMinusOne: "where there is none it is -1: write `>= 0`, or ask with `contains`",
  valueIsInside: "the value is inside of the option: take it out, as in `if let Some(x) = o && x > 2 { … }`",
  addSelf: (method: string) => `add \`self\` as its first parameter: \`${method}(self)\``,
  entryByKey: (name: string) =>
    `an entry is looked up by its key, \`m["${name}"]\`, or with \`m.get("${name}")\``,
  nameWhatItTakes: (method: string) => `a function names what it takes: \`${method}(fun(x) = …)\``,
  deriveBefore: (traits: string, type: string) => `write \`@derive(${traits})\` before \`${type}\``,
};

type Table = Readonly<Record<string, string>>;

const OPERATORS: Table = {
  "List +": "write `xs.push(x)` or `xs.extend(ys)`, or `list.concat(xs, ys)` of std/list for a new list",
  "List *": "`n` times the same is `list.repeat(x, n)` with `import std/list`",
  "String *": "write `s.repeat(n)` with `import std/string`",
  "String -": 'write `s.replace(part, "")` with `import std/string`',
  "String %": 'values are embedded: `"${x} and ${y}"`',
  "Char +":
    'count with its number, `c.to_int() + 1`, of which `.to_char()` makes a character; text is joined in a string: `"${c}…"`',
  "Char -": "count with its number: `c.to_int()`",
  "Bool +": "write `||`, or count with `if b { 1 } else { 0 }`",
};

/** What is written instead of an operator on a type that it is not for. */
export function insteadOfOperator(type: string, operator: string): string | undefined {
  return lookUp(OPERATORS, `${type} ${operator}`);
}

const MADE: Table = {
  List: "lists are written `[1, 2]`, an empty one `[]`",
  Map: 'maps are written `["a": 1]`, an empty one `[:]` or `Map.new()`',
  Set: "sets are written `{1, 2}`, an empty one `Set.new()`",
  Dictionary: 'maps are written `["a": 1]`, an empty one `[:]` or `Map.new()`',
  HashMap: 'maps are written `["a": 1]`, an empty one `[:]` or `Map.new()`',
  HashSet: "sets are written `{1, 2}`, an empty one `Set.new()`",
  ArrayList: "lists are written `[1, 2]`, an empty one `[]`",
  Vec: "lists are written `[1, 2]`, an empty one `[]`",
  Array: "lists are written `[1, 2]`, an empty one `[]`",
  String: 'texts are written `"…"`, other values become text by `x.to_string()`',
  Heap: "begin with `Heap.new()`, or `Heap.by(cmp)`, and `.push(x)` each element",
  SortedMap: "begin with `SortedMap.new()`, and set each entry: `m[key] = value`",
  Channel: "channels are made by `channel<Int>()` or `channel_buffered<Int>(n)` of std/sync",
  Error: "errors are made by `error(message)` or `error_kind(kind, message)` of std/error",
  Mutex: "write `mutex()` with `import std/sync { mutex }`",
  RwLock: "write `rw_lock()` with `import std/sync { rw_lock }`",
  WaitGroup: "write `wait_group()` with `import std/sync { wait_group }`",
};

/** How values are made of types that are written or begin empty. */
export function wayToMake(type: string): string | undefined {
  return lookUp(MADE, type);
}

const CONVERSIONS: Table = {
  "List Deque": "write `Deque.from(…)`",
  "List Counter": "write `Counter.from(…)`",
  "List Heap": "begin with `Heap.new()`, and `.push(x)` each element",
  "List Set": "write `.to_set()`, or `{a, b}` for the set itself",
  "List Map": habitNotes.mapIsWritten,
  "Unit Map": habitNotes.emptyMap,
  "Map SortedMap": MADE["SortedMap"]!,
};

/** What makes a collection of a value of another type. */
export function conversionTo(from: string, to: string): string | undefined {
  return lookUp(CONVERSIONS, `${from} ${to}`);
}

function lookUp(table: Table, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
