--[[
placeShelf: writes what changed on a shelf, or all of it, unless something newer is there. A head of before a
fall-back of Redis counts as none.

Keys: 1+
  KEYS[1] string, the shelf's head: its revision, the generation in which it was known to be the newest one (1 if
          left out), which segments have vehicles and how wide their blocks are, and the directory of its SKUs, for
          example "12;,0=256,3=4096,;<directory>", or "12;2,0=256,3=4096,;<directory>"
  KEYS[2 ..] hash, a segment: block number to block; those that changed, or all that ever had vehicles; behind
          each whose blocks are staged the key where stageBlocks put them
Args:
  ARGV[1] revision, 1 or more
  ARGV[2] the revision that it builds on; 0 if all of the shelf is given
  ARGV[3] how long to keep the head, in milliseconds; 0 for ever
  ARGV[4] the directory
  ARGV[5] the generation that was known before this was read from MySQL
  ARGV[6 ..] for each segment key: its number, how wide its blocks are, how many follow, and of each of
          these its number and the block; 0 and 0 for a segment without vehicles; -n and no block if n are staged
Fence: generation, floor
Returns: an outcome; BASE_MISSING also for what was read in too early a generation
Codes: 0 OUTDATED, 1 WRITTEN, 2 BASE_MISSING, 3 STAGE_LOST
Idempotency: a repeat writes nothing, or the same again if all is given
Complexity: O(bytes that are not staged)
Example: {g}:0 {g}:0:0 {g}:0:3 | 1 0 0 ab 1 0 256 1 7 xyz 3 0 0 1 1
]]
local revision, base = tonumber(ARGV[1]), tonumber(ARGV[2])
-- What is no head counts as none, a key of another type too.
local listed = redis.pcall('GET', KEYS[1])
listed = type(listed) == 'string' and string.match(listed, '^%d+;[^;]*;') or '0;;'
local placed, generation = string.match(listed, '^(%d+);(%d*)')
placed, generation = tonumber(placed), tonumber(generation) or 1
local read, floor = tonumber(ARGV[5]), tonumber(ARGV[#ARGV])
if generation < floor then
  listed, placed = '0;;', 0
end
if placed > revision or (placed == revision and base > 0) then
  return 0
end
-- Who read before the fall-back was found may not know of what Redis forgot.
if placed < base or (base == 0 and read < floor) then
  return 2
end

-- Which segment each key is of, and nothing written before it is known to be all there.
local changes, key, arg = {}, 2, 6
while key <= #KEYS do
  local change = { key = KEYS[key], segment = ARGV[arg], width = ARGV[arg + 1], first = arg + 3 }
  local blocks = tonumber(ARGV[arg + 2])
  if blocks < 0 then
    key = key + 1
    change.staged = KEYS[key]
    if redis.call('HLEN', change.staged) ~= -blocks then
      return 3
    end
  end
  change.last = arg + 2 + 2 * math.max(blocks, 0)
  changes[#changes + 1] = change
  key, arg = key + 1, change.last + 1
end

local widths = {}
if base > 0 then
  for segment, width in string.gmatch(listed, '(%d+)=(%d+)') do
    widths[segment] = width
  end
end
for _, change in ipairs(changes) do
  -- Written anew and whole: a value that is changed in place keeps what it once had allocated.
  redis.call('UNLINK', change.key)
  widths[change.segment] = nil
  if change.staged then
    redis.call('RENAME', change.staged, change.key)
    redis.call('PERSIST', change.key)
    widths[change.segment] = change.width
  elseif change.last >= change.first then
    redis.call('HSET', change.key, unpack(ARGV, change.first, change.last))
    widths[change.segment] = change.width
  end
end

local segments = {}
for segment in pairs(widths) do
  segments[#segments + 1] = tonumber(segment)
end
table.sort(segments)
for i, segment in ipairs(segments) do
  segments[i] = segment .. '=' .. widths[tostring(segment)] .. ','
end
-- What builds on something is known to be the newest since that was.
generation = base > 0 and generation or read
local head = ARGV[1] .. ';' .. (generation > 1 and generation or '') .. ',' .. table.concat(segments) .. ';' .. ARGV[4]
if ARGV[3] == '0' then
  redis.call('SET', KEYS[1], head)
else
  redis.call('SET', KEYS[1], head, 'PX', ARGV[3])
end
return 1
