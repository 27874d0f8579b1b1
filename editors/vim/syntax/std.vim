" Stdlang: syntax highlighting.
if exists('b:current_syntax')
  finish
endif

syntax keyword stdKeyword break continue defer else for if in loop match return spawn while
syntax keyword stdImport import as
syntax keyword stdStorage const enum extern fun impl let struct trait
syntax keyword stdSelf self Self
syntax keyword stdBoolean true false
syntax match stdModifier /\<dyn\>\ze\s\+\u/
syntax match stdStorage /\<type\>\ze\s\+\u/
syntax match stdStorage /\<macro\>\ze\s\+\h\w*\s*{/

syntax match stdType /\<\u\w*/
syntax keyword stdVariant Some None Ok Err
syntax match stdFunction /\(\<fun\s\+\)\@<=\h\w*/
syntax match stdMacro /\<\h\w*\s*!\ze\s*(/
syntax match stdMacro /\$\h\w*/
syntax match stdAttribute /@\h\w*/
syntax match stdLabel /'\h\w*/

syntax match stdNumber /\<\d[0-9_]*/
syntax match stdNumber /\<0[xX][0-9A-Fa-f_]\+/
syntax match stdNumber /\<0[bB][01_]\+/
syntax match stdNumber /\<0[oO][0-7_]\+/
syntax match stdFloat /\<\d[0-9_]*\.\d[0-9_]*\([eE][+-]\?\d[0-9_]*\)\?/
syntax match stdFloat /\<\d[0-9_]*[eE][+-]\?\d[0-9_]*/

syntax match stdEscape /\\\([ntr0\\"'$]\|x\x\{2}\|u{\x\{1,6}}\)/ contained
syntax match stdCharacter /'\(\\\([ntr0\\"'$]\|x\x\{2}\|u{\x\{1,6}}\)\|[^\\']\)'/ contains=stdEscape
syntax cluster stdCode contains=TOP
syntax region stdInterpolation matchgroup=stdDelimiter start=/\${/ end=/}/ contained contains=@stdCode,stdBraces
syntax region stdBraces start=/{/ end=/}/ contained transparent contains=@stdCode,stdBraces
syntax region stdString start=/"/ end=/"\|$/ contains=stdEscape,stdInterpolation,@Spell
syntax region stdString start=/"""/ end=/"""/ contains=@Spell

syntax keyword stdTodo TODO FIXME XXX contained
syntax match stdComment +//.*$+ contains=stdTodo,@Spell
syntax match stdDocumentation +///.*$+ contains=stdTodo,@Spell
syntax region stdComment start=+/\*+ end=+\*/+ contains=stdTodo,@Spell
syntax match stdComment /\%^#!.*$/

syntax sync fromstart

highlight default link stdKeyword Keyword
highlight default link stdImport Include
highlight default link stdStorage Structure
highlight default link stdModifier StorageClass
highlight default link stdSelf Constant
highlight default link stdBoolean Boolean
highlight default link stdType Type
highlight default link stdVariant Constant
highlight default link stdFunction Function
highlight default link stdMacro Macro
highlight default link stdAttribute PreProc
highlight default link stdLabel Label
highlight default link stdNumber Number
highlight default link stdFloat Float
highlight default link stdCharacter Character
highlight default link stdString String
highlight default link stdEscape SpecialChar
highlight default link stdDelimiter Delimiter
highlight default link stdTodo Todo
highlight default link stdComment Comment
highlight default link stdDocumentation SpecialComment

let b:current_syntax = 'std'
