--[[
noteHome: notes in which bucket of a promotion an order has its units.

Where a buyer's limit chooses the bucket, the same order id with another buyer would look for its mark
elsewhere. This note lies in the bucket that the order id chooses.

Keys: 2
  KEYS[1] hash, the record of the order id's bucket, see takeUnits
  KEYS[2] hash, homes by order id: bucket|attempt
Args:
  ARGV[1] order id
  ARGV[2] the bucket that has its units
  ARGV[3] attempt
Fence: generation, floor
Returns: the bucket that is noted, now or before; -1 if the record is not known to be complete
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:homes:0 | A1 2 17 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'generation', 'recovering', 'keepUntil')
if not r[3] or r[2] or tonumber(r[1] or 0) < tonumber(ARGV[#ARGV]) then
  return -1
end
local noted = redis.call('HGET', KEYS[2], ARGV[1])
local bucket, attempt
if noted then
  bucket, attempt = noted:match('^(%d+)|(%d+)$')
end
if bucket and bucket ~= ARGV[2] then
  return tonumber(bucket)
end
if not attempt or tonumber(attempt) < tonumber(ARGV[3]) then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. '|' .. ARGV[3])
  if redis.call('HLEN', KEYS[2]) == 1 then
    redis.call('PEXPIREAT', KEYS[2], r[3])
  end
end
return tonumber(ARGV[2])
