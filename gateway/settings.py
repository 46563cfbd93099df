"""All settings, from the environment, checked at the start. `docs/deploy.md` explains them."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from gateway.origins import Origins
from gateway.outqueue import Periods

HIGHEST_PORT = 65_535
SHORTEST_PERIOD_S, LONGEST_PERIOD_S = 0.1, 60.0
ROOT = Path(__file__).resolve().parent.parent


class BadSetting(Exception):
    """The environment says something that cannot be; the message names the variable."""


class Settings(Struct, frozen=True, kw_only=True):
    """What one instance is told.

    PORT, HOST        where it listens; 8080 on all addresses
    PUBLIC_ORIGINS    the addresses in people's browsers, comma separated, e.g. https://play.example, first the
                      one that search engines are told; by default the local ones of PORT
    TRUSTED_PROXIES   networks whose X-Forwarded-For counts, comma separated
    DATA              the SQLite file of the embedded backend
    SYNCHRONOUS       NORMAL, or FULL to cover power cuts too (about ten times slower)
    REDIS_URL         the Redis that several instances share (redis, rediss, redis+cluster, redis+sentinel …);
                      empty: embedded, one instance
    REDIS_PREFIX      how its keys begin, one for each environment; kortlek
    LEASE_S           a silent instance loses its rooms after this; 6
    DRAIN_CHECK_S     how long the balancer may take to see that an instance is leaving; 3
    METRICS_TOKEN     serves /metrics to who shows it; without it there is no such page
    STATIC            folder of the built client
    """

    host: str
    port: int
    origins: Origins
    data: Path
    synchronous: Literal["NORMAL", "FULL"]
    redis_url: str
    redis_prefix: str
    lease_s: float
    drain_check_s: float
    metrics_token: str | None
    static: Path
    periods: Periods

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Raises BadSetting."""
        port = _port(environment, "PORT", 8080)
        local = f"http://localhost:{port},http://127.0.0.1:{port}"
        try:
            origins = Origins.parse(
                _listed(environment.get("PUBLIC_ORIGINS", local)),
                _listed(environment.get("TRUSTED_PROXIES", "")),
            )
        except ValueError as error:
            raise BadSetting(f"PUBLIC_ORIGINS or TRUSTED_PROXIES: {error}") from error
        defaults = Periods()
        return cls(
            host=environment.get("HOST", "0.0.0.0"),  # noqa: S104 - a server for phones in the room
            port=port,
            origins=origins,
            data=Path(environment.get("DATA", ROOT / "build" / "kortlek.sqlite3")),
            synchronous=_choice(environment.get("SYNCHRONOUS", "NORMAL")),
            redis_url=environment.get("REDIS_URL", ""),
            redis_prefix=environment.get("REDIS_PREFIX", "kortlek"),
            lease_s=_seconds(environment, "LEASE_S", 6.0),
            drain_check_s=_seconds(environment, "DRAIN_CHECK_S", 3.0),
            metrics_token=environment.get("METRICS_TOKEN") or None,
            static=Path(environment.get("STATIC", ROOT / "frontend" / "dist")),
            periods=msgspec.structs.replace(
                defaults,
                ping_interval_s=_seconds(environment, "PING_INTERVAL_S", defaults.ping_interval_s),
                ping_timeout_s=_seconds(environment, "PING_TIMEOUT_S", defaults.ping_timeout_s),
            ),
        )


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _port(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name, str(default))
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise BadSetting(f"{name} is not a port number: {text}")
    return int(text)


def _seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    try:
        seconds = float(environment.get(name, default))
    except ValueError:
        seconds = 0.0
    if not SHORTEST_PERIOD_S <= seconds <= LONGEST_PERIOD_S:
        raise BadSetting(f"{name} is not between {SHORTEST_PERIOD_S} and {LONGEST_PERIOD_S} seconds")
    return seconds


def _choice(text: str) -> Literal["NORMAL", "FULL"]:
    match text.upper():
        case "NORMAL":
            return "NORMAL"
        case "FULL":
            return "FULL"
        case _:
            raise BadSetting(f"SYNCHRONOUS is NORMAL or FULL, not {text}")
