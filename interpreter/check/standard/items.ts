// The items of the standard library that the language itself uses. The checker and the compiler name standard
// modules and reserved functions only here (scripts/check-layers.ts checks this); what they need to know of
// other functions is an attribute of the declaration. Names have the form `std/core:Eq`, which no source can
// contain.
import { get } from "../../own/index.ts";

const ITEMS = {
  core: [
    // Types and traits behind literals, operators, `T?`, `?` and `for`.
    ...(["Bool", "Int", "String", "Option", "Result", "Eq", "Ord", "Hash", "ToString", "Iterator"] as const),
    // Functions that slices call.
    ...(["__str_part", "__str_rest", "__list_part", "__list_rest"] as const),
    // Functions that derived code calls.
    ...(["__tag", "__equals", "__compare", "__hash"] as const),
    // The function that ends the program if `main` returns an Err, and the one for the text of any value.
    ...(["__fail", "__text_of"] as const),
    // Reserved functions that programs may call (reference/prelude#reserved-names).
    ...(["__str_len", "__str_byte_at", "__str_substring", "__str_from_byte", "__str_concat"] as const),
    ...(["__io_print_str", "__io_println_str", "__io_read_line", "__panic"] as const),
  ],
  // Literals of maps and sets, and collections that a session shows by their contents.
  collections: ["Map", "Set", "Deque", "Heap", "SortedMap", "Counter", "Entry", "__native_key"],
  cmp: ["__native_order"],
  iter: ["Indexed"],
  // Types whose name without type arguments means the one of Int.
  sync: ["Channel", "SelectResult"],
  error: ["Error", "error"],
  fmt: ["Debug", "__debug"],
  json: [
    ...(["ToJson", "FromJson", "JsonValue", "__Writer", "__Reader", "json_null"] as const),
    ...([
      "__Zero",
      "__AsText",
      "json_string",
      "__reads_directly",
      "__shape",
      "__run_check",
      "__run_own_check",
      "__validated",
    ] as const),
    // Derived code by way of a JsonValue.
    ...(["__to_json", "__record", "__tagged", "__member", "__optional_member"] as const),
    ...(["__variant", "__no_variant", "__payload", "__from_value", "__verified"] as const),
    ...(["__fields", "__put", "__merge", "__object", "__json_array", "__text_json"] as const),
    // Derived code that writes to a text.
    ...(["__write_part", "__raw", "__label", "__write_value", "__write_text"] as const),
    // Derived code that reads from a text or a value.
    ...(["__open_struct", "__next_member", "__read_part", "__skip", "__absent", "__given"] as const),
    ...([
      "__or_none",
      "__is_missing",
      "__zero",
      "__read_text",
      "__read_some",
      "__rest",
      "__end_rest",
    ] as const),
    ...(["__open_variant", "__read_payload", "__close_variant", "__buffer", "__unbuffer"] as const),
    ...(["__read_name", "__open_external", "__close_external", "__open_tag", "__close_unit"] as const),
    ...(["__open_content", "__close_content", "__attempt", "__settles", "__no_match", "__value"] as const),
    ...(["__open_list", "__tuple_end", "__expect_null"] as const),
    // Checks.
    ...(["__is_read", "__broken", "__broken_size", "__at_least", "__at_most", "__above", "__below"] as const),
    ...(["__multiple_of", "__has_least", "__has_most", "__has_format", "__all_differ"] as const),
  ],
  // Handlers of operations, inputs and results (reference/api#handlers).
  api: [
    ...([
      "Api",
      "Handler",
      "FromRequest",
      "__FromText",
      "ToResponse",
      "ToProblem",
      "ApiError",
      "__Call",
    ] as const),
    ...(["__handler0", "__handler1", "__handler2", "__handler3", "__handler4"] as const),
    ...([
      "__handler5",
      "__handler6",
      "__handler7",
      "__handler8",
      "__no_default",
      "__type_key",
      "__shape",
    ] as const),
    ...(["__take", "__is_default", "__by_plan", "__struct_plan", "__kind"] as const),
    // Functions that stand for others, by the traits of a type.
    ...(["__kind_request", "__kind_many", "__kind_text", "__kind_json"] as const),
    ...(["__from_request", "__read_request", "__from_text", "__read_many", "__read_one"] as const),
    ...(["__read_json_text", "__element", "__element_text", "__element_json"] as const),
    ...(["__optional", "__optional_many", "__from_body", "__read_body"] as const),
    ...(["__from_context", "__maybe_context", "__answer", "__answer_as", "__answer_json"] as const),
    ...(["__result", "__result_as", "__result_json"] as const),
  ],
  http: ["Request", "Response"],
  regex: ["__fits_whole"],
  row: [
    ...(["Row", "FromRow", "FromColumn", "__column", "__optional_column"] as const),
    ...(["__has_column", "__absent", "__is_absent", "__string", "__no_variant", "__first"] as const),
  ],
  // Parameters of statements, to which elements of literals are converted.
  decimal: ["Decimal"],
  sqlite: ["Sql", "ToSql", "__to_sql"],
  // Streams pass between a program and its host.
  io: ["Reader", "Writer", "__host_reader", "__give_host", "__host_writer", "__take_host"],
  border: ["give"],
  string: [],
  // What the test runner passes to tests and benchmarks, and what explained assertions call.
  test: ["Test", "Bench", "__run_test", "__run_bench", "__measure", "__refuted"],
  // Modules whose methods either change the receiver or only return a new value.
  lists: [],
  maps: [],
  numbers: [],
  shuffling: [],
  texts: [],
} as const;

type Items = typeof ITEMS;
type ModuleName = keyof Items;

export type StandardModule = `std/${ModuleName}`;
export type StandardItem = { [M in ModuleName]: `std/${M}:${Items[M][number]}` }[ModuleName];

/** `std.json.ToJson` is `std/json:ToJson`. */
export const std = Object.fromEntries(
  Object.entries(ITEMS).map(([module, names]) => [
    module,
    Object.fromEntries(names.map((name) => [name, `std/${module}:${name}`])),
  ]),
) as { readonly [M in ModuleName]: { readonly [N in Items[M][number]]: `std/${M}:${N}` } };

/** `standardModules.json` is `std/json`. */
export const standardModules = Object.fromEntries(
  Object.keys(ITEMS).map((module) => [module, `std/${module}`]),
) as { readonly [M in ModuleName]: `std/${M}` };

/**
 * The prefix of the structs of std/core for tuples, `__Tuple2` and so on, which only literals and types of
 * tuples name.
 */
export const TUPLE = "__Tuple";

/** Methods of standard types and traits: the one for `m[k]`, and those of derived traits. */
export const methods = {
  at: "__at",
  element: "__element",
  fromRow: "from_row",
  write: "__write",
  read: "__read",
  plan: "__plan",
  readRequest: "__read_request",
} as const;

/** The name of an item within its module. */
export function nameOf(item: StandardItem): string {
  return item.slice(item.indexOf(":") + 1);
}

interface Declared {
  readonly name: string;
  /** Absent for built-in types. */
  readonly module?: { readonly id: string };
}

/** Whether a declaration is that item. */
export function isStandard(declared: Declared, item: StandardItem): boolean {
  const { name } = declared;
  const module = get(declared, "module");
  return (
    module !== undefined &&
    item.length === module.id.length + 1 + name.length &&
    item.endsWith(name) &&
    item.startsWith(module.id)
  );
}

/** Whether the module with that name declares it. */
export function isOfModule({ module }: Declared, id: StandardModule): boolean {
  return module?.id === id;
}
