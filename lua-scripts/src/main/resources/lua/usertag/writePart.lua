--[[
writePart: puts changed sets and blocks of a segment in the place of those that readPart gave, in one step.

Keys: 3+
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, longer lists and runs
  KEYS[3] hash, users' tags in blocks
  KEYS[4 ..] bitmaps, each changed set's, if it is plain; what lies there else is thrown away
Args:
  ARGV[1] the segment's pass, as readPart gave it
  ARGV[2] its pass from now on: calls that were sent before are refused then, however late they come
  ARGV[3] `v`, as readPart gave it
  ARGV[4 ..] of each changed set its tag's number, encoding (0 if it is empty), users, runs, bytes; then of each changed
          block its number and bytes, empty if nobody in it has a tag any more
Fence: generation, floor
Returns: 1, or -1 if the segment is not built, -2 if a part of it is lost, -3 if the pass is another one, -4 if anything
  was changed since readPart
Idempotency: a repeat is refused, for `v` is another one
Complexity: O(bytes)
Example: {u}s {u}p {u}a user:all:{u} | x x 1 0 3 2 1 abcdef 3 abc
]]
local root = redis.call('HMGET', KEYS[1], 'g', 'b', 'f', 'v')
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return -1
end
if redis.call('HLEN', KEYS[3]) ~= tonumber(root[2]) then
  return -2
end
if (root[3] or '') ~= ARGV[1] then
  return -3
end
if root[4] ~= ARGV[3] then
  return -4
end
local version = redis.call('HINCRBY', KEYS[1], 'v', 1)
local at = 4
for set = 4, #KEYS do
  local number, encoding, users, runs, bytes = unpack(ARGV, at, at + 4)
  encoding, at = tonumber(encoding), at + 5
  if encoding == 1 then
    redis.call('SET', KEYS[set], bytes)
  else
    redis.call('UNLINK', KEYS[set])
  end
  if encoding > 1 and #bytes > 48 then
    redis.call('HSET', KEYS[2], number, bytes)
  else
    redis.call('HDEL', KEYS[2], number)
  end
  if encoding == 0 then
    redis.call('HDEL', KEYS[1], number)
  else
    local entry = struct.pack('>BI3I3I6', encoding, tonumber(users), tonumber(runs), version)
    redis.call('HSET', KEYS[1], number, entry .. (encoding > 1 and #bytes <= 48 and bytes or ''))
  end
end
local more = 0
for block = at, #ARGV - 3, 2 do
  if ARGV[block + 1] == '' then
    more = more - redis.call('HDEL', KEYS[3], ARGV[block])
  else
    more = more + redis.call('HSET', KEYS[3], ARGV[block], ARGV[block + 1])
  end
end
redis.call('HINCRBY', KEYS[1], 'b', more)
if ARGV[2] ~= ARGV[1] then
  redis.call('HSET', KEYS[1], 'f', ARGV[2])
end
return 1
