--[[
closeSegment: ends a segment's generation if nobody renewed it; from then on links of that generation are refused.

Keys: 1
  KEYS[1] string, the segment's marker: its generation
Args:
  ARGV[1] the generation that follows
  ARGV[2] milliseconds to refuse the ended one, longer than any read that began before
Returns: a code
Codes: 3 CLOSED, -2 STILL_LIVE
Idempotency: a repeat is CLOSED
Complexity: O(1)
Example: {6:0}marker | 2 60000
]]
local marker = redis.call('GET', KEYS[1])
if marker and tonumber(marker) < tonumber(ARGV[1]) then
  return -2
end
if not marker then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 3
