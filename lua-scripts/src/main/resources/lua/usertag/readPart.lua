--[[
readPart: gives sets and blocks of a segment at one moment, to who is to change many marks at once (writePart), or to compare blocks.

Keys: 3+
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, longer lists and runs
  KEYS[3] hash, users' tags in blocks
  KEYS[4 ..] bitmaps, each wanted set's, if it is plain
Args:
  ARGV[1 ..] of each wanted set the number of its tag; then the numbers of blocks, 2,000 at most
Fence: generation, floor
Returns: `i`, the pass, `v`, then of each set nil if it is empty, else a list: encoding, bytes and users; then of each block
  its bytes, nil if nobody in it has a tag; -1 alone if the segment is not built; -2 and `i` if a part of it is lost
Idempotency: reads only
Complexity: O(bytes)
Example: {u}s {u}p {u}a user:all:{u} | 0 3 4
]]
local root = redis.call('HMGET', KEYS[1], 'g', 'i', 'f', 'v', 'b')
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return { -1 }
end
if redis.call('HLEN', KEYS[3]) ~= tonumber(root[5]) then
  return { -2, root[2] }
end
local reply, sets = { root[2], root[3] or '', root[4] }, #KEYS - 3
for set = 1, sets do
  local entry, bytes = redis.call('HGET', KEYS[1], ARGV[set]), nil
  if not entry then
    reply[3 + set] = false
  elseif #entry < 13 then
    return { -2, root[2] }
  else
    local encoding, users = struct.unpack('>BI3', entry)
    if encoding == 1 then
      bytes = redis.call('GET', KEYS[3 + set])
    else
      bytes = #entry > 13 and string.sub(entry, 14) or redis.call('HGET', KEYS[2], ARGV[set])
    end
    if not bytes then
      return { -2, root[2] }
    end
    reply[3 + set] = { encoding, bytes, users }
  end
end
local blocks = #ARGV - 2 - sets
if blocks > 0 then
  local found = redis.call('HMGET', KEYS[3], unpack(ARGV, sets + 1, sets + blocks))
  for block = 1, blocks do
    reply[3 + sets + block] = found[block]
  end
end
return reply
