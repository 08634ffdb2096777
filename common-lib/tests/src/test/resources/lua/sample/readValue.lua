--[[
readValue: reads a value that noteValue wrote, if it is to be believed.

Keys: 1
  KEYS[1] hash, value and generation
Args: none
Fence: generation, floor
Returns: the value; "in doubt" if it may be an older one; "gone" if there is none
Idempotency: changes nothing
Complexity: O(1)
Example: {a} | 1 1
]]
local r = redis.call('HMGET', KEYS[1], 'value', 'generation')
if not r[1] then
  return 'gone'
elseif tonumber(r[2]) < tonumber(ARGV[#ARGV]) then
  return 'in doubt'
end
return r[1]
