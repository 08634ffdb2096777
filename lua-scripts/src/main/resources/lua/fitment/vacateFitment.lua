--[[
vacateFitment: removes a SKU from a group that it left, and keeps late writes of older versions out.

Keys: 1+
  KEYS[1] string, the SKU's head in the group that it left (see replaceFitment)
  KEYS[2 ..] string, the SKU's segments 0, 1, ..: all that it ever had
Args:
  ARGV[1] version with which it left
  ARGV[2] how long to remember that it left, in milliseconds
Returns: an outcome
Codes: 0 OUTDATED, 1 WRITTEN
Idempotency: a repeat changes nothing but the time; it does nothing to a SKU that came back later
Complexity: O(keys)
Example: {g}:2 {g}:2:0 | 2 1000
]]
local head = redis.call('GET', KEYS[1])
if head and tonumber(string.match(head, '%d+')) > tonumber(ARGV[1]) then
  return 0
end
redis.call('DEL', unpack(KEYS))
redis.call('SET', KEYS[1], 'M' .. ARGV[1] .. ',', 'PX', ARGV[2])
return 1
