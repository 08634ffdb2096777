--[[
reopenPromotion: ends a rebuild: what was closed for it is on sale again, if it was on sale before.

Keys: 1
  KEYS[1] hash, the promotion's record
Args:
  ARGV[1] fence of the rebuild, as closePromotion got it
  ARGV[2] units to add, or to take off if negative, so that all of a promotion's buckets get a share of
    what is left; 0 where there is one bucket
Fence: generation, floor
Returns: the code
Codes: 1 DONE, -1 SUPERSEDED, -2 LOST_AGAIN
Idempotency: a repeat changes nothing, and is LOST_AGAIN
Complexity: O(1)
Example: C_{1}_1 | 10001 0 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'fence', 'rebuiltIn')
if tonumber(r[2] or 0) > tonumber(ARGV[1]) then
  return -1
elseif r[1] ~= '1' or r[2] ~= ARGV[1] or tonumber(r[3] or 0) < tonumber(ARGV[#ARGV]) then
  return -2
end
redis.call('HSET', KEYS[1], 'generation', r[3])
redis.call('HINCRBY', KEYS[1], 'b', ARGV[2])
redis.call('HDEL', KEYS[1], 'recovering', 'rebuiltIn')
return 1
