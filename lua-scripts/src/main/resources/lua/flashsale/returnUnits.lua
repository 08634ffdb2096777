--[[
returnUnits: gives an order's units of one promotion back, quota and limits, and leaves a tombstone.

Safe to run without knowing whether the units were ever taken: a take of the same attempt that
arrives afterwards finds the tombstone.

Keys: 3
  KEYS[1] hash, the promotion's record
  KEYS[2] hash, marks by order id: attempt|state|quantity|remaining|ip|pin; state T taken, R returned
  KEYS[3] hash, units held by ip:<ip> and by pin:<pin>
Args:
  ARGV[1] order id
  ARGV[2] attempt to undo
Returns: the units that came back, 0 if the attempt holds none
Idempotency: a repeat gives nothing back
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:orders C_{1}_1:limits | A1 1
]]
local keepUntil = redis.call('HGET', KEYS[1], 'keepUntil')
if not keepUntil then
  return 0
end

local mark = redis.call('HGET', KEYS[2], ARGV[1])
if not mark then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. '|R|0|0||')
  redis.call('PEXPIREAT', KEYS[2], keepUntil)
  return 0
end

local marked, state, quantity, left, ip, pin = mark:match('^(%d+)|(%a)|(%d+)|(%d+)|([^|]*)|(.*)$')
if tonumber(marked) > tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], table.concat({ARGV[2], 'R', quantity, left, ip, pin}, '|'))
if state == 'R' then
  return 0
end

redis.call('HINCRBY', KEYS[1], 'b', quantity)
local limitPer = redis.call('HGET', KEYS[1], 'limitPer')
local function release(holder)
  if redis.call('HINCRBY', KEYS[3], holder, -quantity) <= 0 then
    redis.call('HDEL', KEYS[3], holder)
  end
end
if limitPer == 'IP' or limitPer == 'IP_AND_PIN' then
  release('ip:' .. ip)
end
if limitPer == 'PIN' or limitPer == 'IP_AND_PIN' then
  release('pin:' .. pin)
end
return tonumber(quantity)
