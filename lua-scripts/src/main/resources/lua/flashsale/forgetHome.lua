--[[
forgetHome: forgets the home of an order's attempt that has no units any more.

Keys: 1
  KEYS[1] hash, homes by order id, see noteHome
Args:
  ARGV[1] order id
  ARGV[2] attempt
Returns: 1 if it was noted for this attempt, else 0
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1:homes:0 | A1 17
]]
local noted = redis.call('HGET', KEYS[1], ARGV[1])
if not noted or noted:match('|(%d+)$') ~= ARGV[2] then
  return 0
end
return redis.call('HDEL', KEYS[1], ARGV[1])
