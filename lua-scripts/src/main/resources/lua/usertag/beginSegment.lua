--[[
beginSegment: throws a segment away, to build it anew. Until endSegment nobody reads it or changes it.

Keys: 4
  KEYS[1] hash, the segment's sets (see applyMarks); while it is built it has `t`, the token of who does, `p`, when that
          one last wrote (seconds), and no `g`
  KEYS[2] hash, longer lists and runs
  KEYS[3] hash, users' tags in blocks
  KEYS[4] bitmap, the known users
Args:
  ARGV[1] a token that nobody else has
  ARGV[2] seconds after which another one who builds it, and did not write since, counts as gone; that
          is counted by the server's clock, for the two may be of different instances
Returns: 1, or 0 if another one builds it
Idempotency: a repeat begins again
Complexity: O(sets of the segment)
Example: {u}s {u}p {u}a user:all:{u} | x 10
]]
local now = tonumber(redis.call('TIME')[1])
local other = redis.call('HMGET', KEYS[1], 't', 'p')
if other[1] and other[1] ~= ARGV[1] and now - tonumber(other[2] or 0) < tonumber(ARGV[2]) then
  return 0
end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
redis.call('HSET', KEYS[1], 't', ARGV[1], 'p', now)
return 1
