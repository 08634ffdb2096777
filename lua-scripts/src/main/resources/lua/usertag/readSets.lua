--[[
readSets: gives sets of users of a segment at one moment, as far as they are others than the caller has.

Keys: 2+
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, longer lists and runs
  KEYS[3 ..] bitmaps, each wanted set's, if it is plain
Args:
  ARGV[1] the `i` of which the caller has sets; empty for none
  ARGV[2 ..] of each wanted set the number of its tag, 0 for the known users; then the version that the caller has, 0
          for an empty one, -1 for none
Fence: generation, floor
Returns: `i`, then of each set nil if the caller has it, else a list: version (0 if it is empty), encoding, bytes and users;
  then the segment's edition (see changeEdition), -1 minus it if it is not confirmed; -1 alone if the segment is not
  built; -2 and `i` if a part of it is lost or cannot be read
Idempotency: reads only
Complexity: O(bytes that the caller does not have)
Example: {u}s {u}p user:tag:{u}:1 | x 1 7
]]
local root = redis.call('HMGET', KEYS[1], 'g', 'i', 'e', 'c')
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return { -1 }
end
local known, reply = ARGV[1] == root[2], { root[2] }
for set = 1, #KEYS - 2 do
  local number, version = ARGV[2 * set], tonumber(ARGV[2 * set + 1])
  local entry = redis.call('HGET', KEYS[1], number)
  local encoding, users, _, now = 3, 0, 0, 0
  if entry and #entry < 13 then
    return { -2, root[2] }
  elseif entry then
    encoding, users, _, now = struct.unpack('>BI3I3I6', entry)
  end
  if known and now == version then
    reply[1 + set] = false
  elseif not entry then
    reply[1 + set] = { 0, 3, '', 0 }
  else
    local bytes
    if encoding == 1 then
      bytes = redis.call('GET', KEYS[2 + set])
    elseif #entry > 13 then
      bytes = string.sub(entry, 14)
    else
      bytes = redis.call('HGET', KEYS[2], number)
    end
    if not bytes then
      return { -2, root[2] }
    end
    reply[1 + set] = { now, encoding, bytes, users }
  end
end
local edition = root[3] or '0'
reply[#KEYS] = edition == root[4] and tonumber(edition) or -1 - edition
return reply
