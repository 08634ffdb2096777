--[[
clearHistory: empties a user's history and remembers when, so that late and cold views up to then stay away.

Keys: 6
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] zset, deleted SKUs (8 bytes, as in packed views) scored by the time of deletion
  KEYS[3] zset, deleted groups scored by the time of deletion
  KEYS[4] string, the time up to which the user cleared the history
  KEYS[5] string, the copy of the user's cold views
  KEYS[6] string, the cached count
Args:
  ARGV[1] time of the clearing, epoch milliseconds
  ARGV[2] milliseconds to remember it
Returns: all deletions of SKUs that hold for later than that, each SKU before its time. Those of stored views later than that
  (a clock that is ahead), which are gone too, are among them
Idempotency: a repeat changes nothing and returns no less; of several clearings the latest counts
Complexity: O(N + D log D) for N bytes stored and D deletions
Example: {u}v {u}d {u}g {u}x {u}k {u}c | 1700000000003 5356800000
]]
local WIDTH = 14
local cleared = math.max(tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[4]) or '-1'))
local text = string.format('%.0f', cleared)
redis.call('SET', KEYS[4], text, 'PX', ARGV[2])

local views = redis.call('GET', KEYS[1]) or ''
redis.call('DEL', KEYS[1], KEYS[5], KEYS[6])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', text)

local ahead = #views + 1
while ahead > 1 and struct.unpack('>I6', views, ahead - WIDTH) > cleared do
  ahead = ahead - WIDTH
  local time = string.format('%.0f', struct.unpack('>I6', views, ahead))
  redis.call('ZADD', KEYS[2], 'GT', time, string.sub(views, ahead + 6, ahead + 13))
end
if ahead <= #views then
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
end
-- Not only what this call added: the reply of an earlier one may have been lost.
return redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. text, '+inf', 'WITHSCORES')
