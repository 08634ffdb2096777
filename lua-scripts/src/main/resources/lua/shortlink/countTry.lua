--[[
countTry: counts a try at a link's password, of one visitor and of all, or takes one back that was right.

Keys: 2
  KEYS[1] string, the visitor's tries at the link
  KEYS[2] string, all tries at the link
Args:
  ARGV[1] 1 for a try, -1 to take one back
  ARGV[2] most tries of a visitor within the time
  ARGV[3] most tries of all within the time
  ARGV[4] the time in milliseconds, from the first try on; it is counted by the server's clock
Returns: milliseconds until the next try may be made, 0 if this one may
Idempotency: none, each call counts
Complexity: O(1)
Example: {tries:abcdef}:a {tries:abcdef}:all | 1 5 100 60000
]]
for i = 1, 2 do
  if tonumber(ARGV[1]) > 0 and tonumber(redis.call('GET', KEYS[i]) or 0) >= tonumber(ARGV[i + 1]) then
    return math.max(1, redis.call('PTTL', KEYS[i]))
  end
end
for i = 1, 2 do
  local tries = tonumber(redis.call('GET', KEYS[i]) or 0) + tonumber(ARGV[1])
  if tries == 1 and tonumber(ARGV[1]) > 0 then
    redis.call('SET', KEYS[i], 1, 'PX', ARGV[4])
  elseif tries >= 0 then
    redis.call('SET', KEYS[i], tries, 'KEEPTTL')
  end
end
return 0
