--[[
parkNote: puts a pending note aside that nobody can settle, so that nobody waits for it any more.

Neither units nor reservations change: what it stands for stays as it is until a rebuild counts it anew.

Keys: 3
  KEYS[1] hash, the promotion's record
  KEYS[2] zset, what the ledger is not yet known to have, by epoch ms
  KEYS[3] zset, the notes that were put aside, by the same time
Args:
  ARGV[1] the member of KEYS[2]
  ARGV[2] epoch ms: what was noted later stays
  ARGV[3] how many to keep in KEYS[3], the latest
  ARGV[4] epoch ms until which to keep KEYS[3] if the promotion's record is gone
Returns: what came of it
Codes: 1 PARKED, 0 GONE, -1 TOO_YOUNG
Idempotency: a repeat changes nothing
Complexity: O(log(notes))
Example: C_{1}_1 C_{1}_1:pending C_{1}_1:parked | m 1700000000000 1000 4102444800000
]]
local noted = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not noted then
  return 0
end
if tonumber(noted) > tonumber(ARGV[2]) then
  return -1
end
-- in this order: a server that is short of memory refuses the first of the two
redis.call('ZADD', KEYS[3], noted, ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - ARGV[3])
redis.call('PEXPIREAT', KEYS[3], redis.call('HGET', KEYS[1], 'keepUntil') or ARGV[4])
return 1
