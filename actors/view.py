"""The one way from a room's state to what somebody sees.

`public` is what everybody in the room sees, `personal` adds what is the viewer's own; both return
encoded members of a JSON object, so that the public part is made once per commit and a frame is
finished by putting the two together. Remaining times are computed here, so that no clock but the
server's counts.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from actors.between import Announced, Wants
from actors.messages import PlayerId
from actors.phases import phase_of
from actors.state import Chair, Ending, RoomState, Status
from engines.core import AnyEngine, Event, Phase, Seat


class SeatView(Struct, frozen=True):
    """A chair as everybody sees it. `presence` is here, away or left; `away_left_s` counts down to the
    loss of the chair and `asked_left_s` to the end of the question "Still here?", while they run. A
    bot's `name` is its number."""

    id: str
    name: str
    twin: int
    is_bot: bool
    presence: str
    is_host: bool
    is_awaited: bool
    is_askable: bool
    away_left_s: float | None = None
    asked_left_s: float | None = None


class ClockView(Struct, frozen=True):
    """The phase's clock. `left_s` may be more than `limit_s` while the screens still show what has just
    happened: the clock starts after that."""

    left_s: float
    limit_s: float


class StartingView(Struct, frozen=True):
    """A start by somebody who is not the host, which any seat can stop."""

    seat: str
    left_s: float


class OfHallView(Struct, frozen=True):
    """What a table of a hall shows of it. `place` is the table's number there; `announced.number` rises, so that the same announcement again is news;
    `left_s` is the countdown's, until the table's round is over. `is_ending`: the table ends with what is under way."""

    code: str
    place: int
    is_ending: bool
    announced: Announced | None
    left_s: float | None


class RoomView(Struct, frozen=True):
    """The room's public part.

    phase       the key that commands must name
    opens_s     seconds until an action of this phase is taken (a result screen)
    game        slug; `options` is that game's own struct
    min_seats   and `max_seats`: what the chosen game takes
    line        how many stand in line for a chair; `spectators` how many look on without one
    can_sit     whether a chair may be taken right now
    hall        where this is a table of a hall
    is_stopped  nobody seated is connected: all clocks stand still
    """

    code: str
    status: Status
    phase: str
    opens_s: float
    game: str
    options: Raw
    min_seats: int
    max_seats: int
    has_bots: bool
    seats: tuple[SeatView, ...]
    line: int
    spectators: int
    can_sit: bool
    is_stopped: bool
    clock: ClockView | None = None
    starting: StartingView | None = None
    ending: Ending | None = None
    other_table: str | None = None
    hall: OfHallView | None = None


class YouView(Struct, frozen=True):
    """What the room knows of this viewer. `seat` is the index of the own chair, also of one given up in
    the running game: then its `presence` is "left", and joining again is how it is taken back where
    the game allows. `in_line` is the place in line, from 1."""

    player: str
    seat: int | None
    in_line: int | None


class Public(Struct, frozen=True):
    """The members of a view that everybody gets."""

    fence: int
    version: int
    room: RoomView
    table: Struct | None
    events: Sequence[Event]


class Personal(Struct, frozen=True):
    """The members that only one viewer gets."""

    you: YouView
    own: Struct | None
    private: Sequence[Event]


_encode = msgspec.json.Encoder().encode


def public(
    state: RoomState,
    engine: AnyEngine,
    fence: int,
    spectators: int,
    now: float,
    events: Sequence[Event] = (),
) -> bytes:
    """`"fence":…,"version":…,"room":…,"table":…,"events":…` for everybody."""
    table = None if state.game is None else engine.table(state.game.state)
    return _members(Public(fence, state.version, _room(state, engine, spectators, now), table, events))


def personal(
    state: RoomState, engine: AnyEngine, player: PlayerId, private: Sequence[tuple[Seat, Event]] = ()
) -> bytes:
    """`"you":…,"own":…,"private":…` for one viewer, and for no other."""
    index = state.chair_of(player)
    in_line = (
        next((n for n, waiting in enumerate(state.line, 1) if waiting.id == player), None)
        if state.line
        else None
    )
    own: Struct | None = None
    told: Sequence[Event] = ()
    if state.game is not None and index is not None and state.chairs[index].left is None:
        own = engine.own(state.game.state, Seat(index))
        if private:
            told = [event for seat, event in private if seat == index]
    return _members(Personal(YouView(player, index, in_line), own, told))


def _members(part: Public | Personal) -> bytes:
    """Of the JSON object, without its braces: two parts make a view."""
    return _encode(part)[1:-1]


def _room(state: RoomState, engine: AnyEngine, spectators: int, now: float) -> RoomView:
    running = state.game is not None and state.status is Status.PLAYING
    phase = phase_of(engine, state.game.state) if running and state.game is not None else None
    opened = 0.0 if state.game is None else state.game.opened
    return RoomView(
        code=state.code,
        status=state.status,
        phase=state.phase,
        opens_s=0.0 if phase is None else _left(opened + phase.opens_s, now),
        game=state.game_name,
        options=state.options,
        min_seats=engine.seats.start,
        max_seats=engine.seats.stop - 1,
        has_bots=engine.has_bots and state.hall is None,
        seats=_seats(state, phase, now),
        line=len(state.line),
        spectators=spectators,
        can_sit=state.status is Status.LOBBY and len(state.chairs) < engine.seats.stop - 1,
        is_stopped=state.stopped_at is not None,
        clock=_clock(state, phase, now),
        starting=_starting(state, now),
        ending=state.ending,
        other_table=state.other_table,
        hall=_hall(state, now),
    )


def _hall(state: RoomState, now: float) -> OfHallView | None:
    word = state.hall
    if word is None:
        return None
    is_over = word.wants is not Wants.PLAY and state.status is not Status.PLAYING
    left_s = None if word.ends_at is None or is_over else _left(word.ends_at, now)
    return OfHallView(word.hall, word.place, word.wants is not Wants.PLAY, word.announced, left_s)


def _seats(state: RoomState, phase: Phase | None, now: float) -> tuple[SeatView, ...]:
    awaited = () if phase is None else phase.awaited
    return tuple(
        SeatView(
            id=chair.id,
            name=chair.name,
            twin=chair.twin,
            is_bot=chair.is_bot,
            presence=_presence(chair),
            is_host=chair.id == state.host,
            is_awaited=index in awaited,
            is_askable=chair.id in state.askable,
            away_left_s=None
            if chair.away_since is None or chair.left is not None
            else _counting(state, f"silence:{chair.id}", now),
            asked_left_s=_counting(state, f"question:{chair.id}", now) if state.ask_again else None,
        )
        for index, chair in enumerate(state.chairs)
    )


def _presence(chair: Chair) -> str:
    """`here`, `away` or `left` (room.md 3). Bots are always here."""
    if chair.left is not None:
        return "left"
    return "away" if chair.away_since is not None else "here"


def _clock(state: RoomState, phase: Phase | None, now: float) -> ClockView | None:
    if phase is None or phase.limit_s is None:
        return None
    left = _counting(state, f"phase:{state.phase}", now)
    if left is None:
        return None
    return ClockView(left_s=left, limit_s=phase.limit_s)


def _starting(state: RoomState, now: float) -> StartingView | None:
    if state.starting_by is None:
        return None
    left = _counting(state, f"start:{state.lobby}", now)
    if left is None:
        return None
    return StartingView(seat=state.starting_by, left_s=left)


def _counting(state: RoomState, name: str, now: float) -> float | None:
    """Seconds left of a deadline that is running; None where it stands still or is not set."""
    deadline = state.deadlines.get(name)
    return None if deadline is None or state.stopped_at is not None else _left(deadline, now)


def _left(deadline: float, now: float) -> float:
    return round(deadline - now, 2) if deadline > now else 0.0
