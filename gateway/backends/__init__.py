"""Implementations of `gateway.backend.Backend`."""
