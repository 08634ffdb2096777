--[[
admitColdViews: says which views of cold storage may still show, and copies them back for a user without hot ones.

Keys: 4
  KEYS[1] zset, the user's views: SKU scored by the time of its latest view
  KEYS[2] zset, deleted SKUs scored by the time of deletion
  KEYS[3] string, the time up to which the user cleared the history
  KEYS[4] string, present while it is known that cold storage adds nothing
Args:
  ARGV[1] the most views to keep, 1 or more
  ARGV[2] milliseconds after which a history that gets no more views expires
  ARGV[3] milliseconds to remember that the cold views were copied
  ARGV[4] milliseconds to remember that there are none
  ARGV[5..] pairs: SKU, viewedAt (epoch milliseconds), everything that cold storage has of the user
Returns: the SKUs that were neither deleted nor cleared since their view, in the order given
Idempotency: a repeat admits the same; it copies only where there is no hot history, and never over a later view
Complexity: O(V log N) for V views and N stored
Example: {u}v {u}d {u}x {u}k | 400 345600000 600000 10000 7 1700000000000 8 1700000000001
]]
local cleared = tonumber(redis.call('GET', KEYS[3]) or '-1')
local hasDeletions = redis.call('EXISTS', KEYS[2]) == 1
local inactive = redis.call('EXISTS', KEYS[1]) == 0
local admitted = {}

for i = 5, #ARGV, 2 do
  local sku, viewedAt = ARGV[i], ARGV[i + 1]
  local deleted = hasDeletions and redis.call('ZSCORE', KEYS[2], sku)
  if tonumber(viewedAt) > cleared and not (deleted and tonumber(viewedAt) <= tonumber(deleted)) then
    admitted[#admitted + 1] = sku
    if inactive then
      redis.call('ZADD', KEYS[1], 'GT', viewedAt, sku)
    end
  end
end

if inactive and #admitted > 0 then
  local surplus = #admitted - tonumber(ARGV[1])
  if surplus > 0 then
    redis.call('ZREMRANGEBYRANK', KEYS[1], 0, surplus - 1)
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
if #admitted == 0 then
  redis.call('SET', KEYS[4], 'none', 'PX', ARGV[4])
elseif inactive then
  redis.call('SET', KEYS[4], 'copied', 'PX', ARGV[3])
end
return admitted
