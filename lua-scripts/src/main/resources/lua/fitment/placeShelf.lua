--[[
placeShelf: writes what changed on a shelf, or all of it, unless something newer is there.

Keys: 1+
  KEYS[1] string, the shelf's head: its revision, which segments have vehicles and how wide their blocks
          are, and the directory of its SKUs, for example "12;,0=256,3=4096,;<directory>"
  KEYS[2 ..] hash, a segment: block number to block; those that changed, or all that ever had vehicles
Args:
  ARGV[1] revision, 1 or more
  ARGV[2] the revision that it builds on; 0 if all of the shelf is given
  ARGV[3] how long to keep the head, in milliseconds; 0 for ever
  ARGV[4] the directory
  ARGV[5 ..] for each segment key: its number, how wide its blocks are, how many follow, and of each of
          these its number and the block; 0 and 0 for a segment without vehicles
Returns: an outcome
Codes: 0 OUTDATED, 1 WRITTEN, 2 BASE_MISSING
Idempotency: a repeat writes nothing, or the same again if all is given
Complexity: O(bytes)
Example: {g}:0 {g}:0:0 {g}:0:3 | 1 0 0 ab 0 256 1 7 xyz 3 0 0
]]
local revision, base = tonumber(ARGV[1]), tonumber(ARGV[2])
local listed = redis.call('GET', KEYS[1])
listed = listed and string.match(listed, '^[^;]*;[^;]*;') or '0;;'
local placed = tonumber(string.match(listed, '^%d+'))
if placed > revision or (placed == revision and base > 0) then
  return 0
end
if placed < base then
  return 2
end

local widths = {}
if base > 0 then
  for segment, width in string.gmatch(listed, '(%d+)=(%d+)') do
    widths[segment] = width
  end
end
local arg = 5
for i = 2, #KEYS do
  local blocks = tonumber(ARGV[arg + 2])
  local last = arg + 2 + 2 * blocks
  -- Written anew and whole: a value that is changed in place keeps what it once had allocated.
  redis.call('UNLINK', KEYS[i])
  widths[ARGV[arg]] = nil
  if blocks > 0 then
    widths[ARGV[arg]] = ARGV[arg + 1]
    redis.call('HSET', KEYS[i], unpack(ARGV, arg + 3, last))
  end
  arg = last + 1
end

local segments = {}
for segment in pairs(widths) do
  segments[#segments + 1] = tonumber(segment)
end
table.sort(segments)
for i, segment in ipairs(segments) do
  segments[i] = segment .. '=' .. widths[tostring(segment)] .. ','
end
local head = ARGV[1] .. ';,' .. table.concat(segments) .. ';' .. ARGV[4]
if ARGV[3] == '0' then
  redis.call('SET', KEYS[1], head)
else
  redis.call('SET', KEYS[1], head, 'PX', ARGV[3])
end
return 1
