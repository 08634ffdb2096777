--[[
writeBlocks: writes users' tags of a segment that is being built; without any it says that its builder is still there.

Keys: 2
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, users' tags in blocks (see applyMarks)
Args:
  ARGV[1] the token given to beginSegment; silence after this is counted by the server's clock
  ARGV[2 ..] of each block its number and its bytes; 3,900 blocks at most, for unpack takes less than 8,000 values
Returns: 1, or 0 if the token is another one
Idempotency: a repeat writes the same again
Complexity: O(bytes)
Example: {u}s {u}a | x 0 abc
]]
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'p', redis.call('TIME')[1])
if #ARGV > 1 then
  redis.call('HSET', KEYS[2], unpack(ARGV, 2))
end
return 1
