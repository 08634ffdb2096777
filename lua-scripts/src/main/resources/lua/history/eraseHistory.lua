--[[
eraseHistory: forgets what a user's history has up to a time, and keeps nothing of it but that time, so that it never comes back.

Keys: 7
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] zset, deleted SKUs (8 bytes, as in packed views) scored by the time of deletion
  KEYS[3] zset, deleted groups scored by the time of deletion
  KEYS[4] string, the time up to which the user cleared the history
  KEYS[5] string, the copy of the user's cold views
  KEYS[6] string, the cached count
  KEYS[7] string, times in which nothing is to be recorded: from (48 bits, the highest byte first) and to, likewise
Args:
  ARGV[1] the time, epoch milliseconds
  ARGV[2] milliseconds to remember it
Returns: how many views were taken out
Idempotency: a repeat changes nothing, and what came after that time stays, whenever it is made
Complexity: O(N + P + log D) for N bytes stored, P pauses and D deletions
Example: {u}v {u}d {u}g {u}x {u}k {u}c {u}p | 1700000000003 5356800000
]]
local WIDTH, TIMES = 14, 12
local upTo = tonumber(ARGV[1])

-- What is no history goes whole: nothing could be told of its times.
local function isHistory(key, kind, width)
  local found = redis.call('TYPE', key).ok
  return found == 'none' or found == kind and (kind == 'zset' or redis.call('STRLEN', key) % width == 0)
end
for i, width in pairs({ [1] = WIDTH, [4] = 1, [7] = TIMES }) do
  if not isHistory(KEYS[i], 'string', width) then
    redis.call('DEL', KEYS[i])
  end
end
for i = 2, 3 do
  if not isHistory(KEYS[i], 'zset') then
    redis.call('DEL', KEYS[i])
  end
end

local cleared = math.max(upTo, tonumber(redis.call('GET', KEYS[4]) or '-1') or -1)
redis.call('SET', KEYS[4], string.format('%.0f', cleared), 'PX', ARGV[2])
redis.call('DEL', KEYS[5], KEYS[6])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[1])

-- Both begin with what came first.
local function dropFirst(key, width)
  local all, at = redis.call('GET', key) or '', 1
  while at <= #all and struct.unpack('>I6', all, at) <= upTo do
    at = at + width
  end
  if at > #all then
    redis.call('DEL', key)
  elseif at > 1 then
    redis.call('SET', key, string.sub(all, at), 'KEEPTTL')
  end
  return (at - 1) / width
end

dropFirst(KEYS[7], TIMES)
return dropFirst(KEYS[1], WIDTH)
