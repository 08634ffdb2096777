--[[
readReservation: tells whether an order's attempt has been released, by the reservation that it left.

Keys: 2
  KEYS[1] hash, the promotion's record
  KEYS[2] hash, reservations by order id: attempt|state|quantity|remaining; states T reserved, R released,
    C cancelled for good
Args:
  ARGV[1] order id
  ARGV[2] attempt
Returns: 2 if it was cancelled for good; 1 if it came to nothing, because it was released or a later
  attempt has begun; 0 if it holds its units, or no reservation is there to tell
Idempotency: changes nothing
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:orders:0 | A1 17
]]
local reservation = redis.call('HGET', KEYS[2], ARGV[1])
if not reservation then
  return 0
end
local by, state = reservation:match('^(%d+)|(%a)|')
by = tonumber(by)
if by == tonumber(ARGV[2]) then
  return state == 'C' and 2 or state == 'R' and 1 or 0
end
-- A rebuild wipes reservations: until it ends, a later attempt may have left one that met no earlier one.
if by > tonumber(ARGV[2]) and redis.call('HGET', KEYS[1], 'recovering') ~= '1' then
  return 1
end
return 0
