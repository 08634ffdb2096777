--[[
readOrder: reads an order's record, and tells whether it is to be believed.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder
Args: none
Returns: {1 if the record is of this server's history, or its attempt is over for good, 0 if its last
  decision may be lost, the record's fields and values, none if there is no record}
Idempotency: changes nothing
Complexity: O(1)
Example: O_{A1}
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'history')
local status, history = r[1], r[2]
local believed = status == 'FREE' or status == 'REFUSED' or status == 'CANCELLED'
  or history == redis.call('INFO', 'replication'):match('master_replid:(%x+)')
return {believed and 1 or 0, redis.call('HGETALL', KEYS[1])}
