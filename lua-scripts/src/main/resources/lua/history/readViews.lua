--[[
readViews: what Redis has of a user's history; or, where only the number of views is wanted, the cached count.

Keys: 5
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] string, the copy of the user's cold views
  KEYS[3] string, the time up to which the user cleared the history
  KEYS[4] zset, deleted groups scored by the time of deletion
  KEYS[5] string, the cached count, or the lease of who computes it
Args:
  ARGV[1] a lease, not a number, to take if there is no cached count; empty to leave the count alone
  ARGV[2] milliseconds that the lease is good for
  ARGV[3] the lowest mark of a cached count that is believed, 0 for any
Returns: {cached count}, or {-1, views or nil, cold copy or nil, time of the clearing or nil, group, time, group, time, ...}
Idempotency: changes nothing but the lease; the latest lease counts
Complexity: O(N) for N bytes and groups returned
Example: {u}v {u}k {u}x {u}g {u}c | lease-1 5000 1700000000000
]]
if ARGV[1] ~= '' then
  local count, mark = string.match(redis.call('GET', KEYS[5]) or '', '^(%d+) (%d+)$')
  if count and tonumber(mark) >= tonumber(ARGV[3]) then
    return { tonumber(count) }
  end
  redis.call('SET', KEYS[5], ARGV[1], 'PX', ARGV[2])
end

local reply = { -1, redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3]) }
local groups = redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES')
for i = 1, #groups do
  reply[i + 4] = groups[i]
end
return reply
