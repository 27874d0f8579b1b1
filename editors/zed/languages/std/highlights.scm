; Colours. Of several patterns that fit a node, the last counts.

(identifier) @variable
(comment) @comment
(shebang) @keyword.directive

; literals
(integer) @number
(float) @number.float
(char) @character
(boolean) @boolean
(string) @string
(block_string) @string
(escape) @string.escape
(interpolation "${" @punctuation.special "}" @punctuation.special)
(label) @label

; types
(type_name (identifier) @type)
(struct name: (identifier) @type)
(enum name: (identifier) @type)
(trait name: (identifier) @type)
(alias name: (identifier) @type)
(type_parameter name: (identifier) @type)
(struct_literal type: (identifier) @type)
(struct_pattern name: (identifier) @type)
(self_type) @type.builtin
((type_name (identifier) @type.builtin)
  (#any-of? @type.builtin "Int" "Float" "Bool" "Char" "String" "Bytes" "Unit" "List" "Map" "Set" "Option" "Result"))

; values
((identifier) @constructor (#match? @constructor "^[A-Z]"))
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(constant name: (identifier) @constant)
(variant name: (identifier) @constructor)
(variant_pattern name: (identifier) @constructor)
(self) @variable.builtin
(parameter pattern: (identifier) @variable.parameter)
(argument name: (identifier) @variable.parameter)
(field name: (identifier) @property)
(payload name: (identifier) @property)
(initializer name: (identifier) @property)
(field_pattern name: (identifier) @property)
(member name: (identifier) @property)

; functions
(function name: (identifier) @function)
(call callee: (identifier) @function.call)
(call callee: (generic (identifier) @function.call))
(call callee: (member name: (identifier) @function.method.call))
(call callee: (generic (member name: (identifier) @function.method.call)))
((call callee: (identifier) @constructor) (#match? @constructor "^[A-Z]"))
(macro name: (identifier) @function.macro)
(macro_call name: (identifier) @function.macro)
(metavariable) @variable.parameter

; imports and attributes
(module_path (identifier) @module)
(import alias: (identifier) @module)
(attribute "@" @attribute name: (identifier) @attribute)

; words
["let" "const" "type" "macro" "struct" "enum" "trait" "impl" "dyn" "as" "in"] @keyword
"fun" @keyword.function
["import"] @keyword.import
["return"] @keyword.return
["if" "else" "match"] @keyword.conditional
["for" "while" "loop" "break" "continue"] @keyword.repeat
["spawn" "defer"] @keyword.coroutine

; signs
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
["=" "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "->" "||" "&&" "==" "!=" "<=" ">=" "|" "^" "&" "<<" ">>"
 ".." "..=" "+" "-" "*" "/" "%" "!" "~" "?"] @operator
