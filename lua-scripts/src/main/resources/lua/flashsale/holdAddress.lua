--[[
holdAddress: counts the units of an order's attempt for its address, or says why it may not.

Of a promotion of several buckets with a limit for each account and one for each address the account
chooses the order's bucket, and the address another one, which may lie in another slot: units are
reserved in the first, then they are held here. A hold is like a reservation of reserveUnits: whoever
comes again finds it, and an attempt that was released finds its tombstone. What is being begun is noted
here too, so that a hold that nobody confirms is found and released, whatever became of the note beside
the units.

A look changes nothing. It comes before the units are reserved, so that an address that has its maximum
keeps none of them from others meanwhile; the hold afterwards decides.

Keys: 4
  KEYS[1] hash, the record of the address' bucket, see reserveUnits
  KEYS[2] hash, holds by order id: attempt|state|quantity|0, states as those of reservations
  KEYS[3] hash, units held by ip:<ip>
  KEYS[4] zset, what the ledger is not yet known to have, by epoch ms
Args:
  ARGV[1] now, epoch ms
  ARGV[2] order id
  ARGV[3] attempt
  ARGV[4] quantity, 1 or more
  ARGV[5] ip
  ARGV[6] the member for KEYS[4]
  ARGV[7] 1 to look only: the code is what a hold would get just now; else 0
Fence: generation, floor
Returns: the code
Codes: 1 RESERVED, 2 REPEATED, -1 UNKNOWN_PROMOTION, -6 LIMIT_REACHED, -8 FENCED, -9 HELD,
  -10 RECOVERING, -11 CANCELLED
Idempotency: a repeat with the same attempt is REPEATED and changes nothing
Complexity: O(log(entries that the ledger does not have))
Example: C_{1.2}_1 C_{1.2}_1:holds:0 C_{1.2}_1:limits:0 C_{1.2}_1:pending | 1700000000000 A1 1 2
  10.0.0.1 m 0 1 1
]]
local attempt, quantity = tonumber(ARGV[3]), tonumber(ARGV[4])
local r = redis.call('HMGET', KEYS[1], 'limitMax', 'keepUntil', 'recovering', 'generation')
if not r[1] or not r[2] then
  return -1
elseif r[3] == '1' then
  return -10
end

local hold = redis.call('HGET', KEYS[2], ARGV[2])
if hold then
  local by, state = hold:match('^(%d+)|(%a)|')
  by = tonumber(by)
  if state == 'C' then
    return -11
  elseif by > attempt or (by == attempt and state == 'R') then
    return -8
  elseif by == attempt then
    return 2
  elseif state == 'T' then
    return -9
  end
end

if tonumber(r[4] or 0) < tonumber(ARGV[#ARGV]) then
  return -10
end
local holder = 'ip:' .. ARGV[5]
if tonumber(redis.call('HGET', KEYS[3], holder) or 0) + quantity > tonumber(r[1]) then
  return -6
elseif ARGV[7] == '1' then
  return 1
end

-- Only writes from here on, none of which can be refused. A new key goes with the promotion.
local function expireNew(key)
  if redis.call('HLEN', key) == 1 then
    redis.call('PEXPIREAT', key, r[2])
  end
end
redis.call('HSET', KEYS[2], ARGV[2], table.concat({ARGV[3], 'T', ARGV[4], '0'}, '|'))
expireNew(KEYS[2])
redis.call('ZADD', KEYS[4], ARGV[1], ARGV[6])
redis.call('PEXPIREAT', KEYS[4], r[2])
redis.call('HINCRBY', KEYS[3], holder, quantity)
expireNew(KEYS[3])
return 1
