--[[
noteValue: writes a value, and the generation in which that was.

Keys: 1
  KEYS[1] hash, value and generation
Args:
  ARGV[1] the value
Fence: generation, floor
Returns: 1
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: {a} | x 1 1
]]
redis.call('HSET', KEYS[1], 'value', ARGV[1], 'generation', ARGV[#ARGV - 1])
return 1
