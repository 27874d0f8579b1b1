// Hints for forms of other languages whose names also exist here: methods, functions and values used in
// another way.

export const habitNotes = {
  rangeWithStep:
    "a range counts by one: for another step, write `list.range(0, 10).iter().step_by(2)` with `import std/list`",
  defaultForEmpty: "`||` joins conditions; for a default, write `if x.is_empty() { … } else { x }`",
  compareWithBool: (text: string) =>
    `a Bool is compared with \`${text}\` without quotes; a condition needs no comparison`,
  emptyListOfType: (type: string) =>
    `write an empty list as \`[]\`, and its type after the name: \`let xs: List<${type}> = []\``,
  emptyMapOfType: (key: string, value: string) =>
    `write an empty map as \`[:]\`, and its type after the name: \`let m: Map<${key}, ${value}> = [:]\``,
  listWithoutType: "write a list as `[1, 2]`, an empty one as `let xs: List<Int> = []`",
  mapWithoutType: 'write a map as `["a": 1]`, an empty one as `let m: Map<String, Int> = [:]`',
  traitIsWritten: (trait: string, method: string) => `implement \`${trait}\`: \`${method}\``,
  takesParts: (type: string, pattern: string) =>
    `this binds the whole \`${type}\`: for its parts, write \`${pattern}\``,
  conditionForEffect: "write `if a { b }`",
  fieldIsRead: (name: string) => `there are no getters: read the field, \`.${name}\``,
  fieldIsSet: (name: string) => `there are no setters: assign to the field, \`x.${name} = …\``,
  keyInQuotes: (name: string) => `write a key that is a string in quotes: \`["${name}": …]\``,
  wildcardHasNoValue: "`_` is only a pattern; an anonymous function names its parameters: `fun(x) = x + 1`",
  conditionWithPanic: 'write `if !c { panic("…") }`, or `assert(c)` of `std/test` in tests',
  removeSemicolon: "remove the `;`: it discards the value of the expression before it",
  readsOrDestructures: (name: string) =>
    `read a part with \`${name}.0\`, or destructure the tuple: \`(a, b)\``,
  joinStrings: "join strings with `+`",
  printWithoutBreak: "`print` of `std/io` adds no line break: `import std/io { print }`",
  popPanics:
    "`pop` panics on an empty list: write `while !xs.is_empty() { let x = xs.pop() … }`; `pop_first` and `last` return options",
  commentInDivision: "`//` begins a comment: `/` divides Ints without remainder",
  errorIsType: "`Error` is a type: write `Error`, not `dyn Error`",
  labelComesFirst: "the label comes before the value: `break 'outer value`",
  assignBeforeBreak: "assign the value to a variable before the `break`, or write a `loop`",
  textOfJson: "write `json.stringify(v)` with `import std/json`",
  variantsHaveNames: (name: string) => `\`variant_names<${name}>()\` returns the names of the variants`,
  copyOfStruct: (name: string) =>
    `a copy of a struct is \`${name} { ..x }\`, with other fields before the \`..\``,
  typeArgumentsInAngles: (name: string, type: string) =>
    `write type arguments in \`<…>\`: \`${name}<${type}>()\``,
  indexesFromZero: "indexes start at 0: for another start, add it where the index is used, `i + 1`",
  labelIsName: "write a label as a quote and a name: `'outer: loop { … }`, `break 'outer`",
  functionIsArgument: (method: string, params: string) =>
    `pass the function as an argument: \`${method}(fun(${params}) = …)\``,
  functionBlockIsArgument: (method: string, param: string) =>
    `pass the function as an argument: \`.${method}(fun(${param}) { … })\``,
  countByLoop: "write a loop over numbers as `for i in 0..n { … }`",
  namesOfPattern: "the names in a pattern must differ: write `_` for values that are not used",
  tupleIsNoList: "a tuple is not a list: read a part with `t.0`, or destructure it with `let (a, b) = t`",
  sumOfNumbers:
    'only numbers have a sum: join strings with `.join("")`, and other values with `.fold(start, f)`',
  orderIsNumber: "return a number, negative if `a` comes first: `a - b`, or `a.compare(b)`",
  functionOf: (params: string) => `pass a function with these parameters: \`fun(${params}) = …\``,
  pairsByEnumerate: "to get the index of each element, write `for (i, x) in xs.enumerate()`",
  listByIndex: "destructure a list by index: `xs[0]`, `xs[1]`, and `xs[2..]` for the others",
  askWithFunction: (call: string) => `to pass a function, write \`${call}\``,
  takesTheWhole: (type: string, pattern: string) =>
    `this binds the whole \`${type}\`: for its value, write \`${pattern}\``,
  takeOneOut: (variant: string) =>
    `take the value out with \`let ${variant}(x) = … else { … }\`, or with \`?\``,
  takePairOut: (variant: string) =>
    `take the tuple out: \`let ${variant}((a, b)) = … else { … }\`, or put \`?\` after the value`,
  structByFields: (name: string, fields: string) =>
    `destructure a struct by its fields: \`${name} { ${fields} }\``,
  anotherTakes: (call: string, count: number) =>
    `with ${count} argument${count === 1 ? "" : "s"}, write \`${call}\``,
  valuesAreEmbedded: 'embed a value with a `$`: `"n is ${n}"`',
  withFunction: (call: string) => `to pass a function, write \`${call}\``,
  changesAndGivesNothing: (name: string, other: string) =>
    `\`${name}\` changes the list and returns \`()\`: for a new list, use \`.${other}\``,
  countFromTheEnd: (list: string, back: bigint, part: "index" | "from" | "to") => {
    const at = `${list}.len() - ${back}`;
    return `to count from the end, write \`${list}[${part === "from" ? `${at}..` : part === "to" ? `..${at}` : at}]\``;
  },
  uncalled: (name: string, form: string) => `\`${name}\` is a method: call it with \`.${name}${form}\``,
  writeMethod: (call: string) => `write \`${call}\``,
  methodWithoutImport: (call: string) => `it is a method and needs no import: \`${call}\``,
  decodeIntoType: "`parse` returns a `JsonValue`: to decode into a type, write `decode<T>(text)`",
  withoutTypeArguments: (call: string) => `write \`${call}\` without \`<…>\`: the type is inferred`,
  listsHaveIt: (call: string) => `lists have this method: \`${call}\``,
  character: (text: string) => `write a character in single quotes: \`'${text}'\``,
  charactersOfText: "`.chars()` returns the characters of a string as a list",
  lambdaHasNoName: (name: string) =>
    `a lambda cannot call itself: declare a function at file level, \`fun ${name}(…) { … }\``,
  lambdaIsNoLoop: "a lambda is not the body of a loop: write a `for` loop",
  startAsFloat: (name: string) =>
    `the variable is an Int: start with a Float, \`let ${name} = 0.0\`, or convert this with \`.to_int()\``,
  rangeOfCharacters:
    'a range counts Ints: iterate over their text, `for c in "abc" { … }`, or over code points',
  tryLeavesLambda: (wrapped: string) =>
    `\`?\` leaves the lambda, not the function around it: use a \`for\` loop, or return ${wrapped} and handle the results`,
  setOfOne: (element: string) => `write a set of one element as \`{${element},}\``,
  emptyMap: "write an empty map as `[:]`",
  emptySet: "write an empty set as `Set.new()`",
  countOfDuration: "write `.as_millis()`, or another unit",
  mapIsWritten: 'write a map as `["key": value]`, an empty one as `[:]`',
  oneValueOfParts: (parts: number, names: string) =>
    `it takes one tuple of ${parts} parts: \`fun((${names})) …\``,
  functionWhenNeeded:
    "pass a function, which is called when the value is needed: `fun() = …`; for a value, use `unwrap_or(…)`",
  startComesFirst: "pass the start value first, then the function: `xs.fold(0, fun(sum, x) = …)`",
  functionWanted: (params: string) => `pass a function: \`fun(${params}) = …\``,
  noneIsMinusOne: "the index is -1 if nothing is found: write `>= 0`, or use `contains`",
  valueIsInside: "the value is inside the option: take it out, as in `if let Some(x) = o && x > 2 { … }`",
  addSelf: (method: string) => `add \`self\` as its first parameter: \`${method}(self)\``,
  entryByKey: (name: string) => `look up an entry by its key: \`m["${name}"]\`, or \`m.get("${name}")\``,
  noValueYet: "`it` is the last value: none has been shown yet",
  nameWhatItTakes: (method: string) => `a function names its parameters: \`${method}(fun(x) = …)\``,
  deriveLess: (trait: string, owner: string, isData: boolean) =>
    isData
      ? `leave it out by \`@json(skip)\` and a default, or write \`impl ${trait} for ${owner}\``
      : `remove \`${trait}\` from the derive, or write \`impl ${trait} for ${owner}\``,
  implementFor: (trait: string, type: string) =>
    `write \`impl ${trait} for ${type}\`, or use a type that implements it, such as \`String\``,
  deriveBefore: (traits: string, type: string) => `write \`@derive(${traits})\` before \`${type}\``,
};

type Table = Readonly<Record<string, string>>;

const OPERATORS: Table = {
  "List +": "write `xs.push(x)` or `xs.extend(ys)`, or `xs.concat(ys)` for a new list",
  "List -": "write `xs.filter(fun(x) = x != y)`, or `xs.filter(fun(x) = !ys.contains(x))`",
  "List *": "write `list.repeat(x, n)` with `import std/list`",
  "String *": "write `s.repeat(n)`",
  "String -": 'write `s.replace(part, "")`',
  "String %": 'embed values in a string: `"${x} and ${y}"`',
  "Char +":
    'compute with its code point, `c.to_int() + 1`, and convert it back with `.to_char()`; join characters in a string: `"${c}…"`',
  "Char -": "compute with its code point: `c.to_int()`",
  "Set |": "write `a.union(b)`",
  "Set &": "write `a.intersection(b)`",
  "Set -": "write `a.difference(b)`",
  "Set ^": "write `a.symmetric_difference(b)`",
  "Set +": "write `a.union(b)`, or `s.add(x)` for one element",
  "Map +": "write `a.merge(b)`",
  "Map |": "write `a.merge(b)`",
  "Duration +": "write `a.plus(b)`",
  "Duration -": "write `a.minus(b)`",
  "Duration *": "write `d.times(n)`",
  "Duration /": "write `d.divided_by(n)`",
  "Decimal +": "write `a.plus(b)`",
  "Decimal -": "write `a.minus(b)`",
  "Decimal *": "write `a.times(b)`",
  "Decimal /": "write `a.divided_by(b, digits)`",
  "DateTime +": "write `a.plus(duration)`",
  "DateTime -": "write `a.since(earlier)`, which returns a `Duration`",
  "Date +": "write `a.plus_days(n)`",
  "Date -": "write `earlier.days_until(later)`",
  "Bool +": "write `||`, or count with `if b { 1 } else { 0 }`",
};

/** The hint for an operator that a type does not have. */
export function insteadOfOperator(type: string, operator: string): string | undefined {
  if (type === "Task") return "wait for its value, a `Result`: `task.join()?`";
  return lookUp(OPERATORS, `${type} ${operator}`);
}

const MADE: Table = {
  Date: "write `time.now_millis()`, or `time.from_timestamp(seconds)` for a date, with `import std/time`",
  List: "write a list as `[1, 2]`, an empty one as `[]`",
  Map: 'write a map as `["a": 1]`, an empty one as `[:]` or `Map.new()`',
  Set: "write a set as `{1, 2}`, an empty one as `Set.new()`",
  Dictionary: 'write a map as `["a": 1]`, an empty one as `[:]` or `Map.new()`',
  HashMap: 'write a map as `["a": 1]`, an empty one as `[:]` or `Map.new()`',
  HashSet: "write a set as `{1, 2}`, an empty one as `Set.new()`",
  LinkedList: "write a list as `[1, 2]`, or a `Deque` of std/collections for both ends",
  LinkedHashMap: 'write a map as `["a": 1]`, an empty one as `[:]` or `Map.new()`',
  TreeMap: "start with `SortedMap.new()` of std/collections",
  TreeSet: "write a set as `{1, 2}`, an empty one as `Set.new()`",
  PriorityQueue: "start with `Heap.new()` or `Heap.by(cmp)` of std/collections",
  ArrayDeque: "start with `Deque.new()` of std/collections",
  ArrayList: "write a list as `[1, 2]`, an empty one as `[]`",
  Vec: "write a list as `[1, 2]`, an empty one as `[]`",
  Array: "write a list as `[1, 2]`, an empty one as `[]`",
  String: 'write a string as `"…"`; convert another value with `x.to_string()`',
  Heap: "start with `Heap.new()` or `Heap.by(cmp)`, and `.push(x)` each element",
  SortedMap: "start with `SortedMap.new()`, and set each entry: `m[key] = value`",
  Channel: "create a channel with `channel<Int>()` or `channel_buffered<Int>(n)` of std/sync",
  Error: "create an error with `error(message)` or `error_kind(kind, message)` of std/error",
  Mutex: "write `mutex()` with `import std/sync { mutex }`",
  RwLock: "write `rw_lock()` with `import std/sync { rw_lock }`",
  WaitGroup: "write `wait_group()` with `import std/sync { wait_group }`",
};

/** How to create a value of a type that has a literal, or a function of another name than expected. */
export function wayToMake(type: string): string | undefined {
  return lookUp(MADE, type);
}

const CONVERSIONS: Table = {
  "List Deque": "write `Deque.from(…)`",
  "List Counter": "write `Counter.from(…)`",
  "List Heap": "start with `Heap.new()`, and `.push(x)` each element",
  "List Set": "write `.to_set()`, or write the set as `{a, b}`",
  "List Map": habitNotes.mapIsWritten,
  "Unit Map": habitNotes.emptyMap,
  "Map SortedMap": MADE["SortedMap"]!,
};

/** How to convert a value to a collection. */
export function conversionTo(from: string, to: string): string | undefined {
  return lookUp(CONVERSIONS, `${from} ${to}`);
}

function lookUp(table: Table, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
