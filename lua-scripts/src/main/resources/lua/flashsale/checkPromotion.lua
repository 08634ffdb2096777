--[[
checkPromotion: tells whether a promotion's record is there, open, and known to be complete.

Keys: 1
  KEYS[1] hash, the promotion's record
Args: none
Returns: 1 if so, else 0
Idempotency: changes nothing
Complexity: O(1)
Example: C_{1}_1
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'history')
if r[1] or r[2] ~= redis.call('INFO', 'replication'):match('master_replid:(%x+)') then
  return 0
end
return 1
