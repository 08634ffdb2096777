--[[
moveOrder: moves an order from one of some statuses to another; the one who moves it has decided.

Keys: 1
  KEYS[1] hash, the order's record
Args:
  ARGV[1] the only attempt to move, or 0 for any
  ARGV[2] statuses to move from, each between commas: ,CLAIMED,GRABBED,
  ARGV[3] status to move to
  ARGV[4] epoch ms until which the record is needed at least, or 0 to leave that as it is
  ARGV[5..] field and value to write, alternating
Returns: {1 if this call moved it or 0, the record's fields and values, none if there is no record}
Idempotency: a repeat finds it moved, and returns 0
Complexity: O(1)
Example: O_{A1} | 0 ,CLAIMED, GRABBED 4102444800000 items 7:1:9
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt')
local status, attempt = r[1], r[2]
local moves = status
  and (ARGV[1] == '0' or ARGV[1] == attempt)
  and string.find(ARGV[2], ',' .. status .. ',', 1, true)
if moves then
  redis.call('HSET', KEYS[1], 'status', ARGV[3], unpack(ARGV, 5))
  if ARGV[4] ~= '0' then
    redis.call('PEXPIREAT', KEYS[1], ARGV[4], 'GT')
  end
end
return {moves and 1 or 0, redis.call('HGETALL', KEYS[1])}
