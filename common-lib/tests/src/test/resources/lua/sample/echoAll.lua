--[[
echoAll: gives its arguments back.

Keys: 1+
  KEYS[..] any
Args:
  ARGV[..] any
Returns: the arguments
Idempotency: changes nothing
Complexity: O(arguments)
Example: {a} | 1 2
]]
return ARGV
