--[[
applyTerms: gives a promotion's record the terms that count now: what operators changed since it was
written. The attempts of the window at hand stay counted; units that were added to the quota are left
too.

A sale that ends later takes two calls. The first one has all keys that are made from then on live as
long, and leaves the end as it is; between the two the caller keeps the hashes that are there already.
Whoever is cut off in between begins anew: the record's end tells.

Keys: 5
  KEYS[1] hash, the promotion's record
  KEYS[2..5] what lies beside it once: what the ledger is not yet known to have, notes that were put
    aside, loans lent, loans received
Args:
  ARGV[1] attempts at most in a window
  ARGV[2] the window in ms
  ARGV[3] version of the following; a record with a later one keeps what it has
  ARGV[4] units for sale, never fewer than before
  ARGV[5] epoch ms of the sale's end
  ARGV[6] epoch ms after which nobody needs the record any more
  ARGV[7] 1 while the sale is paused, else 0
  ARGV[8] units by which reservations and limits are spread over hashes
  ARGV[9] 1 if the hashes of reservations and limits that were there when an earlier call answered KEEP_FIRST
    are kept until ARGV[6]
Returns: the code
Codes: 1 CHANGED, 0 SAME, -1 KEEP_FIRST
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:pending C_{1}_1:parked C_{1}_1:lent C_{1}_1:received | 100 1000 1 10
  4102444800000 4102444800001 0 10 1
]]
local r = redis.call('HMGET', KEYS[1], 'rateMax', 'rateWindow', 'termsVersion', 'o', 'keepUntil', 'a',
  'endsAt')
local o, keepUntil, additions, endsAt = tonumber(r[4]), r[5] or '0', r[6], tonumber(r[7] or 0)
if not r[1] or not o then
  return 0
end
local changed = 0
if r[1] ~= ARGV[1] or r[2] ~= ARGV[2] then
  redis.call('HSET', KEYS[1], 'rateMax', ARGV[1], 'rateWindow', ARGV[2])
  changed = 1
end
if tonumber(r[3] or 0) >= tonumber(ARGV[3]) then
  return changed
end

local later = tonumber(ARGV[6]) > tonumber(keepUntil)
if later then
  -- only ever longer: an instance that has not heard of the latest end may come with an earlier one
  redis.call('HSET', KEYS[1], 'keepUntil', ARGV[6])
  for _, key in ipairs(KEYS) do
    redis.call('PEXPIREAT', key, ARGV[6], 'GT')
  end
end
if (later or tonumber(ARGV[5]) > endsAt) and ARGV[9] ~= '1' then
  return -1
end

redis.call('HSETNX', KEYS[1], 'openedWith', ARGV[8])
redis.call('HSET', KEYS[1], 'termsVersion', ARGV[3], 'endsAt', ARGV[5], 'paused', ARGV[7])
local added = tonumber(ARGV[4]) - o
if added > 0 then
  redis.call('HINCRBY', KEYS[1], 'o', added)
  redis.call('HINCRBY', KEYS[1], 'b', added)
  if additions then
    redis.call('HINCRBY', KEYS[1], 'a', 1)
  end
end
return 1
