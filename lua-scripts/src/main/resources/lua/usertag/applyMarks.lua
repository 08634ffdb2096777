--[[
applyMarks: sets and clears tags of users of one segment, in both directions and the counts, in one step.

Each set of users has the smallest of three encodings, which this script changes as the set does:
  1 plain, a bitmap, most significant bit first, under a key of its own
  2 list, the number of users in each chunk of 65,536 (2 bytes each), then each user's place in its chunk (2 bytes)
  3 runs, of each its first user and its length (3 bytes each)

Keys: 5+
  KEYS[1] hash, the segment's sets: `g` the generation in which it was built, `i` what tells this building from all
          others, `f` the pass that whoever changes it has to know, `v` the number of changes since, `b` how many blocks
          there are, and of each set that is not empty, by its tag's number (0 for the known users, -1 for the erased
          ones): encoding, users, runs, the `v` of its last change (1, 3, 3 and 6 bytes), then a list or runs of up to
          48 bytes
  KEYS[2] hash, longer lists and runs by their tags' number
  KEYS[3] hash, users' tags: block of 64 users to, for each who has some, his place in the block (1 byte), the length
          of what follows, and the distances of his tags' numbers (7 bits a byte, least significant first)
  KEYS[4] bitmap, the known users, if that is plain
  KEYS[5] bitmap, the erased users, if that is plain
  KEYS[6 ..] bitmaps, the users of each of T tags, if they are plain
Args:
  ARGV[1] the segment's pass
  ARGV[2] its pass from now on: calls that were sent before are refused then, however late they come
  ARGV[3] chunks of the segment, 1 or more
  ARGV[4] T, 0 or more
  ARGV[5..T+4] the tags' numbers
  then three for each mark: the user's place in the segment, who becomes known; which tag (1..T), 1 set or 0 clear;
          0 for the tag: whether the user is known at all; 0 and 0 erases him, and is to be his last mark. Who was
          erased is never known again and gets no tag, for a call may be carried out long after its caller gave up
Fence: generation, floor
Returns: how many marks were others before, or -1 if the segment is not built, -2 if a part of it is lost or cannot be
  read, or an erased user is to get a tag, -3 if the pass is another one; then the pass, empty if there is none
Idempotency: a repeat changes nothing; a direction that lacks a mark which the other has gets it
Complexity: O(marks * bytes of the lists, runs and blocks touched); O(a bitmap's bytes) where an encoding changes
Example: {u}s {u}p {u}a user:all:{u} user:erased:{u} user:tag:{u}:1 | x x 1 1 1 5 1 1
]]
local PLAIN, LIST, RUNS = 1, 2, 3
local HEAD, ENTRY, INLINE = 13, '>BI3I3I6', 48
local CHUNK, BLOCK = 65536, 64
local UNREADABLE = {}

local root = redis.call('HMGET', KEYS[1], 'g', 'b', 'f')
local pass = root[3] or ''
if not root[1] or tonumber(root[1]) < tonumber(ARGV[#ARGV]) then
  return { -1, '' }
end
if redis.call('HLEN', KEYS[3]) ~= tonumber(root[2]) then
  return { -2, '' }
end
if pass ~= ARGV[1] then
  return { -3, pass }
end
local chunks, tags = tonumber(ARGV[3]), tonumber(ARGV[4])

local function u16(bytes, at)
  local a, b = string.byte(bytes, at + 1, at + 2)
  return b and a * 256 + b or error(UNREADABLE)
end

local function u24(bytes, at)
  local a, b, c = string.byte(bytes, at + 1, at + 3)
  return c and (a * 256 + b) * 256 + c or error(UNREADABLE)
end

-- The set of a tag; nil if its bytes are lost, or cannot be read.
local function load(number, key)
  local entry = redis.call('HGET', KEYS[1], number)
  if not entry then
    return { number = number, key = key, encoding = RUNS, users = 0, runs = 0, bytes = '' }
  end
  if #entry < HEAD then
    return nil
  end
  local encoding, users, runs = struct.unpack(ENTRY, entry)
  if encoding < PLAIN or encoding > RUNS then
    return nil
  end
  local set = { number = number, key = key, encoding = encoding, users = users, runs = runs }
  if encoding == PLAIN then
    return redis.call('STRLEN', key) > 0 and set or nil
  end
  set.bytes = #entry > HEAD and string.sub(entry, HEAD + 1) or redis.call('HGET', KEYS[2], number)
  local size = encoding == LIST and 2 * chunks + 2 * users or 6 * runs
  return set.bytes and #set.bytes == size and set or nil
end

-- Where a user is, or would be, in a list: the place of its two bytes; and whether it is there.
local function inList(set, user)
  local chunk, low = math.floor(user / CHUNK), user % CHUNK
  local first = 2 * chunks
  for c = 0, chunk - 1 do
    first = first + 2 * u16(set.bytes, 2 * c)
  end
  local count = u16(set.bytes, 2 * chunk)
  local from, to = 0, count
  while from < to do
    local middle = math.floor((from + to) / 2)
    if u16(set.bytes, first + 2 * middle) < low then
      from = middle + 1
    else
      to = middle
    end
  end
  return first + 2 * from, from < count and u16(set.bytes, first + 2 * from) == low
end

-- The number of the last run that begins at a user or before, from 1; 0 if there is none.
local function runBefore(set, user)
  local from, to = 0, #set.bytes / 6
  while from < to do
    local middle = math.floor((from + to) / 2)
    if u24(set.bytes, 6 * middle) <= user then
      from = middle + 1
    else
      to = middle
    end
  end
  return from
end

local function run(set, number)
  return u24(set.bytes, 6 * number - 6), u24(set.bytes, 6 * number - 3)
end

local function has(set, user)
  if user < 0 or user >= chunks * CHUNK then
    return false
  elseif set.encoding == PLAIN then
    return redis.call('GETBIT', set.key, user) == 1
  elseif set.encoding == LIST then
    return set.bytes ~= '' and select(2, inList(set, user))
  end
  local number = runBefore(set, user)
  if number == 0 then
    return false
  end
  local first, length = run(set, number)
  return user < first + length
end

local function putInList(set, user, present)
  local at = inList(set, user)
  local chunk = 2 * math.floor(user / CHUNK)
  local count = struct.pack('>I2', u16(set.bytes, chunk) + (present and 1 or -1))
  set.bytes = string.sub(set.bytes, 1, chunk) .. count .. string.sub(set.bytes, chunk + 3, at)
    .. (present and struct.pack('>I2', user % CHUNK) or '')
    .. string.sub(set.bytes, present and at + 1 or at + 3)
end

-- Puts runs (first, length, ...) in the place of some.
local function replaceRuns(set, from, to, runs)
  local packed = ''
  for i = 1, #runs, 2 do
    packed = packed .. struct.pack('>I3I3', runs[i], runs[i + 1])
  end
  set.bytes = string.sub(set.bytes, 1, 6 * from - 6) .. packed .. string.sub(set.bytes, 6 * to + 1)
end

local function addToRuns(set, user)
  local number, count = runBefore(set, user), #set.bytes / 6
  local first, length, from, to = user, 1, number + 1, number
  if number > 0 then
    local f, l = run(set, number)
    if f + l == user then
      first, length, from = f, l + 1, number
    end
  end
  if number < count then
    local f, l = run(set, number + 1)
    if f == user + 1 then
      length, to = length + l, number + 1
    end
  end
  replaceRuns(set, from, to, { first, length })
end

local function takeFromRuns(set, user)
  local number = runBefore(set, user)
  local first, length = run(set, number)
  local rest = {}
  if user > first then
    rest = { first, user - first }
  end
  if user < first + length - 1 then
    rest[#rest + 1] = user + 1
    rest[#rest + 1] = first + length - 1 - user
  end
  replaceRuns(set, number, number, rest)
end

local function put(set, user, present)
  if has(set, user) == present then
    return false
  end
  local joined = (has(set, user - 1) and 1 or 0) + (has(set, user + 1) and 1 or 0)
  if set.encoding == PLAIN then
    redis.call('SETBIT', set.key, user, present and 1 or 0)
  elseif set.encoding == LIST then
    putInList(set, user, present)
  elseif present then
    addToRuns(set, user)
  else
    takeFromRuns(set, user)
  end
  set.users = set.users + (present and 1 or -1)
  set.runs = set.runs + (present and 1 or -1) * (1 - joined)
  set.changed = true
  return true
end

-- Calls f with the first and last user of each run, or of each user.
local function each(set, f)
  if set.encoding == RUNS then
    for number = 1, #set.bytes / 6 do
      local first, length = run(set, number)
      f(first, first + length - 1)
    end
  elseif set.encoding == LIST then
    local at = 2 * chunks
    for c = 0, chunks - 1 do
      for _ = 1, u16(set.bytes, 2 * c) do
        local user = c * CHUNK + u16(set.bytes, at)
        f(user, user)
        at = at + 2
      end
    end
  else
    local bitmap = redis.call('GET', set.key)
    local at = string.find(bitmap, '[^%z]')
    while at do
      local byte, user = string.byte(bitmap, at), 8 * (at - 1)
      for bit = 7, 0, -1 do
        local value = 2 ^ bit
        if byte >= value then
          byte = byte - value
          f(user + 7 - bit, user + 7 - bit)
        end
      end
      at = string.find(bitmap, '[^%z]', at + 1)
    end
  end
end

local function toList(set)
  local counts, users = {}, {}
  for c = 1, chunks do
    counts[c] = 0
  end
  each(set, function(first, last)
    for user = first, last do
      local c = math.floor(user / CHUNK) + 1
      counts[c] = counts[c] + 1
      users[#users + 1] = struct.pack('>I2', user % CHUNK)
    end
  end)
  for c = 1, chunks do
    counts[c] = struct.pack('>I2', counts[c])
  end
  return table.concat(counts) .. table.concat(users)
end

local function toRuns(set)
  local runs, from, to = {}, nil, nil
  each(set, function(first, last)
    if from and first == to + 1 then
      to = last
    else
      if from then
        runs[#runs + 1] = struct.pack('>I3I3', from, to - from + 1)
      end
      from, to = first, last
    end
  end)
  runs[#runs + 1] = struct.pack('>I3I3', from, to - from + 1)
  return table.concat(runs)
end

local function toBitmap(set, length)
  local bytes = {}
  each(set, function(first, last)
    local user = first
    while user <= last do
      local at = math.floor(user / 8) + 1
      if user % 8 == 0 and user + 7 <= last then
        bytes[at] = 255
        user = user + 8
      else
        bytes[at] = (bytes[at] or 0) + 2 ^ (7 - user % 8)
        user = user + 1
      end
    end
  end)
  local chars = {}
  for at = 1, length do
    chars[at] = string.char(bytes[at] or 0)
  end
  return table.concat(chars)
end

local function lastUser(set)
  if set.encoding == RUNS then
    local first, length = run(set, #set.bytes / 6)
    return first + length - 1
  end
  for c = chunks - 1, 0, -1 do
    if u16(set.bytes, 2 * c) > 0 then
      -- No later chunk has any, so the last two bytes are of this one.
      return c * CHUNK + u16(set.bytes, #set.bytes - 2)
    end
  end
end

-- Changes the encoding if that saves a fifth; so it does not change to and fro.
local function shrink(set)
  local plain = set.encoding == PLAIN and redis.call('STRLEN', set.key) or math.floor(lastUser(set) / 8) + 1
  local size = { plain, 2 * chunks + 2 * set.users, 6 * set.runs }
  local best = set.encoding
  for encoding = PLAIN, RUNS do
    if size[encoding] < size[best] then
      best = encoding
    end
  end
  if size[set.encoding] <= 1.25 * size[best] then
    return
  end
  if best == PLAIN then
    redis.call('SET', set.key, toBitmap(set, plain))
    redis.call('HDEL', KEYS[2], set.number)
  else
    set.bytes = best == LIST and toList(set) or toRuns(set)
    if set.encoding == PLAIN then
      redis.call('UNLINK', set.key)
    end
  end
  set.encoding = best
end

local version
local function save(set)
  if not set.changed then
    return
  end
  version = version or redis.call('HINCRBY', KEYS[1], 'v', 1)
  if set.users == 0 then
    redis.call('HDEL', KEYS[1], set.number)
    redis.call('HDEL', KEYS[2], set.number)
    redis.call('UNLINK', set.key)
    return
  end
  shrink(set)
  local entry = struct.pack(ENTRY, set.encoding, set.users, set.runs, version)
  if set.encoding ~= PLAIN then
    if #set.bytes > INLINE then
      redis.call('HSET', KEYS[2], set.number, set.bytes)
    else
      entry = entry .. set.bytes
      redis.call('HDEL', KEYS[2], set.number)
    end
  end
  redis.call('HSET', KEYS[1], set.number, entry)
end

-- A number at a place, and the place behind it.
local function number(bytes, at)
  local value, scale = 0, 1
  while true do
    local byte = string.byte(bytes, at) or error(UNREADABLE)
    at = at + 1
    if byte < 128 then
      return value + byte * scale, at
    end
    value, scale = value + (byte - 128) * scale, scale * 128
  end
end

local function pack(value)
  local bytes = ''
  while value > 127 do
    bytes = bytes .. string.char(128 + value % 128)
    value = math.floor(value / 128)
  end
  return bytes .. string.char(value)
end

local blocks = {}
local function block(user)
  local id = math.floor(user / BLOCK)
  if not blocks[id] then
    blocks[id] = { bytes = redis.call('HGET', KEYS[3], id) or '' }
  end
  return blocks[id]
end

-- Has the user's own tags have one, or not. Returns whether that changed anything.
local function own(user, tag, present)
  local of, place = block(user), user % BLOCK
  local at, from, to = 1, nil, nil
  while at <= #of.bytes do
    local length, first = number(of.bytes, at + 1)
    if first + length - 1 > #of.bytes then
      error(UNREADABLE)
    end
    if string.byte(of.bytes, at) >= place then
      if string.byte(of.bytes, at) == place then
        from, to = first, first + length - 1
      end
      break
    end
    at = first + length
  end
  -- Behind the tag before, the distance to this one is put in or taken out, and the next one's is changed.
  local last, here, there = 0, from or at, false
  local next, behind
  while from and here <= to do
    local distance
    distance, behind = number(of.bytes, here)
    if last + distance >= tag then
      next, there = last + distance, last + distance == tag
      break
    end
    last, here = last + distance, behind
  end
  if there == present then
    return false
  end
  local middle = present and pack(tag - last) or ''
  local rest = from and next and behind or here
  if present and next then
    middle = middle .. pack(next - tag)
  elseif not present and behind <= to then
    local distance
    distance, rest = number(of.bytes, behind)
    middle = pack(tag + distance - last)
  end
  local list = from and string.sub(of.bytes, from, here - 1) .. middle .. string.sub(of.bytes, rest, to) or middle
  local record = list == '' and '' or string.char(place) .. pack(#list) .. list
  of.bytes = string.sub(of.bytes, 1, at - 1) .. record .. string.sub(of.bytes, from and to + 1 or at)
  of.changed = true
  return true
end

-- Returns how many marks were others, or -2.
local function work()
  local sets = {}
  for t = 1, tags do
    sets[t] = load(ARGV[4 + t], KEYS[5 + t])
  end
  sets[0], sets[-1] = load('0', KEYS[4]), load('-1', KEYS[5])
  for t = -1, tags do
    if not sets[t] then
      return -2
    end
  end
  for i = 5 + tags, #ARGV - 2, 3 do
    if ARGV[i + 2] == '1' and has(sets[-1], tonumber(ARGV[i])) then
      return -2
    end
  end
  local changed = 0
  for i = 5 + tags, #ARGV - 2, 3 do
    local user, t, present = tonumber(ARGV[i]), tonumber(ARGV[i + 1]), ARGV[i + 2] == '1'
    if t == 0 and not present then
      put(sets[-1], user, true)
    end
    local forward = put(sets[0], user, (t > 0 or present) and not has(sets[-1], user)) and t == 0
    forward = t > 0 and put(sets[t], user, present) or forward
    if t > 0 and own(user, tonumber(sets[t].number), present) or forward then
      changed = changed + 1
    end
  end
  for t = -1, tags do
    save(sets[t])
  end
  for id, of in pairs(blocks) do
    if of.changed then
      version = version or redis.call('HINCRBY', KEYS[1], 'v', 1)
      local more = of.bytes == '' and -redis.call('HDEL', KEYS[3], id) or redis.call('HSET', KEYS[3], id, of.bytes)
      redis.call('HINCRBY', KEYS[1], 'b', more)
    end
  end
  return changed
end

local ok, changed = pcall(work)
if not ok then
  if changed ~= UNREADABLE then
    error(changed)
  end
  -- Half of the marks may be made: nobody is answered from it until it is built anew.
  redis.call('HDEL', KEYS[1], 'g')
  return { -2, '' }
elseif changed < 0 then
  return { changed, '' }
end
if ARGV[2] ~= pass then
  redis.call('HSET', KEYS[1], 'f', ARGV[2])
end
return { changed, ARGV[2] }
