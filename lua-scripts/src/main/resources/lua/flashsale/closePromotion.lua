--[[
closePromotion: closes a promotion's sale until it has been rebuilt, and writes its terms anew.

While it is closed nothing is reserved; what is released leaves its reservations as ever. Each rebuild has a
number, its fence: one with a lower number, whose instance was thought dead, changes nothing more.

Keys: 5
  KEYS[1] hash, the promotion's record, which may be missing
  KEYS[2..5] what lies beside it once, see applyTerms: it is kept as long
Args:
  ARGV[1] fence
  ARGV[2] epoch ms after which nobody needs the record any more
  ARGV[3..] field and value of the terms, alternating
Returns: the code
Codes: 1 DONE, -1 SUPERSEDED
Idempotency: a repeat changes nothing
Complexity: O(number of fields)
Example: C_{1}_1 C_{1}_1:pending C_{1}_1:parked C_{1}_1:lent C_{1}_1:received | 10001 4102444800000
  o 10
]]
if tonumber(redis.call('HGET', KEYS[1], 'fence') or 0) > tonumber(ARGV[1]) then
  return -1
end
redis.call('HSET', KEYS[1], 'recovering', '1', 'fence', ARGV[1], 'keepUntil', ARGV[2],
  unpack(ARGV, 3))
redis.call('HSETNX', KEYS[1], 'b', '0')
redis.call('HDEL', KEYS[1], 'rebuiltIn')
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
for i = 2, #KEYS do
  redis.call('PEXPIREAT', KEYS[i], ARGV[2], 'GT')
end
return 1
