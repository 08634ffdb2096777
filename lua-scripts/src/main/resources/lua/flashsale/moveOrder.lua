--[[
moveOrder: moves an order from one of some statuses to another; the one who moves it has decided.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder
Args:
  ARGV[1] the attempt to move
  ARGV[2] statuses to move from, each between commas: ,CLAIMED,GRABBED,
  ARGV[3] status to move to
  ARGV[4] ms that the record must have left to live, else it is too late to move; 0 for any
  ARGV[5] epoch ms until which the record is needed at least, or 0 to leave that as it is
  ARGV[6..] field and value to write, alternating
Fence: generation, floor
Returns: {1 if this call moved it or 0, the record's fields and values, none if there is no record, or
  one of another attempt, or one of a generation below the floor by which the attempt is not over}
Idempotency: a repeat finds it moved, and returns 0
Complexity: O(1)
Example: O_{A1} | 1 ,CLAIMED, GRABBED 0 4102444800000 items 7:1:9 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'generation')
local status, attempt = r[1], r[2]
local over = status == 'FREE' or status == 'REFUSED' or status == 'CANCELLED'
if attempt ~= ARGV[1] or not over and tonumber(r[3] or 0) < tonumber(ARGV[#ARGV]) then
  return {0, {}}
end

local moves = string.find(ARGV[2], ',' .. status .. ',', 1, true)
  and (ARGV[4] == '0' or redis.call('PTTL', KEYS[1]) >= tonumber(ARGV[4]))
if moves then
  redis.call('HSET', KEYS[1], 'status', ARGV[3], unpack(ARGV, 6, #ARGV - 2))
  if ARGV[5] ~= '0' then
    redis.call('PEXPIREAT', KEYS[1], ARGV[5], 'GT')
  end
end
return {moves and 1 or 0, redis.call('HGETALL', KEYS[1])}
