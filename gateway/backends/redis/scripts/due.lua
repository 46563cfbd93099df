-- Rooms of a bucket at which somebody should look, the oldest first, and who owns them by their records.
-- Records that have expired leave their deadline behind; it goes here.
-- KEYS  deadlines of the bucket
-- ARGV  now (s), the most to return, what the records of this bucket begin with
-- ->    {code, look_again, owner, code, ...}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])
local due = {}
for i = 1, #found, 2 do
  local owner = redis.call('HGET', ARGV[3] .. found[i], 'owner')
  if owner then
    due[#due + 1] = found[i]
    due[#due + 1] = found[i + 1]
    due[#due + 1] = owner
  else
    redis.call('ZREM', KEYS[1], found[i])
  end
end
return due
