--[[
retireOrder: notes that the ledger has one of an order's entries; once it has all that there are of
the order's status, the record lives until its time to pay is over, and a while longer: then the
ledger can decide without it.

Before the record may go, the order's id is put into a set of those that are taken for good. It goes
there only if the order was ever grabbed: the id of an attempt that came to nothing may come again.

Keys: 2
  KEYS[1] hash, the order's record, see claimOrder; stored:<promotion> is the status that the ledger
    has of that item
  KEYS[2] set, numbers of the slot's order ids, of this period
Args:
  ARGV[1] the attempt
  ARGV[2] the status that the ledger has
  ARGV[3] the promotion
  ARGV[4] now, epoch ms
  ARGV[5] ms for which the record is kept from now on, and from the end of its time to pay on
  ARGV[6] the id's number
  ARGV[7] epoch ms until which KEYS[2] is kept
  ARGV[8] 1 if the entry itself says that the order was grabbed or cancelled, 0 if only the record can
Returns: 1 if the record is being kept for a while only, 0 if not yet, or if there is none
Idempotency: a repeat changes nothing but that it may shorten the while
Complexity: O(items of the order), and O(ids of the slot) in memory moves
Example: O_{A1} I_{A1}:1 | 1 GRABBED 7 1700000000000 600000 17 4102444800000 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'items', 'expiresAt')
local status, attempt, items, expiresAt = r[1], r[2], r[3], tonumber(r[4] or 0)
local visible = status == 'GRABBED' or status == 'PAID' or status == 'CANCELLED'
if ARGV[8] == '1' or (visible and attempt == ARGV[1]) then
  redis.call('SADD', KEYS[2], ARGV[6])
  redis.call('PEXPIREAT', KEYS[2], ARGV[7])
end
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
local from = tonumber(ARGV[4])
if status ~= 'CANCELLED' then
  from = math.max(from, expiresAt)
end
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', from + tonumber(ARGV[5])), 'LT')
return 1
