-- A new room under its first fence. A tombstone counts as a room: its code is not given again within the hour.
-- KEYS  record, deadlines of its bucket
-- ARGV  code, owner, snapshot, look_again (s), watchers (JSON list of instances)
-- ->    {fence}, or {} where the code is taken
if redis.call('EXISTS', KEYS[1]) == 1 then
  return {}
end
local time = redis.call('TIME')
local now = tonumber(time[1])
local fence = string.format('%.0f', now * 1000 + math.floor(tonumber(time[2]) / 1000))
local ends = math.ceil(math.max(tonumber(ARGV[4]), now)) + 86400
redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'fence', fence, 'version', '0', 'snapshot', ARGV[3],
  'look_again', ARGV[4], 'watchers', ARGV[5])
redis.call('EXPIREAT', KEYS[1], ends)
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
if redis.call('TTL', KEYS[2]) < ends - now then
  redis.call('EXPIREAT', KEYS[2], ends)
end
return {fence}
