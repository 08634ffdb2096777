--[[
recordViews: adds page views of one user to the hot history, each SKU with the time of its latest view.

Keys: 4
  KEYS[1] zset, the user's views: SKU scored by the time of its latest view
  KEYS[2] zset, deleted SKUs scored by the time of deletion
  KEYS[3] string, the time up to which the user cleared the history
  KEYS[4] string, the cached count
Args:
  ARGV[1] the most views to keep, 1 or more
  ARGV[2] milliseconds after which a history that gets no more views expires
  ARGV[3..] pairs: SKU, viewedAt (epoch milliseconds)
Returns: how many views were new, or later than what was stored
Idempotency: a repeat changes nothing. Views may come in any order and late: the latest counts, and one at or before a
  deletion of its SKU or a clearing never comes back
Complexity: O(V log N) for V views and N stored
Example: {u}v {u}d {u}x {u}c | 400 345600000 7 1700000000000 8 1700000000001
]]
local cleared = tonumber(redis.call('GET', KEYS[3]) or '-1')
local hasDeletions = redis.call('EXISTS', KEYS[2]) == 1
local stored = 0

for i = 3, #ARGV, 2 do
  local sku, viewedAt = ARGV[i], ARGV[i + 1]
  local deleted = hasDeletions and redis.call('ZSCORE', KEYS[2], sku)
  if tonumber(viewedAt) > cleared and not (deleted and tonumber(viewedAt) <= tonumber(deleted)) then
    stored = stored + redis.call('ZADD', KEYS[1], 'GT', 'CH', viewedAt, sku)
  end
end

if stored > 0 then
  local surplus = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[1])
  if surplus > 0 then
    redis.call('ZREMRANGEBYRANK', KEYS[1], 0, surplus - 1)
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('DEL', KEYS[4])
end
return stored
