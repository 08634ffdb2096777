--[[
readBlocks: gives the tags of a segment's users, block by block.

Keys: 2
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, users' tags in blocks (see applyMarks)
Args:
  ARGV[1 ..] numbers of blocks, some hundred at most
Fence: generation, floor
Returns: `i`, then of each block its bytes, nil if nobody in it has a tag; -1 alone if the segment is not built; -2 and `i` if
  the blocks are lost
Idempotency: reads only
Complexity: O(bytes of the blocks)
Example: {u}s {u}a | 0 1
]]
local root = redis.call('HMGET', KEYS[1], 'g', 'i', 'b')
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return { -1 }
end
if redis.call('HLEN', KEYS[2]) ~= tonumber(root[3]) then
  return { -2, root[2] }
end
local reply = redis.call('HMGET', KEYS[2], unpack(ARGV, 1, #ARGV - 2))
table.insert(reply, 1, root[2])
return reply
