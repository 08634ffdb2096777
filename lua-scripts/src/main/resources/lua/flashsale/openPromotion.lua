--[[
openPromotion: writes an approved promotion's record, unless it is there already.

Keys: 1
  KEYS[1] hash, the promotion's record
Args:
  ARGV[1] epoch ms after which nobody needs the record any more
  ARGV[2..] field and value, alternating
Fence: generation, floor
Returns: 1 if it wrote the record, 0 if there was one
Idempotency: a repeat changes nothing, whatever was sold meanwhile
Complexity: O(number of fields)
Example: C_{1}_1 | 4102444800000 o 10 b 10 c 0 1 1
]]
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
-- The record is complete, until a Redis that fell back raises the floor above this generation.
redis.call('HSET', KEYS[1], 'keepUntil', ARGV[1], 'generation', ARGV[#ARGV - 1],
  unpack(ARGV, 2, #ARGV - 2))
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return 1
