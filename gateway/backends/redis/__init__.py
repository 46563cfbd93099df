"""The backend of many instances: rooms, letters, heartbeats and time in Redis. `backend.RedisBackend` is its door."""
