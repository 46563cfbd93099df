"""What comes of a play. The course of a turn and the hints to a hand both ask here, and nowhere else, so a
preview is what will really happen (2.2, 2.3, 3)."""

from __future__ import annotations

from engines.core import Seat
from engines.twelve.cards import ATTACK, HEALTH, Cards, is_jester, suits, worth
from engines.twelve.model import SOLO_JESTERS, Loss, State
from engines.twelve.seen import Kill, Preview


def blow(state: State) -> int:
    """What the enemy's attack is after the shield (4)."""
    return max(0, ATTACK[state.enemy[0]] - state.shield)


def following(state: State) -> Seat:
    """The next active seat clockwise, which is the seat itself where it is the last."""
    active = state.active
    return next((other for other in active if other > state.seat), active[0])


def foresee(state: State, seat: Seat, cards: Cards) -> Preview:
    """A legal play by the seat whose turn it is."""
    attack = worth(cards)
    left = worth(state.hands[seat]) - attack
    if is_jester(cards[0]):
        # The last active seat goes on at once (5); at a fuller table somebody is named first.
        goes_on = len(state.active) == 1 and len(state.hands[seat]) == 1
        loss = Loss.EMPTY_HAND if goes_on else None
        return Preview(cards, 0, 0, 0, 0, state.blocked, 0, "", None, 0, left, loss)
    present = suits(cards)
    dead = state.enemy[1] if state.is_immune and state.enemy[1] in present else ""
    live = present.replace(dead, "") if dead else present

    healed = min(attack, len(state.discard)) if "H" in live else 0
    drawn = min(attack, _room(state, len(cards)), len(state.tavern) + healed) if "D" in live else 0
    damage = attack * 2 if "C" in live else attack
    shield = attack if "S" in live else 0
    blocked = attack if dead == "S" else 0
    kill = _kill(state, damage)
    due = 0 if kill else max(0, blow(state) - shield)
    loss = None
    if drawn == 0 and not _could_flip(state, healed, kill):
        loss = _loss(state, kill, played=len(cards), due=due, left=left)
    return Preview(cards, attack, damage, healed, drawn, shield, blocked, dead, kill, due, left, loss)


def yield_loss(state: State, seat: Seat) -> Loss | None:
    """Whether the table would lose at once if this seat yielded. Who has a flip may not yield (2.5)."""
    return _loss(state, None, played=0, due=blow(state), left=worth(state.hands[seat]))


def _room(state: State, played: int) -> int:
    """Cards that the active hands can take once these have left one of them."""
    held = [state.limit - len(hand) for hand, left in zip(state.hands, state.left, strict=True) if not left]
    return sum(held) + played


def _could_flip(state: State, healed: int, kill: Kill | None) -> bool:
    """Solo: after this play a jester from aside would still help (6)."""
    tavern = len(state.tavern) + healed + (kill is Kill.EXACT)
    return state.seats == 1 and state.flips < SOLO_JESTERS and tavern > 0


def _loss(state: State, kill: Kill | None, *, played: int, due: int, left: int) -> Loss | None:
    """Where nothing is drawn: a blow that the rest of the hand does not cover, or a turn that begins at once
    with an empty hand, the same seat's after a kill, the next one's where nothing is due."""
    if due > 0:
        return Loss.UNPAID if left < due else None
    if kill is not None and not state.castle:
        return None
    seat = state.seat if kill is not None else following(state)
    held = len(state.hands[seat]) - (played if seat == state.seat else 0)
    return Loss.EMPTY_HAND if held == 0 else None


def _kill(state: State, damage: int) -> Kill | None:
    over = state.damage + damage - HEALTH[state.enemy[0]]
    if over < 0:
        return None
    return Kill.EXACT if over == 0 else Kill.OVER
