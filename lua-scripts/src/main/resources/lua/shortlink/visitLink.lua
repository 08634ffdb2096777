--[[
visitLink: reads a link and, once part of its time is used up, renews its segment's marker and then itself.

Keys: 2
  KEYS[1] string, the segment's marker: its generation, which a link that outlived some has not
  KEYS[2] hash, the link's bucket: by their places neighbouring links, "<ends>|<link>"; from <ends> on, which
    is counted by the server's clock, a link is over and counts as absent
    <link>: "<generation>|<version>|<expiresAt, 0 for never>|<L live, D deleted>|..."
Args:
  ARGV[1] now by the caller's clock, epoch milliseconds: with it a link is live or not, as for who redirects
  ARGV[2] milliseconds that a visit gives both to live; 0 to read without renewing
  ARGV[3] renew when the link has fewer milliseconds left than this
  ARGV[4] the link's place
Returns: the link, of whatever generation of its segment; false if there is none
Idempotency: a repeat reads the same and does not renew again
Complexity: O(N) of N links in the bucket
Example: {6:0}marker {6:0}b0 | 1700000000000 60000 54000 15
]]
local held = redis.call('HGET', KEYS[2], ARGV[4])
if not held then
  return false
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends, link = string.match(held, '^(%d+)|(.*)$')
local left = tonumber(ends) - now
if left <= 0 then
  return false
end
local generation, expiresAt, state = string.match(link, '^(%d+)|%d+|(%d+)|(%a)')
local marker = redis.call('GET', KEYS[1])
local idle = tonumber(ARGV[2])
local live = state == 'L' and (expiresAt == '0' or tonumber(expiresAt) > tonumber(ARGV[1]))
if idle == 0 or not live or (marker and left >= tonumber(ARGV[3])) then
  return link
end
-- The marker first: it must never be gone while one of its links is there.
if marker then
  redis.call('PEXPIRE', KEYS[1], idle, 'GT')
else
  redis.call('SET', KEYS[1], generation, 'PX', math.max(idle, left))
end
if left >= idle then
  return link
end
redis.call('HSET', KEYS[2], ARGV[4], string.format('%.0f|', now + idle) .. link)
-- What is over goes; the bucket lasts as long as the last of what is in it.
local last = 0
local all = redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  local ends = tonumber(string.match(all[i + 1], '^%d+'))
  if ends <= now then
    redis.call('HDEL', KEYS[2], all[i])
  else
    last = math.max(last, ends)
  end
end
redis.call('PEXPIREAT', KEYS[2], last)
return link
