--[[
retireOrder: notes that the ledger has one of an order's entries; once it has all that there are of
the order's status, the record lives for a while only, for the ledger can decide without it.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder; stored:<promotion> is the status that the ledger
    has of that item
Args:
  ARGV[1] the attempt
  ARGV[2] the status that the ledger has
  ARGV[3] the promotion
  ARGV[4] ms for which the record is kept from now on
Returns: 1 if the record is being kept for a while only, 0 if not yet, or if there is none
Idempotency: a repeat changes nothing but that it may shorten the while
Complexity: O(items of the order)
Example: O_{A1} | 1 GRABBED 7 600000
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'items')
local status, attempt, items = r[1], r[2], r[3]
if attempt ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'stored:' .. ARGV[3], ARGV[2])
if status ~= ARGV[2] then
  return 0
end
for item in items:gmatch('[^,]+') do
  if redis.call('HGET', KEYS[1], 'stored:' .. item:match('^%d+')) ~= status then
    return 0
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[4], 'LT')
return 1
