"""A room that is a table of a hall: what it does with its hall's word, and what it reports. Pure.

Such a room keeps chairs for the people whom its hall names, begins by itself, and is over when the hall says so.
"""

from collections.abc import Collection, Container

from msgspec.structs import replace

from actors import names, play, seats, timers
from actors.answers import Code, Refusal
from actors.between import Reported, SeatReport, Wants, Word
from actors.messages import (
    Again,
    ChairLink,
    Choose,
    Join,
    OpenAnother,
    PlayerId,
    RoomCode,
    RoomCommand,
    SeatBot,
    Start,
    TakeChair,
)
from actors.phases import phase_of
from actors.state import Chair, Ending, RoomState, Status, Waiting
from engines.core import AnyEngine, RuleError


def opened(code: RoomCode, engine: AnyEngine, word: Word, now: float) -> RoomState:
    """A new table. Everybody is away, and nobody's ninety seconds run before the first one has come."""
    chairs = [
        Chair(id=invited.id, name=name, seated=number, twin=twin, away_since=now)
        for number, (invited, (name, twin)) in enumerate(
            zip(word.people, names.numbered(each.name for each in word.people), strict=True), 1
        )
    ]
    room = RoomState(
        code=code,
        game_name=word.game,
        options=play.whole_options(engine, bytes(word.options)),
        chairs=tuple(chairs),
        seatings=len(chairs),
        hall=word,
    )
    return timers.stop(room, now)


def hear(state: RoomState, engine: AnyEngine, word: Word, now: float) -> play.Played:
    """Take the hall's word, if it is a later one."""
    before = state.hall
    if before is None or word.number <= before.number:
        return play.Played(state)
    played = play.Played(replace(state, hall=word))
    for chair in state.chairs:
        if chair.is_person and not word.names(chair.id):
            played = _and(played, lambda s, c=chair: _unseat(s, engine, c.id, now))  # type: ignore[misc]
    kept = tuple(waiting for waiting in played.state.line if word.names(waiting.id))
    played = played._replace(state=replace(played.state, line=kept))
    newcomers = {invited.id for invited in word.people if not before.names(invited.id)}
    barred = tuple(player for player in played.state.removed if player not in newcomers)
    played = played._replace(state=replace(played.state, removed=barred))  # the hall sends whom it sends
    for invited in word.people:
        if invited.id in newcomers:
            played = _and(
                played,
                lambda s, i=invited: seats.join(s, engine, i.id, i.name, now),  # type: ignore[misc]
            )
    state = played.state
    if word.wants is Wants.FINISH and before.wants is Wants.PLAY:
        state = replace(state, last_part=_part(state, engine))
    if word.wants is Wants.STOP:
        state = _ended(state)
    return played._replace(state=state)


def sent_back(state: RoomState, word: Word) -> list[PlayerId]:
    """Who has a place at this table, or may come back to one, and is the hall's again by this word. (Whoever has left
    looks on.)"""
    if state.hall is None or word.number <= state.hall.number:
        return []
    waiting = [waiting.id for waiting in state.line]
    seated = [PlayerId(chair.id) for chair in state.chairs if chair.is_person or chair.left == "silent"]
    return [player for player in (*waiting, *seated) if state.hall.names(player) and not word.names(player)]


def follow(state: RoomState, engine: AnyEngine) -> RoomState:
    """A soft end comes as soon as what was under way is done."""
    if state.hall is None or state.hall.wants is not Wants.FINISH or state.status is not Status.PLAYING:
        return state
    part = _part(state, engine)
    return state if part is not None and part == state.last_part else _ended(state)


def check(state: RoomState, player: PlayerId, command: RoomCommand) -> None:
    """Raises Refusal for what is the hall's business here."""
    hall = state.hall
    if hall is None:
        return
    match command:
        case Choose() | ChairLink() | TakeChair() | OpenAnother() | SeatBot():
            raise Refusal(Code.HALLS_BUSINESS)
        case Join() if not hall.names(player):
            raise Refusal(Code.HALLS_BUSINESS)
        case Start() | Again() if hall.wants is not Wants.PLAY:
            raise Refusal(Code.HALLS_BUSINESS)


def report(
    state: RoomState, engine: AnyEngine, fence: int, hall: RoomCode, connected: Collection[PlayerId]
) -> Reported:
    """To this hall: what everybody may see. A room that is no table of it says so, and no more."""
    if state.hall is None or state.hall.hall != hall:
        return Reported(state.code, fence, state.version, number=0)
    game, running = state.game, state.status is Status.PLAYING
    phase = phase_of(engine, game.state) if game is not None and running else None
    awaited = () if phase is None else phase.awaited
    return Reported(
        table=state.code,
        fence=fence,
        version=state.version,
        number=state.hall.number,
        status=state.status.value,
        phase=state.phase,
        since=game.opened if game is not None and running else 0.0,
        seats=tuple(
            SeatReport(
                PlayerId(chair.id),
                names.shown(chair.name, chair.twin),
                _away_since(chair, connected),
                index in awaited,
                chair.left is not None,
            )
            for index, chair in enumerate(state.chairs)
            if chair.is_person or chair.left == "silent"
        ),
        line=tuple(waiting.id for waiting in state.line),
        stranded=_stranded(state, engine),
        takes=_takes(state, engine),
        games=state.games,
        score=None if game is None else engine.score(engine.table(game.state)),
        names=() if game is None else tuple(names.shown(chair.name, chair.twin) for chair in state.chairs),
        lookers=tuple(sorted(player for player in connected if not state.hall.names(player))),
    )


def _away_since(chair: Chair, connected: Container[str]) -> float | None:
    """Also of somebody who has lost the chair, and whose coming and going the state does not follow any more."""
    if chair.id in connected:
        return None
    return 0.0 if chair.left is not None and chair.away_since is None else chair.away_since


def _and(played: play.Played, more: play.Doing) -> play.Played:
    then = more(played.state)
    return play.Played(then.state, played.events + then.events, played.private + then.private)


def _unseat(state: RoomState, engine: AnyEngine, seat: str, now: float) -> play.Played:
    index = state.chair_of(seat)
    if index is None or not state.chairs[index].is_person:
        return play.Played(state)
    return seats.vacate(state, engine, index, "removed", now)


def _ended(state: RoomState) -> RoomState:
    """The game is over with what has been reached."""
    if state.status is not Status.PLAYING:
        return state
    return replace(state, status=Status.OVER, ending=Ending.ROUND_OVER, askable=())


def _part(state: RoomState, engine: AnyEngine) -> int | None:
    if state.game is None or state.status is not Status.PLAYING:
        return None
    phase = phase_of(engine, state.game.state)
    return None if phase is None else phase.part


def _stranded(state: RoomState, engine: AnyEngine) -> tuple[PlayerId, ...]:
    """Who could have no chair here as things stand: those in line if all of them came, and each who has left one."""
    if state.hall is None or state.hall.wants is not Wants.PLAY:
        return ()
    coming = tuple(replace(waiting, away_since=None) for waiting in state.line)
    back = [Waiting(PlayerId(chair.id), chair.name) for chair in state.chairs if chair.left is not None]
    without = [
        each.id
        for line in (coming, *((one,) for one in back))
        if line
        for each in seats.fill(replace(state, line=line), engine, 0.0).state.line
    ]
    return tuple(dict.fromkeys(without))


def _takes(state: RoomState, engine: AnyEngine) -> int:
    """How many newcomers may have a chair now: in the lobby, and in games that let latecomers in."""
    hall = state.hall
    free = engine.seats.stop - 1 - state.seated - len(state.line)
    if hall is None or hall.wants is not Wants.PLAY or free <= 0 or state.status is Status.OVER:
        return 0
    if state.status is Status.PLAYING and len(state.chairs) < play.CHAIRS_IN_A_GAME:
        trial = Chair(id="newcomer", name="", seated=state.seatings + 1)
        try:
            play.join(state, engine, trial, 0.0)
        except (RuleError, Refusal):
            return 0
    return free
