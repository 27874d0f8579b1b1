" Stdlang: a line after an opening bracket is indented by four more spaces, one that closes it by four fewer.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=StdIndent(v:lnum)
setlocal indentkeys=0{,0},0),0],!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*StdIndent')
  finish
endif

function StdIndent(line) abort
  let above = prevnonblank(a:line - 1)
  if above == 0
    return 0
  endif
  let depth = indent(above)
  if s:code(above) =~# '[\[{(]\s*$'
    let depth += shiftwidth()
  endif
  if getline(a:line) =~# '^\s*[\]})]'
    let depth -= shiftwidth()
  endif
  return depth
endfunction

" The line without its comment. `//` in a string is taken for a comment, which at worst causes a wrong indent.
function s:code(line) abort
  return substitute(getline(a:line), '//.*$', '', '')
endfunction
