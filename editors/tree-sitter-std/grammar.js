// The grammar for editors that colour, fold and indent by tree-sitter. It accepts every text that the parser of
// interpreter/syntax accepts, and some more: it has no messages to give. src/scanner.c finds the line breaks that end
// something, as the lexer does.
/// <reference types="tree-sitter-cli/dsl" />

/** From loosest to tightest. */
const PREC = {
  statement: 0,
  lambda: 1,
  or: 2,
  and: 3,
  letCondition: 4,
  compare: 5,
  bitOr: 6,
  bitXor: 7,
  bitAnd: 8,
  shift: 9,
  range: 10,
  add: 11,
  multiply: 12,
  prefix: 13,
  postfix: 14,
};

const commaList = (rule) => seq(rule, repeat(seq(",", rule)), optional(","));
const separators = ($) => repeat1(choice($._newline, ";"));
/** Entries with commas or line breaks between them. */
const lines = ($, rule) =>
  seq(optional(separators($)), optional(seq(rule, repeat(seq($._between, rule)), optional($._between))));

export default grammar({
  name: "std",

  externals: ($) => [$._newline, $._open_end],
  extras: ($) => [/\s/, $.comment],
  word: ($) => $.identifier,
  supertypes: ($) => [$._expression, $._pattern, $._type],
  inline: ($) => [$._body],

  conflicts: ($) => [
    // `a < b` or `a<B>(…)`
    [$._expression, $.generic],
    // `x {`: a struct literal, or the body behind a head
    [$._expression, $.struct_literal],
    // `{ a, b }` and `{ a }`
    [$.block, $.set],
  ],

  rules: {
    source_file: ($) => seq(optional($.shebang), optional(separators($)), repeat(seq($._item, optional(separators($))))),
    shebang: () => token(prec(10, /#![^\n]*/)),
    comment: () => token(choice(/\/\/[^\n]*/, /\/\*[^*]*\*+([^/*][^*]*\*+)*\//)),

    _between: ($) => choice(seq(",", optional(separators($))), separators($)),

    // ---- items

    _item: ($) =>
      choice($.import, $.constant, $.global, $.function, $.struct, $.enum, $.trait, $.impl, $.alias, $.macro, $.macro_call),

    import: ($) =>
      seq(
        "import",
        field("source", choice($.module_path, $.string)),
        optional(seq("as", field("alias", $.identifier))),
        optional($.selectors),
      ),
    module_path: ($) => seq($.identifier, repeat1(seq("/", $.identifier))),
    selectors: ($) => seq("{", lines($, $.selector), "}"),
    selector: ($) => seq(field("name", $.identifier), optional(seq("as", field("alias", $.identifier)))),

    constant: ($) =>
      seq(repeat($._attribute), "const", field("name", $.identifier), optional($._annotation), "=", field("value", $._expression)),
    global: ($) =>
      prec.right(
        seq(repeat($._attribute), "let", field("name", $.identifier), optional($._annotation), optional(seq("=", field("value", $._expression)))),
      ),
    _annotation: ($) => seq(":", field("type", $._type)),

    function: ($) =>
      prec.right(
        seq(
          repeat($._attribute),
          "fun",
          field("name", $.identifier),
          optional($.type_parameters),
          field("parameters", $.parameters),
          optional(seq("->", field("result", $._type))),
          optional($._body),
        ),
      ),
    _body: ($) => field("body", choice($.block, $.expression_body)),
    expression_body: ($) => prec.right(PREC.lambda, seq("=", $._expression)),
    type_parameters: ($) => seq("<", commaList($.type_parameter), ">"),
    type_parameter: ($) =>
      seq(field("name", $.identifier), optional(seq(":", $._bound, repeat(seq("+", $._bound))))),
    _bound: ($) => choice($.type_name, $.generic_type),
    parameters: ($) => seq("(", optional(commaList(choice($.parameter, $.self_parameter))), ")"),
    self_parameter: ($) => seq($.self, optional($._annotation)),
    parameter: ($) =>
      seq(repeat($._attribute), field("pattern", $._pattern), optional($._annotation), optional(seq("=", field("default", $._expression)))),

    _attribute: ($) => seq($.attribute, optional(separators($))),
    attribute: ($) => prec.right(seq("@", field("name", $.identifier), optional(seq("(", optional(commaList($.attribute_argument)), ")")))),
    attribute_argument: ($) =>
      seq(choice($.identifier, $.string, $.integer), optional(seq(":", optional($._newline), $._attribute_value))),
    _attribute_value: ($) =>
      choice(
        seq("[", optional(commaList($._attribute_value)), "]"),
        seq(optional("-"), choice($._literal, $.identifier)),
      ),

    struct: ($) =>
      seq(repeat($._attribute), "struct", field("name", $.identifier), optional($.type_parameters), field("body", $.fields)),
    fields: ($) => seq("{", lines($, $.field), "}"),
    field: ($) =>
      seq(
        repeat($._attribute),
        field("name", choice($.identifier, $.integer)),
        ":",
        field("type", $._type),
        optional(seq("=", field("default", $._expression))),
      ),
    enum: ($) =>
      seq(repeat($._attribute), "enum", field("name", $.identifier), optional($.type_parameters), field("body", $.variants)),
    variants: ($) => seq("{", lines($, $.variant), "}"),
    variant: ($) => seq(repeat($._attribute), field("name", $.identifier), optional($.payloads)),
    payloads: ($) => seq("(", optional(commaList($.payload)), ")"),
    payload: ($) => seq(repeat($._attribute), optional(seq(field("name", $.identifier), ":")), field("type", $._type)),

    trait: ($) =>
      seq(repeat($._attribute), "trait", field("name", $.identifier), optional($.type_parameters), field("body", $.members)),
    impl: ($) =>
      seq(
        repeat($._attribute),
        "impl",
        optional($.type_parameters),
        field("of", $._type),
        optional(seq("for", field("for", $._type))),
        field("body", $.members),
      ),
    members: ($) => seq("{", optional(separators($)), repeat(seq($.function, optional(separators($)))), "}"),
    alias: ($) =>
      seq(repeat($._attribute), "type", field("name", $.identifier), optional($.type_parameters), "=", field("type", $._type)),

    // ---- macros: any tokens within brackets

    macro: ($) => seq("macro", field("name", $.identifier), $.token_tree),
    macro_call: ($) => prec(PREC.postfix, seq(field("name", $.identifier), token.immediate("!"), $.token_tree)),
    token_tree: ($) =>
      choice(seq("(", repeat($._token), ")"), seq("[", repeat($._token), "]"), seq("{", repeat($._token), "}")),
    _token: ($) =>
      choice(
        $.token_tree,
        $._literal,
        $.identifier,
        $.self,
        $.self_type,
        $.label,
        $.metavariable,
        $._keyword,
        $._punctuation,
      ),
    metavariable: () => token(/\$[A-Za-z_][A-Za-z0-9_]*/),
    _keyword: () =>
      choice(
        "let", "const", "return", "break", "continue", "defer", "spawn", "as", "else", "enum", "extern", "for", "fun", "if",
        "impl", "import", "in", "loop", "match", "struct", "trait", "while", "dyn", "type", "macro",
      ),
    _punctuation: () => token(prec(-1, /[^\s()\[\]{}"'A-Za-z0-9_]/)),

    // ---- types

    _type: ($) => choice($.type_name, $.generic_type, $.dyn_type, $.function_type, $.tuple_type, $.optional_type, $.macro_call),
    type_name: ($) => prec.left(choice($.identifier, $.self_type, seq($.identifier, ".", $.identifier))),
    generic_type: ($) => prec(1, seq($.type_name, $.type_arguments)),
    type_arguments: ($) => seq("<", commaList($._type), ">"),
    dyn_type: ($) => prec(2, seq("dyn", choice($.type_name, $.generic_type))),
    function_type: ($) => prec.right(seq("fun", "(", optional(commaList($._type)), ")", "->", field("result", $._type))),
    tuple_type: ($) => seq("(", optional(commaList($._type)), ")"),
    optional_type: ($) => prec(3, seq($._type, "?")),

    // ---- statements

    block: ($) => seq("{", optional(separators($)), repeat(seq($._statement, optional(separators($)))), "}"),
    _statement: ($) => choice($.let, $.return, $.break, $.continue, $.defer, $.assignment, $._expression),
    let: ($) =>
      prec.right(
        seq(
          choice("let", "const"),
          field("pattern", $._pattern),
          optional($._annotation),
          "=",
          field("value", $._expression),
          optional(seq("else", field("else", $.block))),
        ),
      ),
    return: ($) => prec.right(seq("return", optional($._expression))),
    break: ($) => prec.right(seq("break", optional($.label), optional($._expression))),
    continue: ($) => prec.right(seq("continue", optional($.label))),
    defer: ($) => prec.right(seq("defer", $._expression)),
    assignment: ($) =>
      prec.right(
        seq(
          field("left", $._expression),
          field("operator", choice("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")),
          field("right", $._expression),
        ),
      ),

    // ---- expressions

    _expression: ($) =>
      choice(
        $._literal,
        $.identifier,
        $.self,
        $.self_type,
        $.generic,
        $.member,
        $.part,
        $.call,
        $.index,
        $.try,
        $.unary,
        $.binary,
        $.struct_literal,
        $.paren,
        $.list,
        $.map,
        $.set,
        $.block,
        $.if,
        $.match,
        $.loop,
        $.while,
        $.for,
        $.labelled,
        $.spawn,
        $.lambda,
        $.macro_call,
        $.open_range,
        // In strings of macros.
        $.metavariable,
      ),

    generic: ($) => prec.dynamic(2, seq(choice($.identifier, $.member), $.type_arguments)),
    member: ($) =>
      prec(PREC.postfix, seq(field("receiver", $._expression), ".", field("name", $.identifier))),
    part: ($) => prec(PREC.postfix, seq(field("receiver", $._expression), ".", field("part", $.integer))),
    call: ($) => prec(PREC.postfix, seq(field("callee", $._expression), field("arguments", $.arguments))),
    arguments: ($) => seq("(", optional(commaList($.argument)), ")"),
    argument: ($) => seq(optional(seq(field("name", $.identifier), ":")), $._expression),
    index: ($) => prec(PREC.postfix, seq(field("receiver", $._expression), "[", $._index, "]")),
    _index: ($) => choice($._expression, seq(choice("..", "..="), optional($._expression))),
    // `xs[i | 2..]`: what is before the dots is a whole expression.
    open_range: ($) => prec.left(PREC.range, seq($._expression, choice("..", "..="), $._open_end)),
    try: ($) => prec(PREC.postfix, seq($._expression, "?")),
    unary: ($) => prec(PREC.prefix, seq(field("operator", choice("-", "!", "~")), $._expression)),
    binary: ($) =>
      choice(
        ...[
          [PREC.or, "||"],
          [PREC.and, "&&"],
          [PREC.compare, choice("==", "!=", "<", ">", "<=", ">=")],
          [PREC.bitOr, "|"],
          [PREC.bitXor, "^"],
          [PREC.bitAnd, "&"],
          [PREC.shift, choice("<<", ">>")],
          [PREC.range, choice("..", "..=")],
          [PREC.add, choice("+", "-")],
          [PREC.multiply, choice("*", "/", "%")],
        ].map(([level, operator]) =>
          prec.left(level, seq(field("left", $._expression), field("operator", operator), field("right", $._expression))),
        ),
      ),

    struct_literal: ($) =>
      prec.dynamic(
        1,
        seq(field("type", choice($.identifier, $.self_type, $.member, $.generic)), $.initializers),
      ),
    initializers: ($) => seq("{", lines($, choice($.initializer, $.base)), "}"),
    initializer: ($) => seq(field("name", $.identifier), optional(seq(":", field("value", $._expression)))),
    base: ($) => seq("..", $._expression),

    paren: ($) => seq("(", optional(commaList($._expression)), ")"),
    list: ($) => seq("[", optional(commaList($._expression)), "]"),
    map: ($) => seq("[", choice(":", commaList($.entry)), "]"),
    entry: ($) => seq(field("key", $._expression), ":", field("value", $._expression)),
    set: ($) => seq("{", optional($._newline), $._expression, ",", optional(commaList($._expression)), optional($._newline), "}"),

    if: ($) =>
      prec.right(
        seq(
          "if",
          field("test", $._test),
          field("then", $.block),
          optional(seq("else", field("else", choice($.block, $.if)))),
        ),
      ),
    _test: ($) => choice($._expression, $.let_condition, $.let_chain),
    let_condition: ($) =>
      prec.left(PREC.letCondition, seq("let", field("pattern", $._pattern), "=", field("value", $._expression))),
    let_chain: ($) =>
      prec.left(
        PREC.and,
        choice(
          seq($.let_chain, "&&", choice($.let_condition, $._expression)),
          seq($.let_condition, "&&", choice($.let_condition, $._expression)),
          seq($._expression, "&&", $.let_condition),
        ),
      ),
    match: ($) => seq("match", field("value", $._test), field("arms", $.arms)),
    arms: ($) => seq("{", lines($, $.arm), "}"),
    arm: ($) =>
      prec.right(
        seq(
          field("pattern", $._pattern),
          optional(seq("if", field("guard", $._test))),
          "->",
          field("body", choice($._expression, $.assignment, $.return, $.break, $.continue)),
        ),
      ),
    loop: ($) => seq("loop", field("body", $.block)),
    while: ($) => seq("while", field("test", $._test), field("body", $.block)),
    for: ($) => seq("for", field("pattern", $._pattern), "in", field("in", $._expression), field("body", $.block)),
    labelled: ($) => seq($.label, ":", choice($.loop, $.while, $.for)),
    spawn: ($) => prec.right(PREC.lambda, seq("spawn", $._expression)),
    lambda: ($) =>
      prec.right(
        PREC.lambda,
        seq("fun", field("parameters", $.parameters), optional(seq("->", field("result", $._type))), $._body),
      ),

    // ---- patterns

    _pattern: ($) =>
      choice(
        $.identifier,
        $._literal,
        $.negative,
        $.variant_pattern,
        $.struct_pattern,
        $.range_pattern,
        $.tuple_pattern,
        $.list_pattern,
        $.or_pattern,
        $.macro_call,
      ),
    negative: ($) => seq("-", choice($.integer, $.float)),
    variant_pattern: ($) => seq(field("name", $.identifier), "(", optional(commaList($._pattern)), ")"),
    struct_pattern: ($) =>
      seq(field("name", $.identifier), "{", lines($, choice($.field_pattern, $.rest)), "}"),
    field_pattern: ($) => seq(field("name", $.identifier), optional(seq(":", optional($._newline), $._pattern))),
    range_pattern: ($) =>
      seq($._limit, choice("..", "..="), $._limit),
    _limit: ($) => choice($.integer, $.char, $.negative),
    tuple_pattern: ($) => seq("(", optional(commaList($._pattern)), ")"),
    list_pattern: ($) => seq("[", optional(commaList(choice($._pattern, $.rest))), "]"),
    rest: ($) => prec.right(seq("..", optional($.identifier))),
    or_pattern: ($) => prec.left(seq($._pattern, "|", $._pattern)),

    // ---- tokens

    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    self: () => "self",
    self_type: () => "Self",
    label: () => token(/'[A-Za-z_][A-Za-z0-9_]*/),

    _literal: ($) => choice($.integer, $.float, $.char, $.string, $.block_string, $.boolean),
    boolean: () => choice("true", "false"),
    integer: () => token(choice(/0[xXbBoO][0-9A-Fa-f_]+/, /[0-9][0-9_]*/)),
    float: () => token(choice(/[0-9][0-9_]*\.[0-9][0-9_]*([eE][+-]?[0-9_]+)?/, /[0-9][0-9_]*[eE][+-]?[0-9_]+/)),
    char: () => token(choice(/'[^'\\\n]'/, /'\\(u\{[0-9A-Fa-f_]*\}|x[0-9A-Fa-f]{2}|[^\n])'/)),
    block_string: () => token(/"""([^"]|"[^"]|""[^"])*"""/),
    string: ($) =>
      seq('"', repeat(choice($.text, $.escape, $.interpolation, alias(token.immediate(prec(1, "$")), $.text))), token.immediate('"')),
    text: () => token.immediate(prec(1, /[^"\\$\n]+/)),
    escape: () => token.immediate(prec(1, /\\(u\{[0-9A-Fa-f_]*\}|x[0-9A-Fa-f]{2}|[^\n])/)),
    interpolation: ($) => seq(token.immediate(prec(2, "${")), $._expression, "}"),
  },
});
