--[[
readViews: the user's hot views, newest first; or, where only their number is wanted, the cached count.

Keys: 3
  KEYS[1] zset, the user's views: SKU scored by the time of its latest view
  KEYS[2] string, present while it is known that cold storage adds nothing
  KEYS[3] string, the cached count, or the lease of who computes it
Args:
  ARGV[1] views before this time (epoch milliseconds) are too old to show
  ARGV[2] a lease, not a number, to take if there is no cached count; empty to leave the count alone
  ARGV[3] milliseconds that the lease is good for
Returns: {cached count or -1, 1 if cold storage adds nothing else 0, SKU, viewedAt, SKU, viewedAt, ...}; no views beside
  a cached count
Idempotency: changes nothing but the lease; the latest lease counts
Complexity: O(log N + M) for M views returned
Example: {u}v {u}k {u}c | 0 lease-1 5000
]]
if ARGV[2] ~= '' then
  local count = tonumber(redis.call('GET', KEYS[3]) or '')
  if count then
    return { count, 0 }
  end
  redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[3])
end

local reply = { -1, redis.call('EXISTS', KEYS[2]) }
local views = redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', ARGV[1], 'WITHSCORES')
for i = 1, #views do
  reply[i + 2] = views[i]
end
return reply
