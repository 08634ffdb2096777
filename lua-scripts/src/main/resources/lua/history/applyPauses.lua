--[[
applyPauses: has a user's history know times in which nothing is to be recorded, and takes out views of these times.

Keys: 4
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] string, the copy of the user's cold views: 16 bytes, then views as in KEYS[1]
  KEYS[3] string, these times, the earliest first: from (48 bits, the highest byte first) and to, likewise; a view of the
    first belongs to it, one of the second does not
  KEYS[4] string, the cached count
Args:
  ARGV[1] milliseconds to remember a time that has ended
  ARGV[2] the most times to remember, the latest ones
  ARGV[3] times that ended before this one are forgotten, epoch milliseconds
  ARGV[4] the times, as in KEYS[3], in any order; what has not ended yet ends at 2^48 - 1
Returns: how many views were taken out
Idempotency: a repeat changes nothing. Of two times with the same beginning the one counts that ends first, so that an end
  that is known stays known, in whatever order
Complexity: O(N P) for N bytes stored and P times
Example: {u}v {u}k {u}p {u}c | 5356800000 500 0 ffffffffffff
]]
local WIDTH, OPEN = 14, 2 ^ 48 - 1

local ends, begins = {}, {}
local function learn(times)
  for at = 1, #times, 12 do
    local from, to = struct.unpack('>I6I6', times, at)
    if not ends[from] then
      begins[#begins + 1] = from
    end
    ends[from] = math.min(ends[from] or OPEN, to)
  end
end
learn(redis.call('GET', KEYS[3]) or '')
learn(ARGV[4])
table.sort(begins)

local times, open = {}, false
for i = math.max(1, #begins - tonumber(ARGV[2]) + 1), #begins do
  local from, to = begins[i], ends[begins[i]]
  if to >= tonumber(ARGV[3]) then
    times[#times + 1] = struct.pack('>I6I6', from, to)
    open = open or to == OPEN
  end
end
if #times == 0 then
  redis.call('DEL', KEYS[3])
elseif open then
  redis.call('SET', KEYS[3], table.concat(times))
else
  redis.call('SET', KEYS[3], table.concat(times), 'PX', ARGV[1])
end

local function isPaused(time)
  for i = 1, #begins do
    if time >= begins[i] and time < ends[begins[i]] then
      return true
    end
  end
  return false
end

local function sieve(key, header)
  local views = redis.call('GET', key) or ''
  local kept, gone = { string.sub(views, 1, header) }, 0
  for at = header + 1, #views, WIDTH do
    if isPaused(struct.unpack('>I6', views, at)) then
      gone = gone + 1
    else
      kept[#kept + 1] = string.sub(views, at, at + WIDTH - 1)
    end
  end
  if gone > 0 then
    local rest = table.concat(kept)
    if rest == '' then
      redis.call('DEL', key)
    else
      redis.call('SET', key, rest, 'KEEPTTL')
    end
  end
  return gone
end

local gone = sieve(KEYS[1], 0) + sieve(KEYS[2], 16)
if gone > 0 then
  redis.call('DEL', KEYS[4])
end
return gone
