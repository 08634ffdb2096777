--[[
checkPromotion: tells whether a promotion's record is there, open, and known to be complete.

Keys: 1
  KEYS[1] hash, the promotion's record
Args: none
Fence: generation, floor
Returns: 1 if so, else 0
Idempotency: changes nothing
Complexity: O(1)
Example: C_{1}_1 | 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'generation')
if r[1] or tonumber(r[2] or 0) < tonumber(ARGV[#ARGV]) then
  return 0
end
return 1
