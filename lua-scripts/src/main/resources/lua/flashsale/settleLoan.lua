--[[
settleLoan: ends a loan that the other bucket has received: its units are no longer on their way.

Keys: 2
  KEYS[1] hash, the lending bucket's record, see readBucket
  KEYS[2] hash, its loans, see lendUnits
Args:
  ARGV[1] the bucket that borrowed
  ARGV[2] the loan's number
  ARGV[3] the loan's epoch
Returns: 1 if this call settled it, else 0
Idempotency: a repeat changes nothing
Complexity: O(1)
Example: C_{1}_1 C_{1}_1:lent | 2 1 first
]]
local loan = redis.call('HGET', KEYS[2], ARGV[1])
if not loan then
  return 0
end
local number, units, since, epoch = loan:match('^(%d+)|(%d+)|(%d+)|(.*)$')
if number ~= ARGV[2] or epoch ~= ARGV[3] or units == '0' then
  return 0
end
redis.call('HINCRBY', KEYS[1], 'w', -units)
redis.call('HSET', KEYS[2], ARGV[1], table.concat({number, 0, since, epoch}, '|'))
return 1
