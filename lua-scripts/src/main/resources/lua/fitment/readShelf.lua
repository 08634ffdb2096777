--[[
readShelf: gives all that is stored of a shelf, at one moment.

Keys: 1+
  KEYS[1] string, the shelf's head (see placeShelf)
  KEYS[2 ..] hash, its segments
Args: none
Returns: the head, nil if there is none, then for each segment key its block numbers and blocks in turn
Idempotency: reads only
Complexity: O(bytes)
Example: {g}:0 {g}:0:0 {g}:0:3
]]
local reply = { redis.call('GET', KEYS[1]) }
for i = 2, #KEYS do
  reply[i] = redis.call('HGETALL', KEYS[i])
end
return reply
