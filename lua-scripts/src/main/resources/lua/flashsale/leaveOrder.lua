--[[
leaveOrder: ends a call of an order's attempt that reserved nothing, and was refused.

All calls of an attempt go the same way: from now on it cannot be confirmed. The last of them to leave
lets the order begin again. While others may be under way, or have died, the attempt is REFUSED, so
that whoever claims the order next compensates it first.

Keys: 1
  KEYS[1] hash, the order's record, see claimOrder; left:<call> is there once that call has left, left
    counts them
Args:
  ARGV[1] the attempt
  ARGV[2] the call: 0 for the one that began the attempt, else its number among those that joined
  ARGV[3] 1 if nothing remembers the attempt, so that the record may go; 0 if its number matters
Returns: 1 if the order is free now, 0 if others may be under way, or it was decided otherwise
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: O_{A1} | 1 0 1
]]
local r = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'joined', 'left')
local status, attempt, joined, left = r[1], r[2], tonumber(r[3] or 0), tonumber(r[4] or 0)
if attempt ~= ARGV[1] or (status ~= 'CLAIMED' and status ~= 'REFUSED') then
  return 0
end
if joined == 0 and ARGV[3] == '1' then
  redis.call('DEL', KEYS[1])
  return 1
end
left = left + redis.call('HSETNX', KEYS[1], 'left:' .. ARGV[2], '1')
local last = left > joined
redis.call('HSET', KEYS[1], 'left', left, 'status', last and 'FREE' or 'REFUSED')
return last and 1 or 0
