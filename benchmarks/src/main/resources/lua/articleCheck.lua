--[[
articleCheck: the design article's way to check, as the baseline of our own: a GETBIT for each SKU and vehicle.

Keys: 1+
  KEYS[1 ..] string, bits: for each SKU in turn, one key for each of the vehicles' segments
Args:
  ARGV[1] in how many segments the vehicles lie
  ARGV[2 ..] for each of the vehicles: which of these segments (from 1), and its bit
Returns: for each SKU a digit for each vehicle
Idempotency: reads only
Complexity: O(SKUs * vehicles)
]]
local segments = tonumber(ARGV[1])
local answers = {}
for first = 0, #KEYS - 1, segments do
  for arg = 2, #ARGV, 2 do
    answers[#answers + 1] = redis.call('GETBIT', KEYS[first + ARGV[arg]], ARGV[arg + 1])
  end
end
return table.concat(answers)
