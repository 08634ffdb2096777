--[[
findLinks: says which links of a segment are there.

Keys: 1+
  KEYS[1] and further ones: strings, links of one segment
Args: none
Returns: how many milliseconds all of those that are there stay (0 if none is), then their positions, from 1
Idempotency: changes nothing
Complexity: O(N) of N links, a thousand at most
Example: {5:0}abcde {5:0}fghij |
]]
local least = 0
local found = {0}
for i = 1, #KEYS do
  local left = redis.call('PTTL', KEYS[i])
  if left ~= -2 then
    found[#found + 1] = i
    if left > 0 and (least == 0 or left < least) then
      least = left
    end
  end
end
found[1] = least
return found
