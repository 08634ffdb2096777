--[[
findLinks: says which links of a segment are there.

Keys: 1+
  KEYS[1] and further ones: strings, links of one segment
Args: none
Returns: the positions of those that are there, from 1
Idempotency: changes nothing
Complexity: O(N) of N links, a thousand at most
Example: {5:0}abcde {5:0}fghij |
]]
local present = {}
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    present[#present + 1] = i
  end
end
return present
