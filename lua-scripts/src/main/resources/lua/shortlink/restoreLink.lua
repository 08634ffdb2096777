--[[
restoreLink: brings a link back that was read from cold storage, unless its segment went on or as new a version is here.

Keys: 2
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] hash, the link's bucket: by their places neighbouring links, "<ends>|<link>"; from <ends> on, which
    is counted by the server's clock, a link is over and counts as absent
    <link>: "<generation>|<version>|..."
Args:
  ARGV[1] the generation of the link's segment, as it was before the link was read; not below the link's own
  ARGV[2] the link
  ARGV[3] milliseconds to keep both
  ARGV[4] 1 to bring it back where no link is, 0 only to replace an older one
  ARGV[5] the link's place
Returns: the link that holds now, false if there is none or the segment is of a later generation
Idempotency: a repeat gets the link that is there
Complexity: O(N) of N links in the bucket
Example: {6:0}marker {6:0}b0 | 1 1|1|0|L||app|https://example.com/ 60000 1 15
]]
local marker = redis.call('GET', KEYS[1])
local generation = tonumber(ARGV[1])
if marker and tonumber(marker) > generation then
  return false
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends, held = string.match(redis.call('HGET', KEYS[2], ARGV[5]) or '', '^(%d+)|(.*)$')
if ends and tonumber(ends) <= now then
  held = nil
end
if held then
  local heldGeneration, heldVersion = string.match(held, '^(%d+)|(%d+)|')
  local own, version = string.match(ARGV[2], '^(%d+)|(%d+)|')
  local later = tonumber(heldGeneration) - tonumber(own)
  if later > 0 or (later == 0 and tonumber(heldVersion) >= tonumber(version)) then
    return held
  end
elseif ARGV[4] == '0' then
  return false
end
if marker and tonumber(marker) >= generation then
  redis.call('PEXPIRE', KEYS[1], ARGV[3], 'GT')
elseif marker then
  -- Links of before may live longer than this one.
  redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
  redis.call('PEXPIRE', KEYS[1], ARGV[3], 'GT')
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
end
redis.call('HSET', KEYS[2], ARGV[5], string.format('%.0f|', now + ARGV[3]) .. ARGV[2])
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
return ARGV[2]
