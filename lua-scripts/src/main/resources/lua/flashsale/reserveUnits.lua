--[[
reserveUnits: reserves an order's units of one promotion, or says why it may not.

Lua does not roll back, so everything is checked, in the order rate, limits, quota, before the order
is recorded and the units are deducted. Its reservation bears the order id: whoever comes again with the same
attempt gets the first answer, whatever has run out since. An attempt that was released, or that a
later one has overtaken, finds its tombstone and reserves nothing, however late it arrives. Before all else that
can be undone the record's generation is compared with the floor of its slot, which a Redis that fell back
raises: then acknowledged writes may be missing, so that neither its end nor a pause nor what is left is known.

The window of the rate is counted by the server's clock, which all instances share: theirs may be apart.

Keys: 5
  KEYS[1] hash, the promotion's record: o original, b remaining, c attempts since windowStart, terms;
    generation, in which it was complete; recovering, 1 while it is being rebuilt
  KEYS[2] hash, reservations by order id: attempt|state|quantity|remaining; states T reserved, R released,
    C cancelled for good
  KEYS[3] hash, units held by ip:<ip>
  KEYS[4] hash, units held by pin:<pin>; may be KEYS[3]
  KEYS[5] zset, what the ledger is not yet known to have, by epoch ms
Args:
  ARGV[1] now, epoch ms
  ARGV[2] order id
  ARGV[3] attempt, a number that grows with each new attempt of the order
  ARGV[4] quantity, 1 or more
  ARGV[5] ip
  ARGV[6] pin
  ARGV[7] the member for KEYS[5]
  ARGV[8] 1 if this attempt has been counted against the rate before, else 0
  ARGV[9] 1 if the address has its maximum in another bucket, see holdAddress, else 0
Fence: generation, floor
Returns: {code, remaining (RATE_LIMITED: ms until the next window), payment time-out in ms, keepUntil}
Codes: 1 RESERVED, 2 REPEATED, -1 UNKNOWN_PROMOTION, -2 STOPPED, -3 NOT_STARTED, -4 ENDED,
  -5 RATE_LIMITED, -6 LIMIT_REACHED, -7 SOLD_OUT, -8 FENCED, -9 HELD, -10 RECOVERING, -11 CANCELLED,
  -12 PAUSED
Idempotency: a repeat with the same attempt is REPEATED and changes nothing
Complexity: O(log(entries that the ledger does not have))
Example: C_{1}_1 C_{1}_1:orders:0 C_{1}_1:limits:0 C_{1}_1:limits:1 C_{1}_1:pending | 1700000000000
  A1 1 2 10.0.0.1 al m 0 0 1 1
]]
local now, attempt, quantity = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])

local r = redis.call('HMGET', KEYS[1], 'b', 'windowStart', 'rateWindow', 'rateMax', 'limitPer',
  'limitMax', 'startsAt', 'endsAt', 'stopped', 'paymentTimeout', 'keepUntil', 'generation',
  'recovering', 'limitMaxPin', 'paused')
local remaining = tonumber(r[1])
local windowStart, rateWindow, rateMax = tonumber(r[2]), tonumber(r[3]), tonumber(r[4])
local limitPer, limitMax = r[5], tonumber(r[6])
local startsAt, endsAt, stopped = tonumber(r[7]), tonumber(r[8]), r[9]
local paymentTimeout, keepUntil = tonumber(r[10]), tonumber(r[11])
local recovering, limitMaxPin = r[13], tonumber(r[14] or r[6])

local function answer(code, number)
  return {code, number or 0, paymentTimeout or 0, keepUntil or 0}
end

if not remaining or not endsAt then
  return answer(-1)
elseif recovering == '1' then
  return answer(-10)
end

local reservation = redis.call('HGET', KEYS[2], ARGV[2])
if reservation then
  local by, state, leftThen = reservation:match('^(%d+)|(%a)|%d+|(%d+)$')
  by = tonumber(by)
  if state == 'C' then
    return answer(-11)
  elseif by > attempt or (by == attempt and state == 'R') then
    return answer(-8)
  elseif by == attempt then
    return answer(2, tonumber(leftThen))
  elseif state == 'T' then
    return answer(-9)
  end
end

if stopped == '1' then
  return answer(-2)
elseif tonumber(r[12] or 0) < tonumber(ARGV[#ARGV]) then
  return answer(-10)
elseif now >= endsAt then
  return answer(-4)
elseif r[15] == '1' then
  return answer(-12)
elseif now < startsAt then
  return answer(-3)
end

-- 1 rate: every attempt counts, also one that is refused below
if ARGV[8] ~= '1' then
  local time = redis.call('TIME')
  local present = time[1] * 1000 + math.floor(time[2] / 1000)
  -- a window that begins in the future is one of a server whose clock went ahead
  if present - windowStart >= rateWindow or present < windowStart then
    redis.call('HSET', KEYS[1], 'c', '1', 'windowStart', string.format('%.0f', present))
  elseif redis.call('HINCRBY', KEYS[1], 'c', 1) > rateMax then
    return answer(-5, windowStart + rateWindow - present)
  end
end

-- 2 limits, in units
if ARGV[9] == '1' then
  return answer(-6)
end
local holders = {}
if limitPer == 'IP' or limitPer == 'IP_AND_PIN' then
  holders[#holders + 1] = {KEYS[3], 'ip:' .. ARGV[5], limitMax}
end
if limitPer == 'PIN' or limitPer == 'IP_AND_PIN' then
  holders[#holders + 1] = {KEYS[4], 'pin:' .. ARGV[6], limitMaxPin}
end
for _, holder in ipairs(holders) do
  local held = tonumber(redis.call('HGET', holder[1], holder[2]) or 0)
  if held + quantity > holder[3] then
    return answer(-6)
  end
end

if remaining < quantity then
  return answer(-7)
end

-- Only writes from here on, none of which can be refused. A new key goes with the promotion.
local function expireNew(key)
  if redis.call('HLEN', key) == 1 then
    redis.call('PEXPIREAT', key, r[11])
  end
end

-- 3 record the order
local left = remaining - quantity
redis.call('HSET', KEYS[2], ARGV[2], table.concat({ARGV[3], 'T', ARGV[4], left}, '|'))
expireNew(KEYS[2])
redis.call('ZADD', KEYS[5], ARGV[1], ARGV[7])
-- each time, for the key goes whenever nothing is pending
redis.call('PEXPIREAT', KEYS[5], r[11])
for _, holder in ipairs(holders) do
  if redis.call('HINCRBY', holder[1], holder[2], quantity) == quantity then
    expireNew(holder[1])
  end
end

-- 4 deduct
redis.call('HINCRBY', KEYS[1], 'b', -quantity)
return answer(1, left)
