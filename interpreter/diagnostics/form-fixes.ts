// Edits of hints that show a form of Stdlang into which parts of the program have to be moved.
import type { Edit } from "./diagnostic.ts";
import { importEdits } from "./import-edit.ts";
import { AS_VALUE, formatted, inHead, lambda, oneOf, OPEN, rewrite } from "./rewrites.ts";
import { resultType, type Marked, type Rule } from "./token-fixes.ts";

export const FORM_RULES: readonly (readonly [RegExp, Rule])[] = [
  // Operators of other languages.
  [/^there is no `===`/, rewrite("==«=»", "==", OPEN)],
  [/^there is no `!==`/, rewrite("!=«=»", "!=", OPEN)],
  [/^write `!` for `not`$/, rewrite("not «{a}»", "!{a}")],
  [/^write `x\.unwrap_or\(y\)` for `x \?\? y`$/, rewrite("{a} «??» {b}", "{a}.unwrap_or({b})")],
  [/^there is no `\*\*`/, rewrite("{a} *«*» {b}", "{a}.pow({b})", OPEN)],
  [/^there is no `\|>`/, oneOf(rewrite("{x} |«>» {f}()", "{f}({x})"), rewrite("{x} |«>» {f}", "{f}({x})"))],
  [/^there is no `\+\+`/, oneOf(rewrite("+«+»{x}", "{x} += 1"), rewrite("{x}++«»", "{x} += 1"))],
  [/^there is no `--`/, oneOf(rewrite("-«-»{x}", "{x} -= 1"), rewrite("{x}--«»", "{x} -= 1"))],
  [/^there is no `x!`/, rewrite("{x}!«»", "{x}.unwrap()", OPEN)],
  [
    /^there is no `a \? b : c`/,
    oneOf(
      rewrite("{c:c} ? {a:c} «:» {b:c}", "if {c} { {a} } else { {b} }"),
      rewrite("{c:c} ? «{a}» : {b:c}", "if {c} { {a} } else { {b} }"),
    ),
  ],
  [/^write the condition first: /, rewrite("{a} if {c:c} «else» {b}", "if {c} { {a} } else { {b} }")],
  [
    /^there is no `then`/,
    oneOf(
      rewrite("if {c:c} «then» {a:c} else {b:c}", "if {c} { {a} } else { {b} }"),
      rewrite("if {c:c} «then» {a:c} end", "if {c} { {a} }"),
      rewrite("if {c:c} «then» {a:c}", "if {c} { {a} }"),
    ),
  ],
  [/^compare twice and join with `&&`/, rewrite("{a} < {b} «<» {c}", "{a} < {b} && {b} < {c}")],
  [
    /^compare with both ends: /,
    oneOf(
      rewrite("{a} «in» {x}..={y}", "{a} >= {x} && {a} <= {y}"),
      rewrite("{a} «in» {x}..{y}", "{a} >= {x} && {a} < {y}"),
    ),
  ],
  [/^write `xs\.contains\(x\)` for /, rewrite("{x} «in» {xs}", "{xs}.contains({x})")],
  [/^write `!xs\.contains\(x\)` for /, rewrite("{x} «not» in {xs}", "!{xs}.contains({x})")],
  [/^test for a value with `o\.is_none\(\)`$/, rewrite("{o} «is» None", "{o}.is_none()")],
  [/^test for a value with `o\.is_some\(\)`$/, rewrite("{o} «is» not None", "{o}.is_some()")],
  [/^test whether there is a value: `\.is_some\(\)`$/, rewrite("«{o}»", "{o}.is_some()", OPEN)],
  [/^write `.+\["\w+"\]`, which is null if /, rewrite("{v}.«{n}»", '{v}["{n}"]', OPEN)],
  [/^loop over its elements with /, rewrite("«{v}»", "{v}.as_array().unwrap_or([])", OPEN)],
  [
    /^convert values with methods: /,
    oneOf(
      rewrite("{x} «as» Float", "{x}.to_float()"),
      rewrite("{x} «as» Int", "{x}.to_int()"),
      rewrite("{x} «as» String", "{x}.to_string()"),
    ),
  ],
  [
    /^write `list\.repeat\(x, n\)` with /,
    rewrite("[{x}] «*» {n}", "list.repeat({x}, {n})", { imports: "std/list", open: true }),
  ],
  [/^write `s\.repeat\(n\)`$/, rewrite("{s} «*» {n}", "{s}.repeat({n})", OPEN)],
  [/^write `a\.(union)\(b\)`$/, rewrite("{a} «|» {b}", "{a}.union({b})")],
  [/^write `if a \{ b \}`$/, rewrite("{c:c} && «{b}»", "if {c} { {b} }")],
  [/^compute with its code point: /, rewrite("{a} «-» {b}", "{a}.to_int() - {b}.to_int()")],
  [/^receive a value with `c\.recv\(\)`$/, rewrite("«<»-{c}", "{c}.recv()", OPEN)],
  [/^send a value with `c\.send\(value\)`$/, rewrite("{c} «<»- {v}", "{c}.send({v})")],
  [
    /^join strings with `\+`$/,
    oneOf(rewrite("{a} . «{b}»", "{a} + {b}"), rewrite("«{a} .. {b}»", "{a} + {b}")),
  ],
  [
    /^a range counts by one: /,
    oneOf(
      ...["«range»({x}, {y}, {n})", "{x}..{y} «step» {n}", "{x}..{y}«..»{n}"].map((form) =>
        rewrite(form, "list.range({x}, {y}).iter().step_by({n})", { imports: "std/list", open: true }),
      ),
    ),
  ],
  // Calls.
  [/^call it on the list: `xs\.join\(separator\)`$/, rewrite("{s}.«join»({xs:p})", "{xs}.join({s})", OPEN)],
  [/^write `(\w+)\.len\(\)`$/, rewrite("«len»({x})", "{x}.len()", OPEN)],
  [
    /^`panic` is a function: /,
    oneOf(
      rewrite("«panic!({x:p})»", "panic({x})", OPEN),
      rewrite("«unreachable!()»", 'panic("unreachable")', OPEN),
    ),
  ],
  [
    /^write `(panic\("not implemented"\))`$/,
    oneOf(rewrite("«TODO»()", "{hint}", OPEN), rewrite("«todo!()»", "{hint}", OPEN)),
  ],
  [
    /^`print` is a function: /,
    oneOf(
      formatted('«{m}!("{text:s}")»', (text) => `print("${text}")`),
      formatted('«{m}!("{text:s}", {values:p})»', (text) => `print("${text}")`),
    ),
  ],
  [
    /^embed values in a string: /,
    oneOf(
      formatted('"{text:s}".«format»({values:p})', (text) => `"${text}"`),
      formatted('«fmt».Sprintf("{text:s}", {values:p})', (text) => `"${text}"`),
      formatted('«format»!("{text:s}", {values:p})', (text) => `"${text}"`),
    ),
  ],
  [/^embed a value with a `\$`/, rewrite("«\\(»{x:p})", "${{x}}", OPEN)],
  [
    /^format a value with a function: /,
    oneOf(rewrite("${{x:c}«:».{d:d}f}", "${fmt.format_float({x}, {d})}", { imports: "std/fmt", open: true })),
  ],
  [
    /^return an error: `return Err\(error\("message"\)\)`/,
    (_, { source, span, rest }) => {
      const found = /^\s+(?:new\s+)?(?:[A-Z]\w*\()?("(?:[^"\\\n]|\\.)*")\)?/.exec(rest);
      if (found === null) return null;
      const text = `return Err(error.error(${found[1]!}))`;
      return [
        ...importEdits(source, "std/error"),
        { source, span: { start: span.start, end: span.end + found[0].length }, text },
      ];
    },
  ],
  [
    /^`(variant_names<\w+>\(\))` returns the names of the variants$/,
    rewrite("{C}.«values»()", "{hint}", OPEN),
  ],
  [/^to count from the end, write `([^`…]+)`$/, rewrite("{xs}[«»]", "{hint}", OPEN)],
  [
    /^to get the index of each element, write `for \(i, x\) in xs\.enumerate\(\)`$/,
    rewrite("«({p:p})» in {xs}", "({p}) in {xs}.enumerate()", OPEN),
  ],
  // Values.
  [
    /^a value that may be absent is an `Option`/,
    oneOf(...["null", "nil", "undefined"].map((word) => rewrite(`«${word}»`, "None", OPEN))),
  ],
  [
    /^write a list as `\[1, 2/,
    oneOf(
      ...["listOf", "arrayOf", "mutableListOf", "Vec.of"].map((name) =>
        rewrite(`«${name}»({p:p})`, "[{p}]", OPEN),
      ),
      rewrite("List.«new»()", "[]", OPEN),
      rewrite("Vec.«with_capacity»({n})", "[]", OPEN),
      rewrite("«vec»![{p:p}]", "[{p}]", OPEN),
      rewrite("«new» {t:t}()", "[]", OPEN),
      rewrite("Vec:«:»new()", "[]", OPEN),
      rewrite("Vec«::»new()", "[]", OPEN),
    ),
  ],
  [
    /^write a map as `\["a": 1\]`, an empty one as `\[:\]` or `Map\.new\(\)`/,
    oneOf(
      rewrite("«new» {t:t}()", "Map.new()", OPEN),
      rewrite("HashMap«::»new()", "Map.new()", OPEN),
      rewrite("new HashMap<«>»()", "Map.new()", OPEN),
    ),
  ],
  [
    /^write a map as `\["key": value\]`/,
    oneOf(
      rewrite("map[{t:t}]{u:t}{{k:c}«:»{v:p}}", "[{k}: {v}]", OPEN),
      rewrite("{{k:c}«:»{v:p}}", "[{k}: {v}]", { start: AS_VALUE, open: true }),
    ),
  ],
  [
    /^write a set as `\{1, 2\}`/,
    oneOf(
      rewrite("«set»()", "Set.new()", OPEN),
      rewrite("«new» Set([{p:p}])", "{{p}}", OPEN),
      rewrite("«new» Set()", "Set.new()", OPEN),
    ),
  ],
  [/^create values with literals, /, rewrite("«new» {x}", "{x}", OPEN)],
  [/^separate the digits of a number with `_`/, rewrite("{a}«,»{b}", "{a}_{b}", OPEN)],
  [
    /^`\w+` is not wrapped in `Option`: use the value itself$/,
    oneOf(rewrite(".«unwrap»()", "", OPEN), rewrite(".«unwrap_or»({x:p})", "", OPEN)),
  ],
  [/^this binds the whole `[^`]+`: for its value, write `([^`…]+)`$/, rewrite("«{x}»", "{hint}", OPEN)],
  [/^if this is intended, name it `(\w+)`$/, rewrite("«{x}»", "{hint}", OPEN)],
  [/^its parts are `\.0` to `\.\d+`$/, rewrite("«{t}[{n:d}]»", "{t}.{n}", OPEN)],
  [/^write `([1-9]\w*)`$/, rewrite("«{x}»", "{hint}", OPEN)],
  [/^write `(true|false)`$/, rewrite("«{x}»", "{hint}", OPEN)],
  [
    /^write a slice of a list or string with `\.\.`/,
    oneOf(rewrite("[{a}«:»{b}]", "[{a}..{b}]", OPEN), rewrite("[{a}:«]»", "[{a}..]", OPEN)),
  ],
  // Patterns.
  [
    /^write a tuple pattern to iterate over pairs: /,
    oneOf(
      rewrite("for {x}«,» {y} := range {m}", "for ({x}, {y}) in {m}", OPEN),
      rewrite("for {x}«,» {y} in", "for ({x}, {y}) in", OPEN),
    ),
  ],
  [
    /^bind several names with a tuple: /,
    oneOf(
      rewrite("let {x}«,» {y} = {a}, {b}", "let ({x}, {y}) = ({a}, {b})"),
      rewrite("{x}«,» {y} := {a}, {b}", "let ({x}, {y}) = ({a}, {b})"),
      rewrite("{x}«,» {y} := {a}", "let ({x}, {y}) = {a}"),
      rewrite("let {x}«,» {y} =", "let ({x}, {y}) =", OPEN),
    ),
  ],
  [
    /^assign (?:to several variables with a tuple|several values as a tuple): /,
    oneOf(
      rewrite("({x}, {y}) = {a}«,» {b}", "({x}, {y}) = ({a}, {b})"),
      rewrite("{x}«,» {y} = {a}, {b}", "({x}, {y}) = ({a}, {b})"),
    ),
  ],
  [/^return several values as a tuple: /, rewrite("return {x}«,» {y}", "return ({x}, {y})")],
  [/^a loop has one value: write several as a tuple, /, rewrite("break {x}«,» {y}", "break ({x}, {y})")],
  [/^write several results as a tuple: /, rewrite("-> {x:t}«,» {y:t}", "-> ({x}, {y})", OPEN)],
  [
    /^the other elements are `\.\.rest` in a list pattern/,
    oneOf(rewrite("..«.»{rest}", "..{rest}", OPEN), rewrite("{x} «::» {rest}", "[{x}, ..{rest}]", OPEN)),
  ],
  [/^write the name behind the dots: `\.\.rest`$/, rewrite("{rest} «@» ..", "..{rest}", OPEN)],
  // Functions and types.
  [
    /^write anonymous functions as `fun\(x\) = x \+ 1`/,
    oneOf(
      lambda("({p:p}) «=>»", "fun({p})"),
      lambda("{x} «=>»", "fun({x})"),
      lambda("lambda {x}«:»", "fun({x})"),
      lambda("lambda «{x}»:", "fun({x})"),
      rewrite("lambda {x}«,»{p:c}:", "fun({x}, {p}) =", OPEN),
      lambda("«|»{p:c}|", "fun({p})"),
    ),
  ],
  [
    /^write the result type after `->`/,
    oneOf(rewrite(")«:»", ") ->", OPEN), rewrite(")«{t:t}»", ") -> {t}", OPEN)),
  ],
  [
    /^write function types as `fun\(Int\) -> Int`$/,
    oneOf(
      rewrite("Fn«(»", "fun(", OPEN),
      rewrite("«(»{p:p}) ->", "fun({p}) ->", OPEN),
      rewrite("({p:p}) «->»", "fun({p}) ->", OPEN),
    ),
  ],
  [/^write the type of a list as `List<(\w+)>`$/, rewrite("«[»{t:t}]", "List<{t}>", OPEN)],
  [
    /^the type of any value is `Any`$/,
    oneOf(rewrite("«any»", "Any", OPEN), rewrite("interface«{»}", "Any", OPEN)),
  ],
  [/^put the `\?` after the type/, rewrite("{x}«?»: {t:t}", "{x}: {t}?", OPEN)],
  [
    /^a field has a name and a type: `(\w+: \w+)`$/,
    oneOf(rewrite("{x}«,» {y}: {t:t}", "{x}: {t}, {y}: {t}", OPEN), rewrite("{x}«,»", "{hint},", OPEN)),
  ],
  [/^write attributes with `@`/, rewrite("«#»[{x:p}]", "@{x}", OPEN)],
  [/^separate the parts of a module's path with `\/`/, rewrite("import {x}«.»{y}", "import {x}/{y}")],
  [
    /^add `self` as its first parameter: `\w+\(self\)`$/,
    inHead(
      /\bfun \w+\(\s*(?=(\S))/,
      (_, { 0: head, 1: next }) => `${head}${next === ")" ? "self" : "self, "}`,
    ),
  ],
  [
    /^declare the type parameter: `\w+<(\w+)>`$/,
    inHead(/\bfun \w+(?=\()/, (type, [head]) => `${head}<${type}>`),
  ],
  [
    /^add the bound:? `(\w+: [\w +]+)`$/,
    (match, marked) => {
      const [name, bound] = match[1]!.split(": ") as [string, string];
      return inHead(
        new RegExp(`(?<=\\b(?:fun|struct|enum|trait) \\w+<[^<>(){}\\n]*)\\b${name}\\b(: [\\w +]*)?(?=[,>])`),
        (_, [, bounds]) =>
          bounds === undefined || bound.startsWith(bounds.slice(2))
            ? `${name}: ${bound}`
            : `${name}${bounds} + ${bound}`,
      )(match, marked);
    },
  ],
  [/^there is no `\?\?`/, rewrite("{a} ?? «{b}»", "{a}.unwrap_or({b})")],
  [/^set it: `Response\./, rewrite("Response.«status»({n})", 'Response.text("").status_code({n})', OPEN)],
  // More calls, by the names of other languages.
  [
    /^write `\w+\.(\w+)\(\)`(?:$|, which returns an option$)/,
    oneOf(
      rewrite("{M}.«{f}»({x})", "{x}.{hint}()", OPEN),
      rewrite("«{M}».{f}({x})", "{x}.{hint}()", OPEN),
      rewrite("«{f}»({x})", "{x}.{hint}()", OPEN),
    ),
  ],
  [/^write `\w+\.(join|split)\(","\)`$/, rewrite("«{f}»({s}, {x})", "{x}.{hint}({s})", OPEN)],
  [/^write `xs\.(contains)\(x\)`$/, rewrite("«{f}»({x}, {xs})", "{xs}.{hint}({x})", OPEN)],
  [/^call it on the list: `xs\.join\(separator\)`$/, rewrite("«{M}».{f}({s}, {xs})", "{xs}.join({s})", OPEN)],
  [/^write `(print)\(x\)`$/, rewrite("«{f}»({x})", "{hint}({x})", OPEN)],
  [/^end the program with `(panic)\("message"\)`$/, rewrite("«{f}»({x:p})", "{hint}({x})", OPEN)],
  [
    /^write `(json\.stringify)\(x\.to_json\(\)\)`$/,
    rewrite("json.«{f}»({x})", "{hint}({x}.to_json())", OPEN),
  ],
  [/^write `!x\.(is_empty)\(\)`$/, rewrite("{x}.«{f}»()", "!{x}.{hint}()")],
  [/^write `\.((?:\w+\(\)\.)+\w+\(\))`$/, rewrite("«{f}»()", "{hint}", OPEN)],
  [/^write `\.map\(f\)\.(\w+)\(\)`$/, rewrite("«{f}»({x:p})", "map({x}).{hint}()", OPEN)],
  [/^write `\.(body)`$/, rewrite("«{f}»()", "{hint}", OPEN)],
  [/^use `\.(count)\(x\)`$/, rewrite("«{c}[{k}]»", "{c}.{hint}({k})", OPEN)],
  [
    /^with (\d+) arguments?, write `\.?(\w+)\(([^`]*)\)`/,
    ([, count, name, parts], marked) =>
      parts!.split(", ").length === Number(count)
        ? rewrite("«{f}»(", `${name!}(`, OPEN)([""] as never, marked)
        : null,
  ],
  [
    /^write `(\w+)\([^`]*\)`$/,
    (match, marked) => (/^\s*[,}]/.test(marked.rest) ? selected(match[1]!, marked) : null),
  ],
  [/^strings embed expressions: /, formatted('«format!("{text:s}", {values:p})»', (text) => `"${text}"`)],
  [/^embed values in a string: /, formatted('"{text:s}" «%» {values}', (text) => `"${text}"`)],
  [
    /^embed several values in one string: /,
    oneOf(
      rewrite("«print»({a}, {b})", 'print("${{a}} ${{b}}")', OPEN),
      rewrite("«print»({a}, {b}, {c})", 'print("${{a}} ${{b}} ${{c}}")', OPEN),
    ),
  ],
  [/^call it with parentheses: /, rewrite("«{f}[{x:p}]»", "{f}({x})", OPEN)],
  [/^call a function value directly: /, rewrite(".«(»", "(", OPEN)],
  [/^append to a list with `xs\.push\(x\)`$/, rewrite("{xs}«[]» = {v}", "{xs}.push({v})")],
  [/^clear bits with /, rewrite("{a} &«^» {b}", "{a} & ~{b}")],
  [/^test for a value with `\w+\.is_some\(\)`$/, rewrite("{o} «is» not null", "{o}.is_some()")],
  [/^write `(==|!=)`$/, rewrite("{a}.«{f}»?({b})", "{a} {hint} {b}")],
  // More values, types and declarations.
  [/^inputs that a path can give are `(\w+)`$/, rewrite("«:{x}»", ":{hint}", OPEN)],
  [
    /^for a value that is computed when the program starts, write `let /,
    rewrite("const {x}: {t:t} = «»", "let {x}: {t} = {mark}", OPEN),
  ],
  [/^remove the character, or write it as `(\\u\{\w+\})`$/, rewrite("«»", "{hint}", OPEN)],
  [
    /^write a map as `\["key": value\]`/,
    oneOf(
      rewrite("[{k} «=>» {v}]", "[{k}: {v}]", OPEN),
      rewrite("{{k} «=>» {v}}", "[{k}: {v}]", OPEN),
      rewrite("[{k} «to» {v}]", "[{k}: {v}]", OPEN),
      rewrite("mapOf({k} «to» {v})", "[{k}: {v}]", OPEN),
    ),
  ],
  [/^a Bool is compared with `true` without quotes/, rewrite('«"{x:s}"»', "{x}", OPEN)],
  [/^write anonymous functions as `fun\(x\) = x \+ 1`/, lambda("«||»", "fun()")],
  [/^write a function: `(fun\(x\) = x\.\w+)`$/, rewrite("«\\».{f}", "{hint}", OPEN)],
  [/^pass a function: `(fun\(x\) = x\.\w+)`$/, rewrite("«&»:{f}", "{hint}", OPEN)],
  [
    /^write the payload of a variant in parentheses: /,
    oneOf(rewrite("{V} «{»{p:p}}", "{V}({p})", OPEN), rewrite("{V} { «{w}»{p:p}}", "{V}({w}{p})", OPEN)),
  ],
  [
    /^write the body in braces: `else \{ return \}`$/,
    rewrite("else «return»{rest:r}", "else { return {rest} }", OPEN),
  ],
  [
    /^declare variables with `let`$/,
    oneOf(rewrite("var {x}«:»", "let {x}:", OPEN), rewrite("val {x}«:»", "let {x}:", OPEN)),
  ],
  [/^write the type of a list as `(List<\w+>)`$/, rewrite("{t:t}«[»]", "{hint}", OPEN)],
  [/^write the type of a map as `(Map<\w+, \w+>)`$/, rewrite("map«[»{k:t}]{v:t}", "{hint}", OPEN)],
  [/^write `\w+\?`$/, rewrite("«?»{t:t}", "{t}?", OPEN)],
  [/^a function type lists the types of its parameters only/, rewrite("{a}«:» {t:t}", "{t}", OPEN)],
  [/^to return it, declare the result: `(-> [^`…]+)` after the parameters$/, resultType],
  [/^write the traits in parentheses: /, rewrite("@derive«[»{p:p}]", "@derive({p})", OPEN)],
  [/^did you mean `(std\/\w+)`\?$/, rewrite("«std/{x}»", "{hint}", OPEN)],
  [/^every field can be read and assigned to: /, rewrite("attr_accessor «{x}»", "{x}", OPEN)],
];

/** Selects another function, and calls it where the program calls the one of the old name. */
function selected(name: string, { source, span, text }: Marked): Edit[] {
  const calls = [...source.text.matchAll(new RegExp(`(?<![\\w.])${text}(?=\\()`, "g"))];
  return [span, ...calls.map(({ index }) => ({ start: index, end: index + text.length }))].map((each) => ({
    source,
    span: each,
    text: name,
  }));
}
