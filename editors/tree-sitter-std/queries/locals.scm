; Which names belong together.

[(function) (lambda) (block) (arm) (for) (if) (while)] @local.scope

(parameter pattern: (identifier) @local.definition.parameter)
(let pattern: (identifier) @local.definition.var)
(for pattern: (identifier) @local.definition.var)
(variant_pattern (identifier) @local.definition.var (#not-match? @local.definition.var "^[A-Z]"))
(tuple_pattern (identifier) @local.definition.var (#not-match? @local.definition.var "^[A-Z]"))
(list_pattern (identifier) @local.definition.var (#not-match? @local.definition.var "^[A-Z]"))
(rest (identifier) @local.definition.var)
(constant name: (identifier) @local.definition.constant)
(function name: (identifier) @local.definition.function)

(identifier) @local.reference
