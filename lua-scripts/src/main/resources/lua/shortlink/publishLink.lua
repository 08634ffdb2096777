--[[
publishLink: writes a new link under a code that nobody holds, and keeps its segment's marker at least as long.

Keys: 2
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] hash, the link's bucket: by their places neighbouring links, "<ends>|<link>"; from <ends> on, which
    is counted by the server's clock, a link is over and counts as absent
    <link>: "<generation>|<version>|<expiresAt, 0 for never>|<L live, D deleted>|<createdAt, empty if it is the version>|<createdBy>|<url>"
Args:
  ARGV[1] the link's generation
  ARGV[2] the link
  ARGV[3] milliseconds to keep both
  ARGV[4] until when it may be published, epoch ms by the server's clock; 0 for no end
  ARGV[5] the link's place
Returns: {code, the link that holds}
Codes: 1 PUBLISHED, 2 ALREADY_PUBLISHED, -1 TAKEN, -2 RECYCLED: segment or link is of a later generation, -4 TOO_LATE
Idempotency: a repeat with the same target is ALREADY_PUBLISHED and gets the link of the first time
Complexity: O(N) of N links in the bucket
Example: {6:0}marker {6:0}b0 | 1 1|1|0|L||app|https://example.com/ 60000 0 15
]]
local marker = redis.call('GET', KEYS[1])
local generation = tonumber(ARGV[1])
if marker and tonumber(marker) > generation then
  return {-2, ''}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local latest = tonumber(ARGV[4])
if latest > 0 and now > latest then
  return {-4, ''}
end
local ends, held = string.match(redis.call('HGET', KEYS[2], ARGV[5]) or '', '^(%d+)|(.*)$')
if ends and tonumber(ends) <= now then
  held = nil
end
local shape = '^(%d+)|%d+|%d+|(%a)|%d*|[^|]*|(.*)$'
if held then
  local heldGeneration, state, url = string.match(held, shape)
  if tonumber(heldGeneration) == generation then
    local _, _, wanted = string.match(ARGV[2], shape)
    if state == 'L' and url == wanted then
      return {2, held}
    end
    return {-1, held}
  elseif tonumber(heldGeneration) > generation then
    return {-2, ''}
  end
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
return {1, ARGV[2]}
