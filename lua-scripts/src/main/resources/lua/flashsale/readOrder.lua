--[[
readOrder: reads an order's record, and tells whether it is to be believed.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder
Args: none
Fence: generation, floor
Returns: {1 if the record's generation is not below the floor, or its attempt is over for good, 0 if
  its last decision may be lost, the record's fields and values, none if there is no record}
Idempotency: changes nothing
Complexity: O(1)
Example: O_{A1} | 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'generation')
local status = r[1]
local believed = status == 'FREE' or status == 'REFUSED' or status == 'CANCELLED'
  or tonumber(r[2] or 0) >= tonumber(ARGV[#ARGV])
return {believed and 1 or 0, redis.call('HGETALL', KEYS[1])}
