--[[
lendUnits: lends units of one bucket of a promotion to another bucket of it.

What is lent is on its way until settleLoan: the other bucket lies in another slot, and whoever carries
the units there may die. There is one loan at a time to each bucket, with a number that only grows: by
it receiveUnits knows what it has received, and anybody may complete what another began.

Keys: 2
  KEYS[1] hash, the lending bucket's record, see readBucket
  KEYS[2] hash, its loans by the bucket that borrows: number|units|since|epoch; 0 units once settled
Args:
  ARGV[1] now, milliseconds since 1970
  ARGV[2] the bucket that borrows
  ARGV[3] units that it needs, 1 or more
  ARGV[4] its epoch
Fence: generation, floor
Returns: {code, the loan's number, its units}
Codes: 1 LENT, 2 UNDER_WAY, 0 NOTHING_LEFT, -1 NOT_OPEN
Idempotency: a repeat is UNDER_WAY until the loan is settled, and then another loan
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:lent | 1700000000000 2 1 first 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'b', 'epoch', 'recovering', 'generation', 'keepUntil')
local left, epoch, recovering, keepUntil = tonumber(r[1]), r[2], r[3], r[5]
if not left or recovering or epoch ~= ARGV[4]
  or tonumber(r[4] or 0) < tonumber(ARGV[#ARGV]) then
  return {-1, 0, 0}
end

local number = 0
local loan = redis.call('HGET', KEYS[2], ARGV[2])
if loan then
  local units
  number, units = loan:match('^(%d+)|(%d+)|')
  if units ~= '0' then
    return {2, tonumber(number), tonumber(units)}
  end
end
if left <= 0 then
  return {0, 0, 0}
end

-- Half of what there is, so that loans become few.
local units = math.min(left, math.max(tonumber(ARGV[3]), math.floor(left / 2)))
number = tonumber(number) + 1
redis.call('HINCRBY', KEYS[1], 'b', -units)
redis.call('HINCRBY', KEYS[1], 'w', units)
redis.call('HSET', KEYS[2], ARGV[2], table.concat({number, units, ARGV[1], epoch}, '|'))
redis.call('PEXPIREAT', KEYS[2], keepUntil)
return {1, number, units}
