--[[
writeSets: writes sets of users of a segment that is being built.

Keys: 2+
  KEYS[1] hash, the segment's sets (see applyMarks)
  KEYS[2] hash, longer lists and runs
  KEYS[3 ..] bitmaps, each set's, if it is plain; what lies there else is thrown away
Args:
  ARGV[1] the token given to beginSegment; silence after this is counted by the server's clock
  ARGV[2 ..] for each set: its tag's number, encoding (0 if it is empty), users, runs, bytes
Returns: 1, or 0 if the token is another one: somebody else builds the segment, or Redis lost what was written
Idempotency: a repeat writes the same again
Complexity: O(bytes)
Example: {u}s {u}p user:tag:{u}:1 | x 1 3 1 1 abcdef
]]
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'p', redis.call('TIME')[1])
for set = 1, #KEYS - 2 do
  local number, encoding, users, runs, bytes = unpack(ARGV, 5 * set - 3, 5 * set + 1)
  encoding = tonumber(encoding)
  if encoding == 1 then
    redis.call('SET', KEYS[2 + set], bytes)
  else
    redis.call('UNLINK', KEYS[2 + set])
  end
  if encoding > 0 then
    local entry = struct.pack('>BI3I3I6', encoding, tonumber(users), tonumber(runs), 1)
    if encoding > 1 and #bytes > 48 then
      redis.call('HSET', KEYS[2], number, bytes)
    elseif encoding > 1 then
      entry = entry .. bytes
    end
    redis.call('HSET', KEYS[1], number, entry)
  end
end
return 1
