-- An instance that ends says so: the others need not wait for its lease.
-- KEYS  heartbeats, what they say of themselves
-- ARGV  instance
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return {}
