--[[
readBucket: tells what a bucket of a promotion has, and whether that is to be believed.

Keys: 1
  KEYS[1] hash, the bucket's record, see reserveUnits; a additions so far, w units lent and on their way,
    epoch the name of the time since it was opened or closed for a rebuild
Args: none
Fence: generation, floor
Returns: {code, b, a, w, epoch, o}
Codes: 1 OPEN, 0 MISSING, -1 CLOSED, -2 DOUBTFUL
Idempotency: changes nothing
Complexity: O(1)
Example: C_{1.1}_1 | 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'b', 'a', 'w', 'epoch', 'recovering', 'generation', 'o')
local code = 1
if not r[1] or not r[7] then
  code = 0
elseif r[5] then
  code = -1
elseif tonumber(r[6] or 0) < tonumber(ARGV[#ARGV]) then
  code = -2
end
return {code, tonumber(r[1] or 0), tonumber(r[2] or 0), tonumber(r[3] or 0), r[4] or '',
  tonumber(r[7] or 0)}
