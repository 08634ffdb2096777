--[[
applyMarks: sets and clears tags of users of one segment, in the tags' bitmaps and the users' own, in one step.

Keys: 3+
  KEYS[1] bitmap, the segment's known users; those named here become known
  KEYS[2] hash, how many users of the segment have each tag, by tag number; `all` counts the known ones
  KEYS[3..T+2] bitmaps, the users of each of T tags
  KEYS[T+3..] bitmaps, the tags of each of U users
Args:
  ARGV[1] T, 0 or more
  ARGV[2..T+1] the tags' numbers: their bits in the users' bitmaps
  ARGV[T+2..T+U+1] the users' offsets: their bits in the tags' bitmaps
  then three for each mark: which user (1..U), which tag (1..T), 1 set or 0 clear
Returns: how many marks of the tags' bitmaps changed
Idempotency: a repeat changes nothing; a bitmap that lacks a mark which its twin has gets it
Complexity: O(users + marks); clearing the last mark of a bitmap deletes it, O(its length)
Example: user:all:{u:0} usertag:counts:{u:0} user:tag:{u:0}:1 usertag:all:{u:0}:5 | 1 1 5 1 1 1
]]
local tags = tonumber(ARGV[1])
local users = #KEYS - 2 - tags

for u = 1, users do
  if redis.call('SETBIT', KEYS[1], ARGV[1 + tags + u], 1) == 0 then
    redis.call('HINCRBY', KEYS[2], 'all', 1)
  end
end

-- Clearing a bit that is not set must not create or lengthen the bitmap.
local function put(key, position, present)
  if redis.call('GETBIT', key, position) == present then
    return false
  end
  redis.call('SETBIT', key, position, present)
  return true
end

local changed = 0
for i = 2 + tags + users, #ARGV, 3 do
  local u, t, present = tonumber(ARGV[i]), tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local tagKey, userKey = KEYS[2 + t], KEYS[2 + tags + u]
  local tag, user = ARGV[1 + t], ARGV[1 + tags + u]
  if put(userKey, tag, present) and present == 0 and redis.call('BITPOS', userKey, 1) < 0 then
    redis.call('UNLINK', userKey)
  end
  if put(tagKey, user, present) then
    changed = changed + 1
    if redis.call('HINCRBY', KEYS[2], tag, present * 2 - 1) == 0 then
      redis.call('HDEL', KEYS[2], tag)
      redis.call('UNLINK', tagKey)
    end
  end
end
return changed
