((comment) @injection.content (#set! injection.language "comment"))

; Statements of std/sqlite: db.query("select …")
(call
  callee: (member name: (identifier) @_name (#any-of? @_name "query" "query_one" "exec" "exec_many" "exec_script"))
  arguments: (arguments . (argument [(string (text) @injection.content) (block_string) @injection.content]))
  (#match? @injection.content "^[\" \n]*(select|insert|update|delete|create|with|SELECT|INSERT|UPDATE|DELETE|CREATE|WITH) ")
  (#set! injection.language "sql"))
