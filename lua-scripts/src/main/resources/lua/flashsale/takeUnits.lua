--[[
takeUnits: takes an order's units of one promotion, or says why it may not.

Lua does not roll back, so everything is checked, in the order rate, limits, quota, before the order
is recorded and the units are deducted. The order id is the mark: whoever comes again with the same
attempt gets the first answer, whatever has run out since. An attempt that was given back, or that a
later one has overtaken, finds its tombstone and takes nothing, however late it arrives.

Keys: 4
  KEYS[1] hash, the promotion's record: o original, b remaining, c attempts since windowStart, terms
  KEYS[2] hash, marks by order id: attempt|state|quantity|remaining|ip|pin; state T taken, R returned
  KEYS[3] hash, units held by ip:<ip> and by pin:<pin>
  KEYS[4] zset, what the ledger is not yet known to have, by epoch ms
Args:
  ARGV[1] now, epoch ms
  ARGV[2] order id
  ARGV[3] attempt, a number that grows with each new attempt of the order
  ARGV[4] quantity, 1 or more
  ARGV[5] ip
  ARGV[6] pin
  ARGV[7] the member for KEYS[4]
Returns: {code, remaining (RATE_LIMITED: ms until the next window), payment time-out in ms, keepUntil}
Codes: 1 TAKEN, 2 REPEATED, -1 UNKNOWN_PROMOTION, -2 STOPPED, -3 NOT_STARTED, -4 ENDED,
  -5 RATE_LIMITED, -6 LIMIT_REACHED, -7 SOLD_OUT, -8 FENCED, -9 UNSETTLED
Idempotency: a repeat with the same attempt is REPEATED and changes nothing
Complexity: O(log(entries that the ledger does not have))
Example: C_{1}_1 C_{1}_1:orders C_{1}_1:limits C_{1}_1:pending | 1700000000000 A1 1 2 10.0.0.1 al m
]]
local now, attempt, quantity = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])

local r = redis.call('HMGET', KEYS[1], 'o', 'b', 'windowStart', 'rateWindow', 'rateMax', 'limitPer',
  'limitMax', 'startsAt', 'endsAt', 'stopped', 'paymentTimeout', 'keepUntil')
local original, remaining = tonumber(r[1]), tonumber(r[2])
local windowStart, rateWindow, rateMax = tonumber(r[3]), tonumber(r[4]), tonumber(r[5])
local limitPer, limitMax = r[6], tonumber(r[7])
local startsAt, endsAt, stopped = tonumber(r[8]), tonumber(r[9]), r[10]
local paymentTimeout, keepUntil = tonumber(r[11]), tonumber(r[12])

local function answer(code, number)
  return {code, number or 0, paymentTimeout or 0, keepUntil or 0}
end

if not remaining or not endsAt then
  return answer(-1)
end

local mark = redis.call('HGET', KEYS[2], ARGV[2])
if mark then
  local marked, state, leftThen = mark:match('^(%d+)|(%a)|%d+|(%d+)|')
  marked = tonumber(marked)
  if marked > attempt or (marked == attempt and state == 'R') then
    return answer(-8)
  elseif marked == attempt then
    return answer(2, tonumber(leftThen))
  elseif state == 'T' then
    return answer(-9)
  end
end

if stopped == '1' then
  return answer(-2)
elseif now < startsAt then
  return answer(-3)
elseif now >= endsAt then
  return answer(-4)
end

-- 1 rate: every attempt counts, also one that is refused below
if now - windowStart >= rateWindow then
  redis.call('HSET', KEYS[1], 'c', '1', 'windowStart', ARGV[1])
elseif redis.call('HINCRBY', KEYS[1], 'c', 1) > rateMax then
  return answer(-5, windowStart + rateWindow - now)
end

-- 2 limits, in units
local holders = {}
if limitPer == 'IP' or limitPer == 'IP_AND_PIN' then
  holders[#holders + 1] = 'ip:' .. ARGV[5]
end
if limitPer == 'PIN' or limitPer == 'IP_AND_PIN' then
  holders[#holders + 1] = 'pin:' .. ARGV[6]
end
for _, holder in ipairs(holders) do
  local held = tonumber(redis.call('HGET', KEYS[3], holder) or 0)
  if held + quantity > limitMax then
    return answer(-6)
  end
end

if remaining < quantity then
  return answer(-7)
end

-- Only writes from here on, none of which can be refused. 3 record the order
local left = remaining - quantity
redis.call('HSET', KEYS[2], ARGV[2],
  table.concat({ARGV[3], 'T', ARGV[4], left, ARGV[5], ARGV[6]}, '|'))
redis.call('ZADD', KEYS[4], ARGV[1], ARGV[7])
-- each time, for the key goes whenever nothing is pending
redis.call('PEXPIREAT', KEYS[4], r[12])
for _, holder in ipairs(holders) do
  redis.call('HINCRBY', KEYS[3], holder, quantity)
end

-- 4 deduct
redis.call('HINCRBY', KEYS[1], 'b', -quantity)
if remaining == original then
  -- the first units: the keys are new
  redis.call('PEXPIREAT', KEYS[2], r[12])
  redis.call('PEXPIREAT', KEYS[3], r[12])
end
return answer(1, left)
