--[[
confirmEdition: confirms the edition of a segment (see changeEdition) that the caller has read, if it is still this one.

Keys: 1
  KEYS[1] hash, the segment's sets (see applyMarks)
Args:
  ARGV[1] the `i` that the caller has read
  ARGV[2] the edition that the caller has read, before it took the locks
Returns: 1, or 0 if the segment has another building or edition by now
Idempotency: a repeat changes nothing; one that is carried out late does nothing once another change has begun
Complexity: O(1)
Example: {u}s | x 0
]]
local root = redis.call('HMGET', KEYS[1], 'i', 'e')
if root[1] ~= ARGV[1] or (root[2] or '0') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'c', ARGV[2])
return 1
