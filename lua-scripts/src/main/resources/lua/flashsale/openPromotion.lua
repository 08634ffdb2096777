--[[
openPromotion: writes an approved promotion's record, unless it is there already.

Keys: 1
  KEYS[1] hash, the promotion's record
Args:
  ARGV[1] epoch ms after which nobody needs the record any more
  ARGV[2..] field and value, alternating
Returns: 1 if it wrote the record, 0 if there was one
Idempotency: a repeat changes nothing, whatever was sold meanwhile
Complexity: O(number of fields)
Example: C_{1}_1 | 4102444800000 o 10 b 10 c 0
]]
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
-- The record is complete on this server, until it restarts or another one takes over.
local history = redis.call('INFO', 'replication'):match('master_replid:(%x+)')
redis.call('HSET', KEYS[1], 'keepUntil', ARGV[1], 'history', history, unpack(ARGV, 2))
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return 1
