"""A seat moves to another device: one-time tokens, five minutes, single use (room.md 1).

The token is not the player's secret: the chair changes hands to the other device's player, and the old
device becomes an onlooker.
"""

from hmac import compare_digest

from msgspec.structs import replace

from actors.answers import Code, Refusal
from actors.messages import PlayerId
from actors.seats import own_index
from actors.state import ChairToken, RoomState

TOKEN_S = 300.0


def offer(state: RoomState, player: PlayerId, token: str, now: float) -> RoomState:
    """A fresh one-time token for the own chair; an earlier one of the same player is void."""
    own_index(state, player)
    others = tuple(t for t in state.tokens if t.player != player and t.until > now)
    return replace(state, tokens=(*others, ChairToken(token, player, now + TOKEN_S)))


def redeem(state: RoomState, player: PlayerId, token: str, now: float) -> tuple[RoomState, PlayerId]:
    """The chair of the token's player becomes this player's; the old player id is returned."""
    match = next((t for t in state.tokens if compare_digest(t.token, token)), None)
    if match is None or match.until <= now:
        raise Refusal(Code.BAD_TOKEN)
    index = own_index(state, match.player)
    if match.player == player:
        return replace(state, tokens=tuple(t for t in state.tokens if t is not match)), player
    own = state.chair_of(player)
    if own is not None:
        raise Refusal(Code.NO_CHAIR)  # nobody sits twice
    old = match.player
    renamed = {
        name.replace(f":{old}", f":{player}") if name.endswith(f":{old}") else name: at
        for name, at in state.deadlines.items()
    }
    moved = replace(
        state.with_chair(index, id=player),
        tokens=tuple(t for t in state.tokens if t is not match),
        host=player if state.host == old else state.host,
        starting_by=player if state.starting_by == old else state.starting_by,
        line=tuple(waiting for waiting in state.line if waiting.id != player),
        askable=tuple(player if seat == old else seat for seat in state.askable),
        deadlines=renamed,
        ask_again={player if seat == old else seat: at for seat, at in state.ask_again.items()},
    )
    return moved, old
