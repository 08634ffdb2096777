--[[
cacheCount: keeps a computed count, unless the history has changed since its lease was taken.

Keys: 1
  KEYS[1] string, the cached count, or the lease of who computes it
Args:
  ARGV[1] the lease under which the count was computed
  ARGV[2] the count, 0 or more
  ARGV[3] milliseconds to keep it
  ARGV[4] its mark: the later the product changes that were counted with, the higher
Returns: 1 if it was kept, 0 if not
Idempotency: a repeat finds the lease gone and changes nothing
Complexity: O(1)
Example: {u}c | lease-1 12 5000 1700000000000
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2] .. ' ' .. ARGV[4], 'PX', ARGV[3])
return 1
