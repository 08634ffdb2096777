--[[
addUp: adds to a counter.

Keys: 1
  KEYS[1] string, the counter
Args:
  ARGV[1] what to add
Returns: the sum
Idempotency: none, a repeat adds again
Complexity: O(1)
Example: {a} | 1
]]
return redis.call('INCRBY', KEYS[1], ARGV[1])
