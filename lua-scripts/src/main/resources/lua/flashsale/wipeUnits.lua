--[[
wipeUnits: deletes hashes of reservations and limits of a closed promotion, which are going to be rebuilt.

Keys: 2+
  KEYS[1] hash, the promotion's record
  KEYS[2..] hashes of reservations or of limits
Args:
  ARGV[1] fence of the rebuild, as closePromotion got it
Returns: the code
Codes: 1 DONE, -1 SUPERSEDED, -2 LOST_AGAIN
Idempotency: a repeat deletes what came in between
Complexity: O(number of keys); the memory is freed in the background
Example: C_{1}_1 C_{1}_1:orders:0 C_{1}_1:limits:0 | 10001
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'fence')
if tonumber(r[2] or 0) > tonumber(ARGV[1]) then
  return -1
elseif r[1] ~= '1' or r[2] ~= ARGV[1] then
  return -2
end
redis.call('UNLINK', unpack(KEYS, 2))
return 1
