--[[
stageBlocks: brings some blocks of a segment to Redis, where nobody reads them until placeShelf puts them in
their place. What is too long for one call comes in several.

Keys: 1
  KEYS[1] hash, the staged blocks: block number to block
Args:
  ARGV[1] how long to keep them if nobody comes for them, in milliseconds
  ARGV[2 ..] of each block its number and the block
Returns: how many blocks are staged now
Idempotency: a repeat writes the same again
Complexity: O(bytes)
Example: {g}:0:3:a-1 | 60000 1 abc 7 xyz
]]
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('HLEN', KEYS[1])
