" Files of Stdlang, also scripts without an extension that start with its interpreter.
autocmd BufNewFile,BufRead *.std setfiletype std
autocmd BufNewFile,BufRead * if getline(1) =~# '^#!.*\<std\>' | setfiletype std | endif
