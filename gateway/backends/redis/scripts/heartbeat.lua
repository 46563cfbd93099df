-- One instance is alive until its lease ends, by Redis's own time; and who else is, or was within the minute.
-- An ended heartbeat is kept for an hour, as long as a tombstone: an instance that finds less than it had been
-- told was written knows that the store has gone back.
-- KEYS  heartbeats (instance -> when it ends, ms), what they say of themselves (instance -> JSON)
-- ARGV  instance, lease (ms), what it says of itself
-- ->    {seconds, microseconds, end of its own last heartbeat or '', instance, end, JSON, instance, ...}
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local result = {time[1], time[2], redis.call('ZSCORE', KEYS[1], ARGV[1]) or ''}
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2])), ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - 3600000))) do
  redis.call('ZREM', KEYS[1], gone)
  redis.call('HDEL', KEYS[2], gone)
end
redis.call('EXPIRE', KEYS[1], 7200)
redis.call('EXPIRE', KEYS[2], 7200)
local recent = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('%.0f', now - 60000), '+inf', 'WITHSCORES')
for i = 1, #recent, 2 do
  result[#result + 1] = recent[i]
  result[#result + 1] = recent[i + 1]
  result[#result + 1] = redis.call('HGET', KEYS[2], recent[i]) or '{}'
end
return result
