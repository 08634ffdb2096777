--[[
restoreLink: brings a link back that was read from cold storage, unless its segment went on or as new a version is here.

Keys: 2
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] string, the link: "<generation>|<version>|..."
Args:
  ARGV[1] the generation of the link's segment, as it was before the link was read; not below the link's own
  ARGV[2] the link
  ARGV[3] milliseconds to keep both
  ARGV[4] 1 to bring it back where no link is, 0 only to replace an older one
Returns: the link that holds now, false if there is none or the segment is of a later generation
Idempotency: a repeat gets the link that is there
Complexity: O(1)
Example: {6:0}marker {6:0}00000a | 1 1|1|0|L|1|app|https://example.com/ 60000 1
]]
local marker = redis.call('GET', KEYS[1])
local generation = tonumber(ARGV[1])
if marker and tonumber(marker) > generation then
  return false
end
local held = redis.call('GET', KEYS[2])
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
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return ARGV[2]
