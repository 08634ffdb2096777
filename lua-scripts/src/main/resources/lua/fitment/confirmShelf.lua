--[[
confirmShelf: has a shelf of before a fall-back of Redis believed again if it is the newest revision.

Keys: 1
  KEYS[1] string, the shelf's head (see placeShelf)
Args:
  ARGV[1] the shelf's revision in MySQL
  ARGV[2] the generation that was known before that was read
Fence: generation, floor
Returns: an outcome
Codes: 0 BELIEVED, 1 CONFIRMED, 2 LOST
Idempotency: a repeat does nothing
Complexity: O(bytes of the head)
Example: {g}:0 | 12 2 2 2
]]
local head = redis.pcall('GET', KEYS[1])
head = type(head) == 'string' and head or ''
local revision, generation, rest = string.match(head, '^(%d+);(%d*)(,[^;]*;.*)$')
if not revision then
  return 2
end
local floor = tonumber(ARGV[#ARGV])
if (tonumber(generation) or 1) >= floor then
  return 0
end
if revision ~= ARGV[1] or tonumber(ARGV[2]) < floor then
  return 2
end
redis.call('SET', KEYS[1], revision .. ';' .. ARGV[2] .. rest, 'KEEPTTL')
return 1
