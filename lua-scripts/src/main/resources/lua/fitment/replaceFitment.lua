--[[
replaceFitment: replaces all that is known of one SKU in its group, unless something newer is there.

Keys: 1+
  KEYS[1] string, the SKU's head: K (known), U (universal) or M (moved away), its version, and between
          commas the numbers of the segments that have bits, for example "K12,0,3," or "U7,"
  KEYS[2 ..] string, the SKU's segments 0, 1, ..: all that it has now or ever had
Args:
  ARGV[1] version, 1 or more
  ARGV[2] K or U
  ARGV[3 ..] each segment's bits in the order of the keys, without trailing zero bytes; empty for none
Returns: an outcome
Codes: 0 OUTDATED, 1 WRITTEN
Idempotency: a repeat writes the same again; an older version than the stored one writes nothing
Complexity: O(bytes)
Example: {g}:1 {g}:1:0 | 1 K ab
]]
local head = redis.call('GET', KEYS[1])
if head and tonumber(string.match(head, '%d+')) > tonumber(ARGV[1]) then
  return 0
end
redis.call('DEL', unpack(KEYS))
local segments = ','
for i = 2, #KEYS do
  local bits = ARGV[i + 1]
  if #bits > 0 then
    -- Written whole: a string that is grown bit by bit ends up with twice its size allocated.
    redis.call('SET', KEYS[i], bits)
    segments = segments .. (i - 2) .. ','
  end
end
redis.call('SET', KEYS[1], ARGV[2] .. ARGV[1] .. segments)
return 1
