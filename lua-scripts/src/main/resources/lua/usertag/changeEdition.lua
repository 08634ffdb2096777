--[[
changeEdition: has a segment tell another edition, which is not confirmed.

An edition is a number of a building of a segment. It grows before the database forgets a tag, and before users are given
ordinals in the next segment, each time under a lock of the database that holds until that is committed; it is
confirmed (confirmEdition) under the same locks. So while one edition is confirmed, nothing of the kind happened.

Keys: 1
  KEYS[1] hash, the segment's sets (see applyMarks), with `e` the edition, 0 if it is not there, and `c` the one that is
          confirmed. Both go when the segment is built anew
Args: none
Returns: 1, or 0 if there is no segment that could be read: once it is built, no edition of it is confirmed
Idempotency: a repeat makes it one more edition, which does no harm
Complexity: O(1)
Example: {u}s |
]]
if redis.call('HEXISTS', KEYS[1], 'g') == 0 then
  return 0
end
redis.call('HINCRBY', KEYS[1], 'e', 1)
return 1
