--[[
readBlocks: gives some blocks of a segment, and the shelf's revision at that moment.

Keys: 2
  KEYS[1] string, the shelf's head (see placeShelf)
  KEYS[2] hash, the segment
Args:
  ARGV[1 ..] numbers of blocks, some thousand at most
Returns: the revision, 0 if there is no head, then each block in the order of the numbers, nil for one that is not there
Idempotency: reads only
Complexity: O(bytes of the head and the blocks)
Example: {g}:0 {g}:0:3 | 0 7
]]
local head = redis.call('GET', KEYS[1])
local reply = { tonumber(string.match(head or '', '^%d+') or 0) }
for i, block in ipairs(redis.call('HMGET', KEYS[2], unpack(ARGV))) do
  reply[1 + i] = block
end
return reply
