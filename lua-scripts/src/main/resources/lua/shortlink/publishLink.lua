--[[
publishLink: writes a new link under a code that nobody holds, and keeps its segment's marker at least as long.

Keys: 2
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] string, the link: "<generation>|<version>|<expiresAt, 0 for never>|<L live, D deleted>|<createdAt>|<createdBy>|<url>"
Args:
  ARGV[1] the link's generation
  ARGV[2] the link
  ARGV[3] milliseconds to keep both
Returns: {code, the link that holds}
Codes: 1 PUBLISHED, 2 ALREADY_PUBLISHED, -1 TAKEN, -2 RECYCLED: segment or link is of a later generation
Idempotency: a repeat with the same target is ALREADY_PUBLISHED and gets the link of the first time
Complexity: O(1)
Example: {6:0}marker {6:0}00000a | 1 1|1|0|L|1|app|https://example.com/ 60000
]]
local marker = redis.call('GET', KEYS[1])
local generation = tonumber(ARGV[1])
if marker and tonumber(marker) > generation then
  return {-2, ''}
end
local shape = '^(%d+)|%d+|%d+|(%a)|%d+|[^|]*|(.*)$'
local held = redis.call('GET', KEYS[2])
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
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return {1, ARGV[2]}
