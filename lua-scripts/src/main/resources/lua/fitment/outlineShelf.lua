--[[
outlineShelf: tells what of a shelf is stored, without its blocks.

Keys: 1+
  KEYS[1] string, the shelf's head (see placeShelf)
  KEYS[2 ..] hash, its segments
Args: none
Returns: the head, nil if there is none, nothing of it if the key is no string; then for each segment key how many
  blocks it has, -1 if the key is no hash
Idempotency: reads only
Complexity: O(segments + bytes of the head)
Example: {g}:0 {g}:0:0 {g}:0:3
]]
local head = redis.pcall('GET', KEYS[1])
local reply = { type(head) == 'table' and '' or head }
for i = 2, #KEYS do
  local blocks = redis.pcall('HLEN', KEYS[i])
  reply[i] = type(blocks) == 'table' and -1 or blocks
end
return reply
