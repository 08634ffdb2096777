--[[
deleteViews: takes SKUs out of a user's history and remembers it, so that late and cold views of them stay away.

Keys: 3
  KEYS[1] zset, the user's views: SKU scored by the time of its latest view
  KEYS[2] zset, deleted SKUs scored by the time of deletion
  KEYS[3] string, the cached count
Args:
  ARGV[1] time of the deletion, epoch milliseconds
  ARGV[2] milliseconds to remember a deletion
  ARGV[3] the most deletions to remember, the latest ones
  ARGV[4..] SKUs
Returns: how many of them were in the hot history
Idempotency: a repeat changes nothing; of several deletions of a SKU the latest counts. A stored view later than
  ARGV[1] (a clock that is ahead) goes too, and its deletion counts from that view
Complexity: O(S log N) for S SKUs
Example: {u}v {u}d {u}c | 1700000000002 5356800000 5000 7 8
]]
local removed = 0
for i = 4, #ARGV do
  local sku, deletedAt = ARGV[i], ARGV[1]
  local viewedAt = redis.call('ZSCORE', KEYS[1], sku)
  if viewedAt and tonumber(viewedAt) > tonumber(deletedAt) then
    deletedAt = viewedAt
  end
  removed = removed + redis.call('ZREM', KEYS[1], sku)
  redis.call('ZADD', KEYS[2], 'GT', deletedAt, sku)
end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[2]))
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - tonumber(ARGV[3]))
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('DEL', KEYS[3])
return removed
