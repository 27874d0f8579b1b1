(function "fun" @context name: (identifier) @name) @item
(struct "struct" @context name: (identifier) @name) @item
(enum "enum" @context name: (identifier) @name) @item
(trait "trait" @context name: (identifier) @name) @item
(impl "impl" @context of: (_) @name) @item
(alias "type" @context name: (identifier) @name) @item
(constant "const" @context name: (identifier) @name) @item
(global "let" @context name: (identifier) @name) @item
(macro "macro" @context name: (identifier) @name) @item
(variant name: (identifier) @name) @item
(field name: (identifier) @name) @item
