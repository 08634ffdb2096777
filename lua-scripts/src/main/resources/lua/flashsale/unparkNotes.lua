--[[
unparkNotes: has notes that parkNote put aside tried again: they are pending as before, by their time.

Keys: 3
  KEYS[1] hash, the promotion's record
  KEYS[2] zset, what the ledger is not yet known to have, by epoch ms
  KEYS[3] zset, the notes that were put aside, by the same time
Args:
  ARGV[1] how many at most, the oldest first
  ARGV[2] epoch ms until which to keep KEYS[2] if the promotion's record is gone
Returns: how many there were
Idempotency: a repeat finds none, unless they were put aside again
Complexity: O(notes)
Example: C_{1}_1 C_{1}_1:pending C_{1}_1:parked | 1000 4102444800000
]]
local parked = redis.call('ZRANGE', KEYS[3], 0, ARGV[1] - 1, 'WITHSCORES')
for i = 1, #parked, 2 do
  -- in this order: a server that is short of memory refuses the first of the two
  redis.call('ZADD', KEYS[2], 'NX', parked[i + 1], parked[i])
  redis.call('ZREM', KEYS[3], parked[i])
end
if #parked > 0 then
  redis.call('PEXPIREAT', KEYS[2], redis.call('HGET', KEYS[1], 'keepUntil') or ARGV[2])
end
return #parked / 2
