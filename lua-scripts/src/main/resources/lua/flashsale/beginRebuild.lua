--[[
beginRebuild: makes a closed promotion whose reservations were wiped one of which nothing was ever sold.

From here on the units left, the reservations and the limits agree after each script. The generation is kept:
a Redis that falls back until the promotion opens makes the rebuild void.

Keys: 1
  KEYS[1] hash, the promotion's record
Args:
  ARGV[1] fence of the rebuild, as closePromotion got it
Fence: generation, floor
Returns: the code
Codes: 1 DONE, -1 SUPERSEDED, -2 LOST_AGAIN
Idempotency: to be repeated only after wiping again
Complexity: O(1)
Example: C_{1}_1 | 10001 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'fence', 'o', 'a')
if tonumber(r[2] or 0) > tonumber(ARGV[1]) then
  return -1
elseif r[1] ~= '1' or r[2] ~= ARGV[1] then
  return -2
end
redis.call('HSET', KEYS[1], 'b', r[3], 'c', '0', 'windowStart', '0',
  'rebuiltIn', ARGV[#ARGV - 1])
if r[4] then
  -- a bucket of a hot promotion: what it had lent came to nothing
  redis.call('HSET', KEYS[1], 'w', '0')
end
return 1
