--[[
readOrder: reads an order's record, and tells whether it is to be believed.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder
Args: none
Returns: {1 if the record is of this server's history, 0 if its last decision may be lost, the
  record's fields and values, none if there is no record}
Idempotency: changes nothing
Complexity: O(1)
Example: O_{A1}
]]
local history = redis.call('HGET', KEYS[1], 'history')
local believed = history == redis.call('INFO', 'replication'):match('master_replid:(%x+)')
return {believed and 1 or 0, redis.call('HGETALL', KEYS[1])}
