--[[
closeSegment: ends a segment's generation if some of its ids can go on to the next: from then on nothing is published or brought back in the former.

Keys: 2+
  KEYS[1] string, the segment's marker: its generation
  KEYS[2] and further ones: strings, the links of ids that were idle a while ago, in their order
Args:
  ARGV[1] the generation that follows
  ARGV[2] milliseconds to refuse the ended one, longer than any read that began before
  ARGV[3] how many neighbouring ids go on together; only the last of them may be fewer
Returns: {code, the positions of links that are there, from 1}
Codes: 3 CLOSED, -2 STILL_LIVE: a link is there among each so many, and nothing changed
Idempotency: a repeat ends nothing more, and says which links are there by then
Complexity: O(N) of N links, a thousand at most
Example: {5:0}marker {5:0}abcde {5:0}fghij | 2 60000 1
]]
local together = tonumber(ARGV[3])
local present = {3}
local idle = {}
local anyIdle = false
for i = 2, #KEYS do
  local unit = math.floor((i - 2) / together)
  if redis.call('EXISTS', KEYS[i]) == 1 then
    present[#present + 1] = i - 1
    idle[unit] = false
  elseif idle[unit] == nil then
    idle[unit] = true
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
elseif tonumber(marker) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
  redis.call('PEXPIRE', KEYS[1], ARGV[2], 'GT')
end
return present
