-- Give a room up and offer it to another instance. The fence stays: whoever claims compares it.
-- KEYS  record
-- ARGV  fence, channel to offer it on (may be empty), letter `offer`
-- ->    {'released'}, {'lost'} if it was not ours any more
local stored = redis.call('HMGET', KEYS[1], 'fence', 'version')
if stored[1] ~= ARGV[1] or not stored[2] then
  return {'lost'}
end
redis.call('HSET', KEYS[1], 'owner', '')
if ARGV[2] ~= '' then
  redis.call('PUBLISH', ARGV[2], ARGV[3])
end
return {'released'}
