--[[
readOrder: reads an order's record, and tells whether it is to be believed.

A record that a slot lost when it fell back looks like none. What it had been believed for, a later
attempt or another status, is lost as well; only a cancellation is the last that becomes of an order.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder
Args:
  ARGV[1] floor by which nothing is lost that the ledger does not have, see claimOrder
Fence: generation, floor
Returns: {1 if the record's generation is not below the floor, or its attempt is over for good, 0 if
  its last decision may be lost, the record's fields and values, none if there is no record, the floor
  if more may be lost than the record says, else 0}
Idempotency: changes nothing
Complexity: O(1)
Example: O_{A1} | 1 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'generation')
local status = r[1]
local floor = tonumber(ARGV[#ARGV])
local whole = tonumber(r[2] or 0) >= floor
local believed = whole or status == 'FREE' or status == 'REFUSED' or status == 'CANCELLED'
local lost = not whole and status ~= 'CANCELLED' and floor > tonumber(ARGV[1])
return {believed and 1 or 0, redis.call('HGETALL', KEYS[1]), lost and floor or 0}
