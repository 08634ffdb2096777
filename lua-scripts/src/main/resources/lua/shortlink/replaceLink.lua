--[[
replaceLink: puts a new version of a link, changed or deleted, in place of the version that the caller saw.

Keys: 2
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] string, the link: "<generation>|<version>|..."
Args:
  ARGV[1] the version that the caller saw
  ARGV[2] the new link, of the same generation
  ARGV[3] milliseconds to keep both
Returns: a code
Codes: 3 REPLACED, -3 CHANGED_MEANWHILE
Idempotency: a repeat is CHANGED_MEANWHILE and changes nothing
Complexity: O(1)
Example: {6:0}marker {6:0}00000a | 1 1|2|0|D|1|app|https://example.com/ 60000
]]
local held = redis.call('GET', KEYS[2])
local heldGeneration, version = string.match(held or '', '^(%d+)|(%d+)|')
if version ~= ARGV[1] then
  return -3
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[3], 'GT')
else
  redis.call('SET', KEYS[1], heldGeneration, 'PX', ARGV[3])
end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return 3
