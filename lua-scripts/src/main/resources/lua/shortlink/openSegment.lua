--[[
openSegment: writes the marker of a segment whose ids are being handed out, so that an unused lease does not look idle.

Keys: 1
  KEYS[1] string, the segment's marker: its generation
Args:
  ARGV[1] the generation that is handed out
  ARGV[2] milliseconds to keep it
Returns: a code
Codes: 1 OPENED, 2 PROLONGED, -1 LATER_GENERATION
Idempotency: a repeat only prolongs
Complexity: O(1)
Example: {6:0}marker | 1 60000
]]
local marker = redis.call('GET', KEYS[1])
if marker and tonumber(marker) > tonumber(ARGV[1]) then
  return -1
end
if marker and tonumber(marker) == tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2], 'GT')
  return 2
elseif marker then
  -- Links of before may be there for longer.
  redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
  redis.call('PEXPIRE', KEYS[1], ARGV[2], 'GT')
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 1
