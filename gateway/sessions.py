"""Who a connection is: the secret that a browser keeps, and the public id made from it.

The server hands out 256 random bits once; they come back in the CONNECT packet's auth payload and
travel nowhere else. The public id is a keyless digest of the secret: it needs no store, is the same
on every instance, and nobody can get from it to the secret (room.md 1).
"""

import hashlib
import secrets

from actors.messages import PlayerId

ID_BYTES = 12


def new_secret() -> str:
    """43 characters, 256 bits."""
    return secrets.token_urlsafe(32)


def player_id(secret: str) -> PlayerId:
    """The public id of the player who has this secret.

    >>> player_id("A" * 43) == player_id("A" * 43), len(player_id("A" * 43))
    (True, 24)
    """
    digest = hashlib.blake2b(secret.encode(), digest_size=ID_BYTES, person=b"kortlek player")
    return PlayerId(digest.hexdigest())
