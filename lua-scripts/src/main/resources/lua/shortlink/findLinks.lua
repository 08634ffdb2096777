--[[
findLinks: says which links of a segment are there.

Keys: 1+
  KEYS[1] and further ones: hashes, buckets of a segment: by their places links, "<ends>|<link>"; from <ends> on, which
    is counted by the server's clock, a link is over and counts as absent
Args:
  ARGV[1] and further ones, one for each key: the places that are asked for there, such as 0,1,15
Returns: how many milliseconds all of those that are there stay (0 if none is), then their positions among all places, from 1
Idempotency: changes nothing
Complexity: O(N) of N places, a thousand at most
Example: {5:0}b0 {5:0}b1 | 0,1,15 2
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local least = 0
local found = {0}
local position = 0
for i = 1, #KEYS do
  local places = {}
  for place in string.gmatch(ARGV[i], '%d+') do
    places[#places + 1] = place
  end
  for _, held in ipairs(redis.call('HMGET', KEYS[i], unpack(places))) do
    position = position + 1
    local left = held and tonumber(string.match(held, '^%d+')) - now or 0
    if left > 0 then
      found[#found + 1] = position
      least = least == 0 and left or math.min(least, left)
    end
  end
end
found[1] = least
return found
