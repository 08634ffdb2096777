--[[
clearHistory: empties a user's history and remembers when, so that late and cold views up to then stay away.

Keys: 4
  KEYS[1] zset, the user's views: SKU scored by the time of its latest view
  KEYS[2] zset, deleted SKUs scored by the time of deletion
  KEYS[3] string, the time up to which the user cleared the history
  KEYS[4] string, the cached count
Args:
  ARGV[1] time of the clearing, epoch milliseconds
  ARGV[2] milliseconds to remember it
Returns: how many views were in the hot history
Idempotency: a repeat changes nothing; of several clearings the latest counts. Stored views later than ARGV[1] (a
  clock that is ahead) go too, as deletions of their SKUs
Complexity: O(N log N)
Example: {u}v {u}d {u}x {u}c | 1700000000003 5356800000
]]
local cleared = math.max(tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[3]) or '-1'))
redis.call('SET', KEYS[3], string.format('%.0f', cleared), 'PX', ARGV[2])

local removed = redis.call('ZCARD', KEYS[1])
local ahead = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', cleared), '+inf', 'WITHSCORES')
redis.call('DEL', KEYS[1], KEYS[4])

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', cleared))
for i = 1, #ahead, 2 do
  redis.call('ZADD', KEYS[2], 'GT', ahead[i + 1], ahead[i])
end
if #ahead > 0 then
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
end
return removed
