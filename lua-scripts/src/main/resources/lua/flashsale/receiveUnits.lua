--[[
receiveUnits: adds the units that another bucket of the promotion lent to this one, once.

A loan of another epoch is void: since it was lent the promotion has been closed, and what was on its
way is counted anew by the rebuild.

Keys: 2
  KEYS[1] hash, the borrowing bucket's record, see readBucket
  KEYS[2] hash, the number of the last loan received, by the bucket that lent it
Args:
  ARGV[1] the bucket that lent
  ARGV[2] the loan's number
  ARGV[3] units
  ARGV[4] the loan's epoch
Returns: 1 if the loan has been received, now or before; 0 if it is void or cannot be received now
Idempotency: a repeat adds nothing
Complexity: O(1)
Example: C_{1.2}_1 C_{1.2}_1:received | 0 1 5 first
]]
local r = redis.call('HMGET', KEYS[1], 'b', 'epoch', 'recovering', 'keepUntil')
if not r[1] or r[2] ~= ARGV[4] or r[3] then
  return 0
end
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0) < tonumber(ARGV[2]) then
  redis.call('HINCRBY', KEYS[1], 'b', ARGV[3])
  redis.call('HINCRBY', KEYS[1], 'a', 1)
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  redis.call('PEXPIREAT', KEYS[2], r[4])
end
return 1
