-- One request, or DEPTH of them in a write: wrk … URL -- DEPTH [BODY]. With a body it is a POST of JSON.
-- wrk asks for the text only once, so the script costs nothing while it loads.
init = function(args)
  local depth, body = tonumber(args[1]), args[2]
  if body then
    wrk.method, wrk.body = "POST", body
    wrk.headers["Content-Type"] = "application/json"
  end
  local block = string.rep(wrk.format(), depth)
  wrk.format = function() return block end
end
