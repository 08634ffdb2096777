--[[
readSegment: gives one segment of a shelf whole, and what memory it takes.

Keys: 2
  KEYS[1] string, the shelf's head (see placeShelf)
  KEYS[2] hash, the segment
Args:
  ARGV[1] the segment's number
Returns: the memory that the head and the segment take, in bytes, 0 for one that is not there; then the
  width of the segment's blocks, 0 if the head does not list it; then the number of each block and the block
Idempotency: reads only
Complexity: O(bytes)
Example: {g}:0 {g}:0:3 | 3
]]
local head = redis.pcall('GET', KEYS[1])
local listed = type(head) == 'string' and string.match(head, '^%d+;[^;]*;') or ''
local usage = 'USAGE' -- a subcommand, no key
local reply = {
  redis.call('MEMORY', usage, KEYS[1]) or 0,
  redis.call('MEMORY', usage, KEYS[2], 'SAMPLES', 0) or 0,
  tonumber(string.match(listed, ',' .. ARGV[1] .. '=(%d+),') or 0),
}
if reply[3] > 0 then
  for i, value in ipairs(redis.call('HGETALL', KEYS[2])) do
    reply[3 + i] = value
  end
end
return reply
