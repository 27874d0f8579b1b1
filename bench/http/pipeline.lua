-- Sixteen requests per write.
init = function(args)
  local requests = {}
  for i = 1, 16 do requests[i] = wrk.format("GET") end
  pipelined = table.concat(requests)
end

request = function() return pipelined end
