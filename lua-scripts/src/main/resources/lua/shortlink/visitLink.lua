--[[
visitLink: reads a link and, once part of its time is used up, renews its segment's marker and then itself.

Keys: 2
  KEYS[1] string, the segment's marker: its generation, which a link that outlived some has not
  KEYS[2] string, the link: "<generation>|<version>|<expiresAt, 0 for never>|<L live, D deleted>|..."
Args:
  ARGV[1] now, epoch milliseconds
  ARGV[2] milliseconds that a visit gives both to live; 0 to read without renewing
  ARGV[3] renew when the link has fewer milliseconds left than this
Returns: the link, of whatever generation of its segment; false if there is none
Idempotency: a repeat reads the same and does not renew again
Complexity: O(1)
Example: {6:0}marker {6:0}00000a | 1700000000000 60000 54000
]]
local link = redis.call('GET', KEYS[2])
if not link then
  return false
end
local generation, expiresAt, state = string.match(link, '^(%d+)|%d+|(%d+)|(%a)')
local marker = redis.call('GET', KEYS[1])
local idle = tonumber(ARGV[2])
local live = state == 'L' and (expiresAt == '0' or tonumber(expiresAt) > tonumber(ARGV[1]))
if idle > 0 and live and (not marker or redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3])) then
  -- The marker first: it must never be gone while one of its links is there.
  if marker then
    redis.call('PEXPIRE', KEYS[1], idle, 'GT')
  else
    redis.call('SET', KEYS[1], generation, 'PX', math.max(idle, redis.call('PTTL', KEYS[2])))
  end
  redis.call('PEXPIRE', KEYS[2], idle, 'GT')
end
return link
