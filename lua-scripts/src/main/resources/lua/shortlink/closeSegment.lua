--[[
closeSegment: ends a segment's generation if some of its ids can go on to the next: from then on nothing is published or brought back in the former.

Keys: 2+
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] and further ones: hashes, buckets with ids that were idle a while ago, in their order: by their places links,
    "<ends>|<link>"; from <ends> on, which is counted by the server's clock, a link is over and counts as absent
Args:
  ARGV[1] the generation that follows
  ARGV[2] milliseconds to refuse the ended one, longer than any read that began before
  ARGV[3] how many neighbouring ids go on together; only the last of them may be fewer
  ARGV[4] and further ones, one for each bucket: the places of those ids there, such as 0,1,15
Returns: {code, the positions of links that are there among all places, from 1}
Codes: 3 CLOSED, -2 STILL_LIVE: a link is there among each so many, and nothing changed
Idempotency: a repeat ends nothing more, refuses as long again, and says which links are there by then
Complexity: O(N) of N places, a thousand at most
Example: {5:0}marker {5:0}b0 {5:0}b1 | 2 60000 1 0,1,15 2
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local together = tonumber(ARGV[3])
local present = {3}
local idle = {}
local anyIdle = false
local position = 0
for i = 2, #KEYS do
  local places = {}
  for place in string.gmatch(ARGV[i + 2], '%d+') do
    places[#places + 1] = place
  end
  for _, held in ipairs(redis.call('HMGET', KEYS[i], unpack(places))) do
    local unit = math.floor(position / together)
    position = position + 1
    if held and tonumber(string.match(held, '^%d+')) > now then
      present[#present + 1] = position
      idle[unit] = false
    elseif idle[unit] == nil then
      idle[unit] = true
    end
  end
end
for _, isIdle in pairs(idle) do
  anyIdle = anyIdle or isIdle
end
if not anyIdle then
  return {-2}
end
local marker = redis.call('GET', KEYS[1])
if not marker then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
elseif tonumber(marker) <= tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
  -- In a repeat, too: whoever closes counts the time from then on.
  redis.call('PEXPIRE', KEYS[1], ARGV[2], 'GT')
end
return present
