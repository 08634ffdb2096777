--[[
readTags: gives the tags of one user.

Keys: 2
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, users' tags in blocks (see applyMarks)
Args:
  ARGV[1] the user's place in the segment
Fence: generation, floor
Returns: `i`, then the distances of the tags' numbers (7 bits a byte, least significant first), then the segment's edition
  (see changeEdition), -1 minus it if it is not confirmed; -1 alone if the segment is not built; -2 and `i` if the blocks
  are lost or cannot be read
Idempotency: reads only
Complexity: O(bytes of the block, and 64)
Example: {u}s {u}a | 5
]]
local root = redis.call('HMGET', KEYS[1], 'g', 'i', 'b', 'e', 'c')
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return { -1 }
end
local edition = root[4] or '0'
edition = edition == root[5] and tonumber(edition) or -1 - edition
local user = tonumber(ARGV[1])
local bytes = redis.call('HGET', KEYS[2], math.floor(user / 64))
if not bytes then
  return redis.call('HLEN', KEYS[2]) == tonumber(root[3]) and { root[2], '', edition } or { -2, root[2] }
end
local at, place = 1, user % 64
while at <= #bytes do
  local of, length, scale = string.byte(bytes, at), 0, 1
  local byte
  repeat
    at = at + 1
    byte = string.byte(bytes, at)
    if not byte then
      return { -2, root[2] }
    end
    length, scale = length + byte % 128 * scale, scale * 128
  until byte < 128
  if at + length > #bytes then
    return { -2, root[2] }
  end
  if of >= place then
    return { root[2], of == place and string.sub(bytes, at + 1, at + length) or '', edition }
  end
  at = at + 1 + length
end
return { root[2], '', edition }
