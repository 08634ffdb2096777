--[[
applyTerms: gives a promotion's record the terms that count now: what operators changed since it was
written. The attempts of the window at hand stay counted; units that were added to the quota are left
too.

Keys: 1
  KEYS[1] hash, the promotion's record
Args:
  ARGV[1] attempts at most in a window
  ARGV[2] the window in ms
  ARGV[3] version of the following; a record with a later one keeps what it has
  ARGV[4] units for sale, never fewer than before
  ARGV[5] epoch ms of the sale's end
  ARGV[6] epoch ms after which nobody needs the record any more
  ARGV[7] 1 while the sale is paused, else 0
  ARGV[8] units by which marks and limits are spread over hashes
  ARGV[9] 1 if the hashes of marks and limits are kept until ARGV[6]
Returns: the code
Codes: 1 CHANGED, 0 SAME, -1 KEEP_FIRST
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1 | 100 1000 1 10 4102444800000 4102444800001 0 10 1
]]
local r = redis.call('HMGET', KEYS[1], 'rateMax', 'rateWindow', 'termsVersion', 'o', 'keepUntil', 'a')
local o, keepUntil, additions = tonumber(r[4]), tonumber(r[5] or 0), r[6]
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
elseif tonumber(ARGV[6]) > keepUntil and ARGV[9] ~= '1' then
  return -1
end
redis.call('HSETNX', KEYS[1], 'openedWith', ARGV[8])
redis.call('HSET', KEYS[1], 'termsVersion', ARGV[3], 'endsAt', ARGV[5], 'keepUntil', ARGV[6],
  'paused', ARGV[7])
redis.call('PEXPIREAT', KEYS[1], ARGV[6])
local added = tonumber(ARGV[4]) - o
if added > 0 then
  redis.call('HINCRBY', KEYS[1], 'o', added)
  redis.call('HINCRBY', KEYS[1], 'b', added)
  if additions then
    redis.call('HINCRBY', KEYS[1], 'a', 1)
  end
end
return 1
