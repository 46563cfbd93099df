-- Take a room whose owner is gone: whoever asks has read the record, and has found that its owner does not live.
-- The new fence is higher than any ever given, even by a store that has lost its last second (hazards.md 2).
-- KEYS  record
-- ARGV  the fence that was read, new owner, the letter `owns` up to its fence, prefix of channels
-- ->    {'claimed', fence, snapshot}, {'changed'} (read it again), {'none'}
local stored = redis.call('HMGET', KEYS[1], 'fence', 'snapshot', 'watchers')
if not stored[2] then
  return {'none'}
end
if stored[1] ~= ARGV[1] then
  return {'changed'}
end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local fence = string.format('%.0f', math.max(tonumber(stored[1]) + 1, now))
redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'fence', fence)
for _, watcher in ipairs(cjson.decode(stored[3])) do
  if watcher ~= ARGV[2] then
    redis.call('PUBLISH', ARGV[4] .. watcher, ARGV[3] .. fence .. '}')
  end
end
return {'claimed', fence, stored[2]}
