--[[
claimOrder: lets one content of an order begin, or tells a repeat what became of it.

An order's promotions lie in several slots; this record, in the order's own slot, is where all or
none is decided. Statuses: FREE (an attempt came to nothing), CLAIMED (under way), REFUSED (being
compensated), GRABBED, PAID, CANCELLED. The field joined counts the duplicates that have joined the
attempt: once there is one, others than who began it may have written to the ledger. A record of a
generation below the floor (see reserveUnits) may have lost its last decision: it counts as none, unless
it says that the attempt is over, which is never taken back, or that the order was grabbed: then its id
is taken, and the ledger knows what became of it.

An id whose record has gone is known by a set of numbers, into which retireOrder puts it. A slot that
fell back lost both: so where its floor is higher than one by which the ledger was asked, nothing begins
of an id that may have been grabbed before that.

Keys: 3
  KEYS[1] hash, the order's record
  KEYS[2] set, numbers of the slot's order ids, of this period
  KEYS[3] set, the same of the period before
Args:
  ARGV[1] now, epoch ms; a new attempt is numbered by it
  ARGV[2] content: the items in a canonical order
  ARGV[3] items as asked for
  ARGV[4] pin
  ARGV[5] ip
  ARGV[6] 1 if another ip is another content, 0 if not
  ARGV[7] ms for which an unfinished claim is kept
  ARGV[8] the id's number
  ARGV[9] floor by which nothing of the order is lost that the ledger was not asked for
Fence: generation, floor
Returns: {code, the record's fields and values; of PAST and LOST, if there is any; of LOST, the floor}
Codes: 1 CLAIMED, 2 JOINED, 3 REPEATED, 4 PAST, 5 LOST, -1 CONFLICT, -2 COMPENSATING
Idempotency: a repeat while the attempt is under way joins it
Complexity: O(1)
Example: O_{A1} I_{A1}:1 I_{A1}:0 | 1700000000000 7:1 7:1 al 10.0.0.1 1 60000 17 1 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'content', 'pin', 'ip', 'generation')
local status, attempt = r[1], tonumber(r[2] or 0)
local doubtful = tonumber(r[6] or 0) < tonumber(ARGV[#ARGV])

local over = status == 'REFUSED' or status == 'CANCELLED'
if not status or status == 'FREE' or (doubtful and not over) then
  -- what was grabbed was, whatever was decided later
  if doubtful and (status == 'GRABBED' or status == 'PAID')
    or redis.call('SISMEMBER', KEYS[2], ARGV[8]) == 1
    or redis.call('SISMEMBER', KEYS[3], ARGV[8]) == 1 then
    return {4, redis.call('HGETALL', KEYS[1])}
  end
  local floor = tonumber(ARGV[#ARGV])
  if doubtful and floor > tonumber(ARGV[9]) then
    return {5, redis.call('HGETALL', KEYS[1]), floor}
  end
  local next = math.max(tonumber(ARGV[1]), attempt + 1)
  local record = {'status', 'CLAIMED', 'attempt', string.format('%.0f', next), 'content', ARGV[2],
    'items', ARGV[3], 'pin', ARGV[4], 'ip', ARGV[5], 'generation', ARGV[#ARGV - 1]}
  if status then
    redis.call('DEL', KEYS[1])
  end
  redis.call('HSET', KEYS[1], unpack(record))
  redis.call('PEXPIRE', KEYS[1], ARGV[7])
  return {1, record}
end

local same = r[3] == ARGV[2] and r[4] == ARGV[4] and (ARGV[6] == '0' or r[5] == ARGV[5])
local code = 3
if status == 'REFUSED' then
  code = -2
elseif status == 'CANCELLED' or not same then
  code = -1
elseif status == 'CLAIMED' then
  code = 2
  redis.call('HINCRBY', KEYS[1], 'joined', 1)
end
return {code, redis.call('HGETALL', KEYS[1])}
