--[[
changeRate: gives a promotion's record another rate. The attempts of the window at hand stay counted.

Keys: 1
  KEYS[1] hash, the promotion's record
Args:
  ARGV[1] attempts at most in a window
  ARGV[2] the window in ms
Returns: 1 if the rate is another one now, 0 if it was that already or there is no record
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1 | 100 1000
]]
local rate = redis.call('HMGET', KEYS[1], 'rateMax', 'rateWindow')
if not rate[1] or (rate[1] == ARGV[1] and rate[2] == ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[1], 'rateMax', ARGV[1], 'rateWindow', ARGV[2])
return 1
