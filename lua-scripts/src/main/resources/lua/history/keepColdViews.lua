--[[
keepColdViews: keeps what cold storage has of a user for the next times, without what was deleted or cleared since.

Keys: 4
  KEYS[1] string, the copy of the user's cold views: number of the export (64 bits, the highest byte first), the time up
    to which they are complete (likewise), then the views, packed, the oldest first
  KEYS[2] zset, deleted SKUs (8 bytes, as in packed views) scored by the time of deletion
  KEYS[3] string, the time up to which the user cleared the history
  KEYS[4] string, times in which nothing is to be recorded: from (48 bits, the highest byte first) and to, likewise
Args:
  ARGV[1] number and time, 16 bytes
  ARGV[2] the views, packed, the oldest first; empty where there are none
  ARGV[3] milliseconds to keep them
Returns: those of the views that were neither deleted nor cleared, nor made in such a time, packed
Idempotency: a repeat keeps the same; a copy of a later export stays
Complexity: O(V (P + log D)) for V views, P pauses and D deletions
Example: {u}k {u}d {u}x {u}p | 1234567812345678 tttttt88888888 345600000
]]
local WIDTH = 14
local cleared = tonumber(redis.call('GET', KEYS[3]) or '-1')
local hasDeletions = redis.call('EXISTS', KEYS[2]) == 1
local pauses = redis.call('GET', KEYS[4]) or ''
local kept = {}

local function isPaused(time)
  for at = 1, #pauses, 12 do
    local from, to = struct.unpack('>I6I6', pauses, at)
    if time >= from and time < to then
      return true
    end
  end
  return false
end

for i = 1, #ARGV[2], WIDTH do
  local record = string.sub(ARGV[2], i, i + WIDTH - 1)
  local time = struct.unpack('>I6', record)
  local deleted = hasDeletions and redis.call('ZSCORE', KEYS[2], string.sub(record, 7))
  if time > cleared and not (deleted and time <= tonumber(deleted)) and not isPaused(time) then
    kept[#kept + 1] = record
  end
end

local views = table.concat(kept)
local present = redis.call('GETRANGE', KEYS[1], 0, 7)
if #present < 8 or struct.unpack('>I8', present) <= struct.unpack('>I8', ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1] .. views, 'PX', ARGV[3])
end
return views
