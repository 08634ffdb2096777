--[[
restoreDeletions: has a user's history have deletions that it may have lost, with the times from which on they hold.

Keys: 6
  KEYS[1] string, the user's latest views, packed, the oldest first
  KEYS[2] zset, deleted SKUs (8 bytes, as in packed views) scored by the time of deletion
  KEYS[3] zset, deleted groups scored by the time of deletion
  KEYS[4] string, the time up to which the user cleared the history
  KEYS[5] string, the copy of the user's cold views: 16 bytes, then views as in KEYS[1]
  KEYS[6] string, the cached count
Args:
  ARGV[1] milliseconds to remember a deletion
  ARGV[2] the most SKUs and the most groups to remember, the latest ones
  ARGV[3] the time up to which the history was cleared (epoch milliseconds), -1 if it was not
  ARGV[4..] triples: SKU (8 bytes), its group or empty, time of the deletion (epoch milliseconds)
Returns: how many views were taken out
Idempotency: a repeat changes nothing; of several deletions and clearings the latest counts. A view later than its
  deletion stays, whatever the order of the two
Complexity: O(N + S log D) for N bytes stored, S SKUs and D deletions
Example: {u}v {u}d {u}g {u}x {u}k {u}c | 5356800000 5000 -1 88888888 S88888888 1700000000002
]]
local WIDTH = 14
local cleared, deleted, latest = tonumber(ARGV[3]), {}, 0
local known = math.max(cleared, tonumber(redis.call('GET', KEYS[4]) or '-1'))

for i = 4, #ARGV, 3 do
  local sku, group, time = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
  -- What was cleared later needs no deletion of its own.
  if time > known then
    local text = string.format('%.0f', time)
    redis.call('ZADD', KEYS[2], 'GT', text, sku)
    if group ~= '' then
      redis.call('ZADD', KEYS[3], 'GT', text, group)
    end
    deleted[sku] = math.max(deleted[sku] or -1, time)
    latest = math.max(latest, time)
  end
end
if latest > 0 then
  for i = 2, 3 do
    redis.call('ZREMRANGEBYRANK', KEYS[i], 0, -1 - tonumber(ARGV[2]))
    redis.call('PEXPIRE', KEYS[i], ARGV[1])
  end
end
if cleared > tonumber(redis.call('GET', KEYS[4]) or '-1') then
  redis.call('SET', KEYS[4], string.format('%.0f', cleared), 'PX', ARGV[1])
end

local function sieve(key, header)
  local views = redis.call('GET', key)
  if not views then
    return 0
  end
  local kept, gone = { string.sub(views, 1, header) }, 0
  for at = header + 1, #views, WIDTH do
    local record = string.sub(views, at, at + WIDTH - 1)
    local time = struct.unpack('>I6', record)
    if time > cleared and time > (deleted[string.sub(record, 7)] or -1) then
      kept[#kept + 1] = record
    else
      gone = gone + 1
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

local gone = sieve(KEYS[1], 0) + sieve(KEYS[5], 16)
redis.call('DEL', KEYS[6])
return gone
