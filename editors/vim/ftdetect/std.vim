" Files of Stdlang, and scripts without an extension whose first line names `std`.
autocmd BufNewFile,BufRead *.std setfiletype std
autocmd BufNewFile,BufRead * if getline(1) =~# '^#!.*\<std\>' | setfiletype std | endif
