--[[
notePending: notes that something is begun which the ledger is not yet known to have.

Keys: 2
  KEYS[1] hash, the promotion's record
  KEYS[2] zset, what the ledger is not yet known to have, by epoch ms
Args:
  ARGV[1] now, epoch ms
  ARGV[2] the member for KEYS[2]
  ARGV[3] epoch ms until which to keep KEYS[2] if the promotion's record is gone
Returns: 1
Idempotency: a repeat changes the note's time only
Complexity: O(log(entries that the ledger does not have))
Example: C_{1}_1 C_{1}_1:pending | 1700000000000 m 4102444800000
]]
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIREAT', KEYS[2], redis.call('HGET', KEYS[1], 'keepUntil') or ARGV[3])
return 1
