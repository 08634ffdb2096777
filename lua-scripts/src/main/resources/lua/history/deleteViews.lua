--[[
deleteViews: takes SKUs out of a user's history and remembers it, so that late and cold views of them stay away, and so do
those of other SKUs of their groups.

Keys: 5
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] zset, deleted SKUs (8 bytes, as in packed views) scored by the time of deletion
  KEYS[3] zset, deleted groups scored by the time of deletion
  KEYS[4] string, the copy of the user's cold views: 16 bytes, then views as in KEYS[1]
  KEYS[5] string, the cached count
Args:
  ARGV[1] milliseconds to remember a deletion
  ARGV[2] the most SKUs and the most groups to remember, the latest ones
  ARGV[3..] triples: SKU (8 bytes), its group or empty, time of the deletion (epoch milliseconds)
Returns: the times up to which each SKU is deleted from now on, in the order given
Idempotency: a repeat changes nothing and returns the same or later times; of several deletions of a SKU the latest counts. A stored view later than the
  deletion (a clock that is ahead) goes too, and its deletion counts from that view
Complexity: O(S (N + log D)) for S SKUs, N bytes stored and D deletions
Example: {u}v {u}d {u}g {u}k {u}c | 5356800000 5000 88888888 S88888888 1700000000002
]]
local WIDTH = 14

local function without(views, start, sku)
  local at, time = start - 1, nil
  repeat
    at = string.find(views, sku, at + 1, true)
  until not at or (at >= start and (at - start) % WIDTH == 6)
  if at then
    time = struct.unpack('>I6', views, at - 6)
    views = string.sub(views, 1, at - 7) .. string.sub(views, at + 8)
  end
  return views, time
end

local hot, cold = redis.call('GET', KEYS[1]) or '', redis.call('GET', KEYS[4]) or ''
local hotBefore, coldBefore = #hot, #cold
local times, latest = {}, 0
for i = 3, #ARGV, 3 do
  local sku, group, deletedAt = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
  local viewedAt
  hot, viewedAt = without(hot, 1, sku)
  deletedAt = math.max(deletedAt, viewedAt or 0)
  cold, viewedAt = without(cold, 17, sku)
  deletedAt = math.max(deletedAt, viewedAt or 0)
  local text = string.format('%.0f', deletedAt)
  redis.call('ZADD', KEYS[2], 'GT', text, sku)
  if group ~= '' then
    redis.call('ZADD', KEYS[3], 'GT', text, group)
  end
  -- Not this deletion's own time: an earlier one, whose reply may have been lost, may count from later.
  times[#times + 1] = redis.call('ZSCORE', KEYS[2], sku)
  latest = math.max(latest, tonumber(ARGV[i + 2]))
end

if #hot == 0 then
  redis.call('DEL', KEYS[1])
elseif #hot < hotBefore then
  redis.call('SET', KEYS[1], hot, 'KEEPTTL')
end
if #cold < coldBefore then
  redis.call('SET', KEYS[4], cold, 'KEEPTTL')
end
for i = 2, 3 do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', string.format('%.0f', latest - tonumber(ARGV[1])))
  redis.call('ZREMRANGEBYRANK', KEYS[i], 0, -1 - tonumber(ARGV[2]))
  redis.call('PEXPIRE', KEYS[i], ARGV[1])
end
redis.call('DEL', KEYS[5])
return times
