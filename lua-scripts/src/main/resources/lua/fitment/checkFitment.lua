--[[
checkFitment: tells of every given SKU of one group which of the given vehicles it fits.

Keys: 2+
  KEYS[1 .. n] string, the head of each of the n SKUs (see replaceFitment); n is 7000 at most
  KEYS[n+1 ..] string, bits: for each SKU in turn, one key for each of the s segments
Args:
  ARGV[1] s, in how many segments the vehicles lie
  ARGV[2 ..] for each segment: its number, how many of the vehicles lie in it, and their bits (0-49999)
Returns: one string; for each SKU its status, then a digit for each vehicle (1 fits, 0 does not)
  K known, U universal (all digits 1), ? not here: never written, moved away or lost (all digits 0)
Idempotency: reads only
Complexity: O(SKUs * vehicles)
Example: {g}:3 {g}:3:0 {g}:3:1 | 2 0 2 0 49999 1 1 7
]]
local segments = tonumber(ARGV[1])
local skus = #KEYS / (1 + segments)
local listed, bitsOf = {}, {}
local vehicles, arg = 0, 2
for s = 1, segments do
  local count = tonumber(ARGV[arg + 1])
  local bits = {}
  for v = 1, count do
    bits[v] = ARGV[arg + 1 + v]
  end
  listed[s] = ',' .. ARGV[arg] .. ','
  bitsOf[s] = bits
  vehicles = vehicles + count
  arg = arg + 2 + count
end
local universal = 'U' .. string.rep('1', vehicles)
local absent = '?' .. string.rep('0', vehicles)
-- Cheaper than to let Lua make text of numbers.
local digits = { [0] = '0', [1] = '1' }

local function known(head, firstKey)
  local row, column, blank = { 'K' }, 1, {}
  for s = 1, segments do
    local bits = bitsOf[s]
    local isListed = string.find(head, listed[s], 1, true)
    local key, fitting = KEYS[firstKey + s], 0
    for v = 1, #bits do
      -- One BITFIELD_RO for all of them costs more: its reply is a table of numbers.
      local bit = isListed and redis.call('GETBIT', key, bits[v]) or 0
      fitting = fitting + bit
      row[column + v] = digits[bit]
    end
    column = column + #bits
    if isListed and fitting == 0 then
      blank[#blank + 1] = key
    end
  end
  -- A segment that the head lists but that is gone must not read as "does not fit".
  if #blank > 0 and redis.call('EXISTS', unpack(blank)) < #blank then
    return absent
  end
  return table.concat(row)
end

local heads = redis.call('MGET', unpack(KEYS, 1, skus))
local rows = {}
for i = 1, skus do
  local head = heads[i]
  local status = head and string.sub(head, 1, 1)
  if status == 'K' then
    rows[i] = known(head, skus + (i - 1) * segments)
  elseif status == 'U' then
    rows[i] = universal
  else
    rows[i] = absent
  end
end
return table.concat(rows)
