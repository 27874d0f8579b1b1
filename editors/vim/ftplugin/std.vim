" Stdlang: comments, indentation; `:make` runs `std check` on the file.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=s1:/*,mb:*,ex:*/,:///,://
setlocal commentstring=//\ %s
setlocal expandtab shiftwidth=4 softtabstop=4
setlocal suffixesadd=.std
setlocal makeprg=std\ check\ %:S
setlocal errorformat=%E%trror:\ %m,%W%tarning:\ %m,%C%\\s%#┌─\ %f:%l:%c,%-C%.%#,%-G%.%#

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< suffixesadd< makeprg< errorformat<'
