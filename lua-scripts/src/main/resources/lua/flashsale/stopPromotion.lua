--[[
stopPromotion: ends a promotion's sale by hand.

Keys: 1
  KEYS[1] hash, the promotion's record
Args: none
Returns: 1 if there is a record, and it is stopped now; 0 if there is none
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1
]]
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'stopped', '1')
return 1
