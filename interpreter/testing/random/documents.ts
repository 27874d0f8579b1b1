// JSON: attributes, the forms of enums, literals that are JSON values, checks, problems, patches.
import type { Theme } from "./theme.ts";

export const documents: Theme = {
  name: "documents",
  imports: [
    "import std/json { decode, decode_all, diff, merge_patch, patch, pointer, stringify, Check, JsonValue }",
    "import std/sync { yield_now }",
  ],
  items: `
@derive(Eq, ToString, ToJson, FromJson)
@json(rename_all: "camelCase")
struct Part {
    part_id: Int,
    @json(optional) note: String?,
    @json(default) sizes: List<Int>,
    @check(min: -50, max: 50) net_weight: Int = 3,
}
@derive(Eq, Hash, ToString, ToJson, FromJson)
@json(string, rename_all: "snake_case")
enum Grade { FirstRate, Second, @json(name: "3rd", alias: ["third"]) Last }
@derive(Eq, ToString, ToJson, FromJson)
@json(tag: "type", rename_all: "kebab-case")
enum News {
    PartMade(part: Part, @check(max: 9) count: Int),
    Graded(grade: Grade, @json(optional) was: Grade?),
    Whole(Part),
    Silence,
    @json(other) Unheard(JsonValue),
}
@derive(Eq, ToString, ToJson, FromJson)
@json(tag: "t", content: "c")
enum Slot { Nothing, One(Int), Two(Int, String), Named(at: Int), Deep(List<Slot>) }
@derive(Eq, ToString, ToJson, FromJson)
@json(untagged)
enum Loose { Number(Int), Text(String), Numbers(List<Int>), Pair(a: Int, b: Int), Far(c: Slot) }
@derive(Eq, ToString, ToJson, FromJson)
@json(external, rename_fields: "camelCase")
enum Outer { Unit, Single(Int), Nested(Loose), Told(how_far: Int, grade: Grade) }
@derive(Eq, ToString, ToJson, FromJson)
enum Simple { Off, On(Int, Option<Bool>) }
@derive(Eq, ToString, ToJson, FromJson)
struct Record {
    id: Int,
    @json(flatten) part: Part,
    @json(skip_none) grade: Grade?,
    raw: JsonValue = ["none": None],
    change: Option<Option<Int>>,
    @json(text) far: Int,
    @json(skip) cached: Int = 7,
    news: List<News> = [],
    simple: Simple = Simple.Off,
}
impl Check for Record {
    fun check(self) -> Result<(), String> = if self.id == self.far { Err("id and far are equal") } else { Ok({}) }
}
struct Paused { n: Int }
impl ToJson for Paused {
    fun to_json(self) -> JsonValue {
        if self.n % 2 == 0 { yield_now() }
        return ["n": self.n, "even": self.n % 2 == 0, "none": None]
    }
}
impl FromJson for Paused {
    fun from_json(j: JsonValue) -> Result<Paused, Error> {
        yield_now()
        return Ok(Paused { n: Int.from_json(j["n"])? })
    }
}
fun json(v: JsonValue = ["left": [1, "out"]]) -> JsonValue = v
fun text_of<T: ToJson>(v: T) -> String = stringify(v.to_json())
fun text_of_any(v: dyn ToJson) -> String = stringify(v.to_json())
fun damaged(text: String, n: Int) -> String = match n & 7 {
    0 -> text.replace("1", "\\"x\\""),
    1 -> text.replace("type", "kind"),
    2 -> text[..text.len() - 1],
    3 -> text.replace("null", "1.5"),
    4 -> text.replace("part-made", "graded"),
    5 -> text.replace("\\"c\\"", "\\"a\\""),
    _ -> text,
}
fun judged_text<T: FromJson + ToString>(text: String) -> String = match decode_all<T>(text) {
    Ok(v) -> "\${v}",
    Err(problems) -> problems.map(fun(p) = "\${p.path}: \${p.message} \${p.code}").join("; "),
}
fun number_in(v: JsonValue) -> Int = match v.as_int() {
    Some(n) -> n,
    None -> match v.as_array() { Some(xs) -> xs.len(), None -> if v.is_null() { -1 } else { 0 } },
}
`,
  exports: [
    "Part",
    "Grade",
    "News",
    "Slot",
    "Loose",
    "Outer",
    "Simple",
    "Record",
    "Paused",
    "json",
    "text_of",
    "text_of_any",
    "damaged",
    "judged_text",
    "number_in",
  ],
  expressions: {
    JsonValue: {
      leaves: ["json()", "json(None)", 'json([1, "a", None, 2.5])', 'json(["type": "silence", "a": [1]])'],
      grown: [
        'json(["a": «Int», "b": «String», "c": [«JsonValue», None, «Bool»], "part": «Part»])',
        'json(["type": "part-made", "part": «Part», "count": «Int»])',
        "json([«JsonValue», «List<Int>», «Option<Int>», -1])",
        'json(["a": if «Bool» { «Int» } else { None }, "c": match «Option<Int>» { Some($a) -> [$a, «JsonValue»], None -> «String» }])',
        'json([(if «Bool» { «do» «Part» } else { "x" }), «News»])',
        '(«JsonValue»)["a"]',
        '(«JsonValue»)["c"][«Int» & 3]',
        "(«JsonValue»)[«Int» & 1]",
        "(«News»).to_json()",
        "(«Record»).to_json()",
        "(«Slot»).to_json()",
        "Paused { n: «Int» }.to_json()",
        "merge_patch(«JsonValue», «JsonValue»)",
        "diff(«JsonValue», «JsonValue»)",
        "(fun($a: JsonValue, $b: JsonValue) = patch($a, diff($a, $b)).unwrap() == $b)(«JsonValue», «JsonValue»).to_json()",
        'pointer(«JsonValue», "/c/0").unwrap_or(«JsonValue»)',
        "decode<JsonValue>(damaged(text_of(«JsonValue»), «Int»)).unwrap_or(«JsonValue»)",
      ],
    },
    Part: {
      leaves: [
        "Part { part_id: 1, note: None, sizes: [] }",
        'Part { part_id: q, note: Some("n"), sizes: [1, 2], net_weight: 60 }',
      ],
      grown: [
        "Part { part_id: «Int», note: Some(«String»), sizes: «List<Int>», net_weight: «Int» }",
        "Part { part_id: «Int», note: None, sizes: «List<Int>» }",
        "decode<Part>(damaged(text_of(«Part»), «Int»)).unwrap_or(«Part»)",
        "(«Record»).part",
      ],
    },
    Grade: {
      leaves: ["Grade.FirstRate", "Grade.Last"],
      grown: ["pick(«Bool», Grade.Second, «Grade»)", 'decode<Grade>("\\"third\\"").unwrap_or(«Grade»)'],
    },
    News: {
      leaves: ["News.Silence", "News.Graded(grade: Grade.Second, was: None)"],
      grown: [
        "News.PartMade(part: «Part», count: «Int»)",
        "News.Graded(grade: «Grade», was: Some(«Grade»))",
        "News.Whole(«Part»)",
        "News.Unheard(«JsonValue»)",
        "decode<News>(damaged(text_of(«News»), «Int»)).unwrap_or(«News»)",
      ],
    },
    Slot: {
      leaves: ["Slot.Nothing", "Slot.Named(at: 4)"],
      grown: [
        "Slot.One(«Int»)",
        "Slot.Two(«Int», «String»)",
        "Slot.Named(at: «Int»)",
        "Slot.Deep([«Slot», «Slot»])",
        "decode<Slot>(damaged(text_of(«Slot»), «Int»)).unwrap_or(«Slot»)",
      ],
    },
    Loose: {
      leaves: ["Loose.Number(1)", 'Loose.Text("l")'],
      grown: [
        "Loose.Number(«Int»)",
        "Loose.Numbers(«List<Int>»)",
        "Loose.Pair(a: «Int», b: «Int»)",
        "Loose.Far(c: «Slot»)",
        "decode<Loose>(damaged(text_of(«Loose»), «Int»)).unwrap_or(«Loose»)",
        'decode<Loose>(text_of(["c": «JsonValue», "a": «Int», "b": «Int»])).unwrap_or(«Loose»)',
      ],
    },
    Outer: {
      leaves: ["Outer.Unit", "Outer.Single(2)"],
      grown: [
        "Outer.Nested(«Loose»)",
        "Outer.Told(how_far: «Int», grade: «Grade»)",
        "decode<Outer>(damaged(text_of(«Outer»), «Int»)).unwrap_or(«Outer»)",
      ],
    },
    Record: {
      leaves: [
        "Record { id: 1, part: Part { part_id: 2, note: None, sizes: [] }, grade: None, change: None, far: 3 }",
      ],
      grown: [
        'Record { id: «Int», part: «Part», grade: Some(«Grade»), raw: ["a": «Int», "b": None, "c": [«JsonValue»]], change: Some(None), far: «Int» }',
        "Record { id: «Int», part: «Part», grade: None, raw: «JsonValue», change: Some(Some(«Int»)), far: «Int», news: [«News», «News»], simple: Simple.On(«Int», Some(«Bool»)) }",
        "Record { cached: «Int», ..«Record» }",
        "decode<Record>(damaged(text_of(«Record»), «Int»)).unwrap_or(«Record»)",
      ],
    },
    Int: {
      leaves: ['number_in(json(["a", 2])[1])'],
      grown: [
        "number_in(«JsonValue»)",
        "(«Part»).net_weight",
        "match «News» { PartMade(part, _) -> part.part_id, Graded { grade: FirstRate, .. } -> «Int», Unheard($j) -> number_in($j), _ -> «Int» }",
        "match «Loose» { Number($n) | Pair($n, _) -> $n, Numbers([$n, ..]) -> $n, Far(Deep([One($n), ..])) -> «Int|$n:Int», _ -> «Int» }",
        "(«Record»).far",
        "decode<Paused>(text_of(Paused { n: «Int» })).map(fun($s) = $s.n).unwrap_or(«Int»)",
        "(«JsonValue»).as_array().map(fun($j) = $j.len()).unwrap_or(«Int»)",
      ],
    },
    Bool: {
      leaves: ["json([1]) == json([1.0])"],
      grown: [
        "(«JsonValue» == «JsonValue»)",
        "(json([«Int», «String»]).hash() == json([«Int», «String»]).hash())",
        "(«Record» == decode<Record>(text_of(«Record»)).unwrap_or(«Record»))",
        "(«Loose» == «Loose»)",
      ],
    },
    String: {
      leaves: ['"${json()}"'],
      grown: [
        '"${«JsonValue»}"',
        "text_of(«Record»)",
        "text_of(«News»)",
        'text_of(["part": «Part», "news": [«News»], "none": None])',
        "text_of_any([«Int», «String», None])",
        'text_of(["next": if p > q { p + «Int» } else { None }, "a": match q { 0 -> 1, 1 -> "x", _ -> p }])',
        "text_of_any(«Slot»)",
        "text_of_any(Paused { n: «Int» })",
        "judged_text<Record>(damaged(text_of(«Record»), «Int»))",
        "judged_text<List<News>>(damaged(text_of([«News», «News»]), «Int»))",
        "judged_text<Loose>(text_of(«JsonValue»))",
        "judged_text<Slot>(damaged(text_of(«Slot»), «Int»))",
        "judged_text<Outer>(damaged(text_of(«Outer»), «Int»))",
        "judged_text<Part>(text_of(«JsonValue»))",
        'judged_text<Map<String, Grade?>>(text_of(["a": «Grade», "b": None]))',
      ],
    },
  },
  statements: [
    {
      text: 'let $x: JsonValue = [«Int», «String», ["a": «Bool», "c": [«Int», None]]]',
      declares: "$x:JsonValue",
    },
    {
      text: 'let $x = «Record»; $x.news.push(«News»); $x.raw = ["a": «Int», "b": None]; print(text_of($x))',
      declares: "$x:Record",
    },
    { text: "print(«JsonValue»)" },
    { text: "print(«Record»)" },
    { text: "print(«News»)" },
    { text: "print(judged_text<News>(damaged(text_of(«News»), «Int»)))" },
    { text: "for $j in («JsonValue»).as_array().unwrap_or([]) { «do|$j:JsonValue» }" },
    { text: "for ($k, $v) in («JsonValue»).as_object().unwrap_or([:]) { print($k); «do|$v:JsonValue» }" },
    { text: "if let Some([$a, ..]) = («JsonValue»).as_array() { print($a) } else { «Int» }" },
    {
      text: "match decode_all<List<Part>>(damaged(text_of([«Part», «Part»]), «Int»)) { Ok([$a, ..]) -> print($a), Ok(_) -> «Int», Err($e) -> print($e.len()) }",
    },
  ],
};
