--[[
restoreHomes: writes the homes of a closed promotion's orders from the ledger, see noteHome.

Keys: 2+
  KEYS[1] hash, the record of the order ids' bucket
  KEYS[2..] hashes of homes
Args:
  ARGV[1] fence of the rebuild, as closePromotion got it
  ARGV[2..] for each order: its id, bucket, attempt, and the number in KEYS of its hash
Fence: generation, floor
Returns: the code
Codes: 1 DONE, -1 SUPERSEDED, -2 LOST_AGAIN
Idempotency: a repeat changes nothing
Complexity: O(number of orders)
Example: C_{1}_1 C_{1}_1:homes:0 | 10001 A1 2 17 2 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'recovering', 'fence', 'rebuiltIn', 'keepUntil')
if tonumber(r[2] or 0) > tonumber(ARGV[1]) then
  return -1
elseif r[1] ~= '1' or r[2] ~= ARGV[1] or tonumber(r[3] or 0) < tonumber(ARGV[#ARGV]) then
  return -2
end
for i = 2, #ARGV - 2, 4 do
  local orderId, bucket, attempt, hash = unpack(ARGV, i, i + 3)
  local homes = KEYS[tonumber(hash)]
  redis.call('HSET', homes, orderId, bucket .. '|' .. attempt)
  redis.call('PEXPIREAT', homes, r[4])
end
return 1
