--[[
releaseUnits: releases the units that an order's attempt reserved of one promotion, quota and limits.

What it leaves is a tombstone, so that it is safe to run without knowing whether the units were ever
reserved: a reserveUnits of the same attempt that arrives afterwards finds it. An attempt that can have
none under way may leave nothing. It works on a record of any generation.

What an address' bucket holds (see holdAddress) is released alike: holds are in the place of
reservations, and only the address' limit changes.

Keys: 4
  KEYS[1] hash, the promotion's record
  KEYS[2] hash, reservations by order id: attempt|state|quantity|remaining; states T reserved, R released,
    C cancelled for good; or holds
  KEYS[3] hash, units held by ip:<ip>
  KEYS[4] hash, units held by pin:<pin>; may be KEYS[3]
Args:
  ARGV[1] order id
  ARGV[2] attempt
  ARGV[3] ip with which the attempt reserved
  ARGV[4] pin with which it reserved
  ARGV[5] what to leave: R, C, or - for nothing
  ARGV[6] 1 if KEYS[2] has holds, 0 if it has reservations
Returns: the units that were released, 0 if the attempt holds none; -1 if an earlier attempt holds units,
  so that this one has never reserved any
Idempotency: a repeat releases nothing
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:orders:0 C_{1}_1:limits:0 C_{1}_1:limits:1 | A1 1 10.0.0.1 al R 0
]]
local r = redis.call('HMGET', KEYS[1], 'keepUntil', 'limitPer', 'a')
local keepUntil, limitPer, additions = r[1], r[2], r[3]
if not keepUntil then
  return 0
end

local attempt = tonumber(ARGV[2])
local reservation = redis.call('HGET', KEYS[2], ARGV[1])
local by, state, quantity, left = attempt, nil, '0', '0'
if reservation then
  by, state, quantity, left = reservation:match('^(%d+)|(%a)|(%d+)|(%d+)$')
  by = tonumber(by)
end
if by < attempt and state == 'T' then
  return -1
elseif by > attempt or state == 'C' then
  return 0
end

if ARGV[5] ~= '-' then
  redis.call('HSET', KEYS[2], ARGV[1], table.concat({ARGV[2], ARGV[5], quantity, left}, '|'))
  if redis.call('HLEN', KEYS[2]) == 1 then
    redis.call('PEXPIREAT', KEYS[2], keepUntil)
  end
elseif state == 'T' then
  redis.call('HDEL', KEYS[2], ARGV[1])
end
if state ~= 'T' then
  return 0
end

local isHold = ARGV[6] == '1'
if not isHold then
  redis.call('HINCRBY', KEYS[1], 'b', quantity)
  if additions then
    redis.call('HINCRBY', KEYS[1], 'a', 1)
  end
end
local function lower(key, holder)
  if redis.call('HINCRBY', key, holder, -quantity) <= 0 then
    redis.call('HDEL', key, holder)
  end
end
if isHold or limitPer == 'IP' or limitPer == 'IP_AND_PIN' then
  lower(KEYS[3], 'ip:' .. ARGV[3])
end
if not isHold and (limitPer == 'PIN' or limitPer == 'IP_AND_PIN') then
  lower(KEYS[4], 'pin:' .. ARGV[4])
end
return tonumber(quantity)
