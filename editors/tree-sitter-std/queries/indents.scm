; For Neovim.
[
  (block)
  (fields)
  (variants)
  (members)
  (arms)
  (selectors)
  (initializers)
  (arguments)
  (parameters)
  (paren)
  (list)
  (map)
  (set)
  (token_tree)
] @indent.begin

["}" ")" "]"] @indent.branch @indent.end
[(comment) (block_string) (string)] @indent.auto
