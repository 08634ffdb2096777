--[[
countVisitors: adds visitors of a link on a day to their estimated number, and keeps that for a time.

Keys: 1
  KEYS[1] HyperLogLog, the visitors
Args:
  ARGV[1] milliseconds to keep it
  ARGV[2] and further ones: a visitor each, at most some thousands
Returns: 1 if the estimate changed, else 0
Idempotency: a repeat changes nothing
Complexity: O(N) of N visitors
Example: {visitors:abcdef:1}:2026-11-20 | 60000 a b
]]
local changed = redis.call('PFADD', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return changed
