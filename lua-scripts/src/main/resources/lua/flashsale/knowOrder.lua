--[[
knowOrder: tells whether anything is known of an order, and begins nothing.

A record in doubt is known too: who asks has to claim the order, and hears what becomes of that.

Keys: 3
  KEYS[1] hash, the order's record, see claimOrder
  KEYS[2] set, numbers of the slot's order ids, of this period
  KEYS[3] set, the same of the period before
Args:
  ARGV[1] the id's number
Returns: 1 if there is a record, or the id is taken; else 0
Idempotency: changes nothing
Complexity: O(1)
Example: O_{A1} I_{A1}:1 I_{A1}:0 | 17
]]
if redis.call('EXISTS', KEYS[1]) == 1
  or redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1
  or redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 then
  return 1
end
return 0
