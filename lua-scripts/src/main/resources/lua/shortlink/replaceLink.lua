--[[
replaceLink: puts a new version of a link, changed or deleted, in place of the version that the caller saw.

Keys: 2
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] hash, the link's bucket: by their places neighbouring links, "<ends>|<link>"; from <ends> on, which
    is counted by the server's clock, a link is over and counts as absent
    <link>: "<generation>|<version>|..."
Args:
  ARGV[1] the version that the caller saw
  ARGV[2] the new link, of the same generation
  ARGV[3] milliseconds to keep both
  ARGV[4] the link's place
Returns: a code
Codes: 3 REPLACED, -3 CHANGED_MEANWHILE
Idempotency: a repeat is CHANGED_MEANWHILE and changes nothing
Complexity: O(N) of N links in the bucket
Example: {6:0}marker {6:0}b0 | 1 1|2|0|D|1|app|https://example.com/ 60000 15
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends, held = string.match(redis.call('HGET', KEYS[2], ARGV[4]) or '', '^(%d+)|(.*)$')
if ends and tonumber(ends) <= now then
  held = nil
end
local heldGeneration, version = string.match(held or '', '^(%d+)|(%d+)|')
if version ~= ARGV[1] then
  return -3
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[3], 'GT')
else
  redis.call('SET', KEYS[1], heldGeneration, 'PX', ARGV[3])
end
redis.call('HSET', KEYS[2], ARGV[4], string.format('%.0f|', now + ARGV[3]) .. ARGV[2])
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
return 3
