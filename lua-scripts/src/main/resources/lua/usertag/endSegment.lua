--[[
endSegment: has a segment that was built be read and changed, if everything of it is there.

Keys: 3
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, longer lists and runs
  KEYS[3] hash, users' tags in blocks
Args:
  ARGV[1] the token given to beginSegment; from now on the segment's `i` and `f`
  ARGV[2] the generation that was known before the first was read of what was written
  ARGV[3] how many lists and runs are long
  ARGV[4] how many blocks there are
Returns: 1, or 0 if something is lost, or the token is another one
Idempotency: a repeat returns 0 and changes nothing
Complexity: O(1)
Example: {u}s {u}p {u}a | x 1 0 0
]]
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1]
  or redis.call('HLEN', KEYS[2]) ~= tonumber(ARGV[3])
  or redis.call('HLEN', KEYS[3]) ~= tonumber(ARGV[4]) then
  return 0
end
redis.call('HDEL', KEYS[1], 't', 'p')
redis.call('HSET', KEYS[1], 'g', ARGV[2], 'i', ARGV[1], 'f', ARGV[1], 'v', 1, 'b', ARGV[4])
return 1
