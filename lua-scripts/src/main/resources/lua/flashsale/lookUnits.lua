--[[
lookUnits: tells orders of which nothing was begun whether reserveUnits would refuse them, for there are too few units.

Each gets the answer of reserveUnits, and is counted against the rate, where the order has no reservation, the
record is not in doubt and too few units are left for it. Any other is LEFT: it has to try, and is counted there.
Reserves nothing.

The window of the rate is counted by the server's clock, see reserveUnits.

Keys: 4+
  KEYS[1] hash, the promotion's record, see reserveUnits
  then for each order three:
  KEYS[2] hash, reservations by order id
  KEYS[3] hash, units held by ip:<ip>
  KEYS[4] hash, units held by pin:<pin>; may be KEYS[3]
Args:
  ARGV[1] now, epoch ms
  then for each order five:
  ARGV[2] order id
  ARGV[3] quantity, 1 or more
  ARGV[4] ip
  ARGV[5] pin
  ARGV[6] 1 if the address has its maximum in another bucket, see holdAddress, else 0
Fence: generation, floor
Returns: for each order two: code, and of RATE_LIMITED ms until the next window, else 0
Codes: 3 LEFT, -2 STOPPED, -3 NOT_STARTED, -4 ENDED, -5 RATE_LIMITED, -6 LIMIT_REACHED, -7 SOLD_OUT, -12 PAUSED
Idempotency: a repeat counts against the rate again, and changes nothing else
Complexity: O(orders)
Example: C_{1}_1 C_{1}_1:orders:0 C_{1}_1:limits:0 C_{1}_1:limits:1 | 1700000000000 A1 2 10.0.0.1 al 0 1 1
]]
local now = tonumber(ARGV[1])
local r = redis.call('HMGET', KEYS[1], 'b', 'c', 'windowStart', 'rateWindow', 'rateMax', 'limitPer', 'limitMax',
  'limitMaxPin', 'startsAt', 'endsAt', 'stopped', 'paused', 'recovering', 'generation')
local remaining, attempts = tonumber(r[1]), tonumber(r[2] or 0)
local windowStart, rateWindow, rateMax = tonumber(r[3]), tonumber(r[4]), tonumber(r[5])
local limitPer, limitMax, limitMaxPin = r[6], tonumber(r[7]), tonumber(r[8] or r[7])
local startsAt, endsAt = tonumber(r[9]), tonumber(r[10])
local tells = remaining and endsAt and r[13] ~= '1'
  and tonumber(r[14] or 0) >= tonumber(ARGV[#ARGV])

local closed
local present
if tells then
  if r[11] == '1' then
    closed = -2
  elseif now >= endsAt then
    closed = -4
  elseif r[12] == '1' then
    closed = -12
  elseif now < startsAt then
    closed = -3
  end
  local time = redis.call('TIME')
  present = time[1] * 1000 + math.floor(time[2] / 1000)
  -- a window that begins in the future is one of a server whose clock went ahead
  if present - windowStart >= rateWindow or present < windowStart then
    windowStart, attempts = present, 0
  end
end

local function holdsTooMany(key, holder, quantity, max)
  return tonumber(redis.call('HGET', key, holder) or 0) + quantity > max
end

local counted = false
local answers = {}
local keys, args = 2, 2
while keys <= #KEYS do
  local quantity = tonumber(ARGV[args + 1])
  local code, number = 3, 0
  if tells and remaining < quantity and redis.call('HEXISTS', KEYS[keys], ARGV[args]) == 0 then
    counted = counted or not closed
    attempts = attempts + 1
    if closed then
      code = closed
    elseif attempts > rateMax then
      code, number = -5, windowStart + rateWindow - present
    elseif ARGV[args + 4] == '1'
      or (limitPer == 'IP' or limitPer == 'IP_AND_PIN')
        and holdsTooMany(KEYS[keys + 1], 'ip:' .. ARGV[args + 2], quantity, limitMax)
      or (limitPer == 'PIN' or limitPer == 'IP_AND_PIN')
        and holdsTooMany(KEYS[keys + 2], 'pin:' .. ARGV[args + 3], quantity, limitMaxPin) then
      code = -6
    else
      code = -7
    end
  end
  answers[#answers + 1] = code
  answers[#answers + 1] = number
  keys, args = keys + 3, args + 5
end

if counted then
  redis.call('HSET', KEYS[1], 'c', string.format('%.0f', attempts),
    'windowStart', string.format('%.0f', windowStart))
end
return answers
