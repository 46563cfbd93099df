-- Save a room under its fence, then say what it says to other instances. Refused if the stored fence is higher,
-- or equal with a higher version; the same pair again is a retry and publishes again. An empty snapshot closes
-- the room: its fence stays for an hour, so that nothing old can bring it back.
-- Checks come first and PUBLISH last: a script that fails half way is not rolled back (hazards.md 2).
-- KEYS  record, deadlines of its bucket
-- ARGV  code, owner, fence, version, look_again (s), '1' if it may be written where no record is, snapshot,
--       watchers (JSON list of instances), then for each letter its channel and itself
-- ->    {'saved'}, {'refused'}, {'missing'} (no record and no tombstone)
local stored = redis.call('HMGET', KEYS[1], 'fence', 'version')
local fence, version, is_closing = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[7] == ''
if stored[1] then
  local last = tonumber(stored[1])
  if last > fence then
    return {'refused'}
  end
  if stored[2] then
    if last == fence and tonumber(stored[2]) > version then
      return {'refused'}
    end
  elseif not is_closing then
    return {'refused'}
  end
elseif not is_closing and ARGV[6] ~= '1' then
  return {'missing'}
end
if is_closing then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'fence', ARGV[3])
  redis.call('EXPIRE', KEYS[1], 3600)
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  local now = tonumber(redis.call('TIME')[1])
  local ends = math.ceil(math.max(tonumber(ARGV[5]), now)) + 86400
  redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'fence', ARGV[3], 'version', ARGV[4], 'snapshot', ARGV[7],
    'look_again', ARGV[5], 'watchers', ARGV[8])
  redis.call('EXPIREAT', KEYS[1], ends)
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
  if redis.call('TTL', KEYS[2]) < ends - now then
    redis.call('EXPIREAT', KEYS[2], ends)
  end
end
for i = 9, #ARGV, 2 do
  redis.call('PUBLISH', ARGV[i], ARGV[i + 1])
end
return {'saved'}
