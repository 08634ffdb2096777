--[[
checkFitment: gives the blocks of a shelf that tell which of its SKUs fit the given vehicles.

Keys: 2+
  KEYS[1] string, the shelf's head (see placeShelf)
  KEYS[2 ..] hash, each segment in which one of the vehicles lies
Args:
  ARGV[1 ..] for each segment key: its number, how many of the vehicles lie in it, and their bits
          (0-49999), ascending
Fence: generation, floor
Returns: the head, then for each segment that the head lists the blocks of the bits in their order, each
  once, nil for one without rows; nothing at all if the head or a listed segment is lost, or
  something else, or of before a fall-back of Redis
Idempotency: reads only
Complexity: O(vehicles + bytes of the blocks), however many SKUs there are
Example: {g}:0 {g}:0:0 {g}:0:3 | 0 2 17 49999 3 1 7 1 1
]]
local head = redis.pcall('GET', KEYS[1])
local listed = type(head) == 'string' and string.match(head, '^%d+;[^;]*;')
if not listed or (tonumber(string.match(listed, '^%d+;(%d*)')) or 1) < tonumber(ARGV[#ARGV]) then
  return {}
end
local reply, size, arg = { head }, 1, 1
for i = 2, #KEYS do
  local bits = tonumber(ARGV[arg + 1])
  local width = tonumber(string.match(listed, ',' .. ARGV[arg] .. '=(%d+),'))
  if width then
    local numbers, last = {}, -1
    for b = arg + 2, arg + 1 + bits do
      local number = math.floor(ARGV[b] / width)
      if number ~= last then
        numbers[#numbers + 1] = number
        last = number
      end
    end
    local blocks = redis.pcall('HMGET', KEYS[i], unpack(numbers))
    if blocks.err then
      return {}
    end
    local found = false
    for b = 1, #numbers do
      found = found or blocks[b]
      reply[size + b] = blocks[b]
    end
    size = size + #numbers
    -- A segment that the head lists but that is gone must not read as "does not fit".
    if not found and redis.call('EXISTS', KEYS[i]) == 0 then
      return {}
    end
  end
  arg = arg + 2 + bits
end
return reply
