--[[
recordViews: adds page views of one user to the hot history, each SKU with the time of its latest view.

A packed view has 14 bytes: the time in 48 bits, the highest byte first, then the SKU in 64 bits, the lowest byte first.

Keys: 5
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] zset, deleted SKUs (8 bytes, as in packed views) scored by the time of deletion
  KEYS[3] string, the time up to which the user cleared the history
  KEYS[4] string, the cached count
  KEYS[5] string, times in which nothing is to be recorded: from (48 bits, the highest byte first) and to, likewise
Args:
  ARGV[1] the most views to keep, 1 or more
  ARGV[2] milliseconds after which a history that gets no more views expires
  ARGV[3] the views, packed, in any order
Returns: how many views were new, or later than what was stored
Idempotency: a repeat changes nothing. Views may come in any order and late: the latest counts, and one at or before a
  deletion of its SKU or a clearing, or of a time in which nothing was to be recorded, never comes back
Complexity: O(V (N + P + log N)) for V views, N stored and P pauses, where N stands for a copy and a search of the string
Example: {u}v {u}d {u}x {u}c {u}p | 290 345600000 tttttt88888888
]]
local WIDTH = 14
if #ARGV ~= 3 or #ARGV[3] % WIDTH ~= 0 then
  return redis.error_reply('ERR views have to come packed')
end

local views = redis.call('GET', KEYS[1]) or ''
local cleared = tonumber(redis.call('GET', KEYS[3]) or '-1')
local hasDeletions = redis.call('EXISTS', KEYS[2]) == 1
local pauses = redis.call('GET', KEYS[5]) or ''

local function isPaused(time)
  for at = 1, #pauses, 12 do
    local from, to = struct.unpack('>I6I6', pauses, at)
    if time >= from and time < to then
      return true
    end
  end
  return false
end

-- By time, and then by SKU, compared as numbers: how strings compare hangs on the server's locale.
local function isLater(record, at)
  local time, other = struct.unpack('>I6', record), struct.unpack('>I6', views, at)
  if time ~= other then
    return time > other
  end
  local low, high = struct.unpack('<I4I4', record, 7)
  local otherLow, otherHigh = struct.unpack('<I4I4', views, at + 6)
  return high > otherHigh or (high == otherHigh and low > otherLow)
end

-- Where the view of a SKU begins, if there is one. The search runs in C.
local function find(sku)
  local at = 0
  repeat
    at = string.find(views, sku, at + 1, true)
  until not at or (at - 1) % WIDTH == 6
  return at and at - 6
end

-- Where a view belongs: nearly always behind all others.
local function placeOf(record)
  local low, high = 0, #views / WIDTH
  if high == 0 or isLater(record, #views - WIDTH + 1) then
    return #views + 1
  end
  while low < high do
    local middle = math.floor((low + high) / 2)
    if isLater(record, middle * WIDTH + 1) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low * WIDTH + 1
end

local stored = 0
for i = 1, #ARGV[3], WIDTH do
  local record = string.sub(ARGV[3], i, i + WIDTH - 1)
  local sku, time = string.sub(record, 7), struct.unpack('>I6', record)
  local deleted = hasDeletions and redis.call('ZSCORE', KEYS[2], sku)
  if time > cleared and not (deleted and time <= tonumber(deleted)) and not isPaused(time) then
    local at = find(sku)
    if not at or isLater(record, at) then
      if at then
        views = string.sub(views, 1, at - 1) .. string.sub(views, at + WIDTH)
      end
      local place = placeOf(record)
      if at or place > 1 or #views < tonumber(ARGV[1]) * WIDTH then
        stored = stored + 1
        views = string.sub(views, 1, place - 1) .. record .. string.sub(views, place)
        views = string.sub(views, -tonumber(ARGV[1]) * WIDTH)
      end
    end
  end
end

if stored > 0 then
  redis.call('SET', KEYS[1], views, 'PX', ARGV[2])
  redis.call('DEL', KEYS[4])
end
return stored
