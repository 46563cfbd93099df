-- Whether the holder of a fence may speak for its room: an owner whose lease is not fresh asks before it sends
-- what needs no save (hazards.md 9). Where no record is, nobody else has one either.
-- KEYS  record
-- ARGV  fence
-- ->    {'ours'}, {'lost'}
local stored = redis.call('HMGET', KEYS[1], 'fence', 'version')
if stored[1] and (tonumber(stored[1]) > tonumber(ARGV[1]) or not stored[2]) then
  return {'lost'}
end
return {'ours'}
