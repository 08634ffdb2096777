--[[
restoreUnits: writes reservations of a closed promotion's orders from the ledger, with units and limits.

An order that has a reservation of this attempt keeps it: it was released since the rebuild began, or it
comes twice. An address' holds (see holdAddress) are restored alike, in a call of their own: they hold no
units of their bucket.

Keys: 2+
  KEYS[1] hash, the promotion's record
  KEYS[2..] hashes of reservations or of holds, of limits by ip and of limits by pin
Args:
  ARGV[1] fence of the rebuild, as closePromotion got it
  ARGV[2] 1 if they are holds, 0 if they are reservations
  ARGV[3..] for each order: its id, attempt, state (T reserved, C cancelled for good), quantity,
    remaining of the first answer, ip, pin, and the numbers in KEYS of the hashes of its reservation, its
    ip's limit and its pin's limit
Fence: generation, floor
Returns: the code
Codes: 1 DONE, -1 SUPERSEDED, -2 LOST_AGAIN
Idempotency: a repeat changes nothing
Complexity: O(number of orders)
Example: C_{1}_1 C_{1}_1:orders:0 C_{1}_1:limits:0 | 10001 0 A1 17 T 2 8 10.0.0.1 al 2 3 3 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'fence', 'rebuiltIn', 'keepUntil', 'limitPer')
local keepUntil, limitPer = r[4], r[5]
if tonumber(r[2] or 0) > tonumber(ARGV[1]) then
  return -1
elseif r[1] ~= '1' or r[2] ~= ARGV[1] or tonumber(r[3] or 0) < tonumber(ARGV[#ARGV]) then
  return -2
end

local function expireNew(key)
  if redis.call('HLEN', key) == 1 then
    redis.call('PEXPIREAT', key, keepUntil)
  end
end
local function hold(key, holder, quantity)
  if redis.call('HINCRBY', key, holder, quantity) == tonumber(quantity) then
    expireNew(key)
  end
end

local function isKnown(reservations, orderId, attempt)
  local reservation = redis.call('HGET', reservations, orderId)
  return reservation and tonumber(reservation:match('^%d+')) >= tonumber(attempt)
end

local isHold, reserved = ARGV[2] == '1', 0
for i = 3, #ARGV - 2, 10 do
  local orderId, attempt, state, quantity, left, ip, pin = unpack(ARGV, i, i + 6)
  local reservations = KEYS[tonumber(ARGV[i + 7])]
  if not isKnown(reservations, orderId, attempt) then
    redis.call('HSET', reservations, orderId, table.concat({attempt, state, quantity, left}, '|'))
    expireNew(reservations)
    if state == 'T' then
      reserved = reserved + (isHold and 0 or tonumber(quantity))
      if isHold or limitPer == 'IP' or limitPer == 'IP_AND_PIN' then
        hold(KEYS[tonumber(ARGV[i + 8])], 'ip:' .. ip, quantity)
      end
      if not isHold and (limitPer == 'PIN' or limitPer == 'IP_AND_PIN') then
        hold(KEYS[tonumber(ARGV[i + 9])], 'pin:' .. pin, quantity)
      end
    end
  end
end
redis.call('HINCRBY', KEYS[1], 'b', 0 - reserved) -- minus 0 is no integer
return 1
