--[[
freeOrder: lets an order begin again, whose attempt has been compensated.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder
Args:
  ARGV[1] the attempt
  ARGV[2] 1 if nothing remembers the attempt, so that the record may go; 0 if its number matters
Returns: 1 if it is free now, 0 if the attempt is not being compensated
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: O_{A1} | 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'joined')
local status, attempt, joined = r[1], r[2], r[3]
if attempt ~= ARGV[1] or status ~= 'REFUSED' then
  return 0
end
if ARGV[2] == '1' and not joined then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'status', 'FREE')
end
return 1
