--[[
countSets: tells how many users of a segment have each of some tags.

Keys: 1
  KEYS[1] hash, the segment's sets (see applyMarks)
Args:
  ARGV[1 ..] tags' numbers, 0 for the known users, some thousand at most
Fence: generation, floor
Returns: `i`, then each number of users; -1 alone if the segment is not built; -2 and `i` if a part of it cannot
  be read
Idempotency: reads only
Complexity: O(tags)
Example: {u}s | 0 1
]]
local root = redis.call('HMGET', KEYS[1], 'g', 'i')
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return { -1 }
end
local reply = { root[2] }
for i = 1, #ARGV - 2 do
  local entry = redis.call('HGET', KEYS[1], ARGV[i])
  if entry and #entry < 13 then
    return { -2, root[2] }
  end
  reply[1 + i] = entry and select(2, struct.unpack('>BI3', entry)) or 0
end
return reply
