"""Who sits with whom in a hall: people spread over tables, strangers first. Pure.

`sizes` says how large the tables are, `spread` who sits at which, so that as few as possible meet somebody
again with whom they have sat before. A few people are seated by trying everything, many by mending a random
seating: exchanges that save meetings, until none does or enough have been tried.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct

TABLES = 200
"""The most that one hall has."""
TRY_ALL = 11
"""Up to so many people every seating is tried: some thousands."""
LOOKED_AT = 6
"""Tables at which each of many people looks before sitting down."""
EXCHANGES = 60_000
"""Tried for many people, at most: a fraction of a second."""

Person = int
Table = tuple[Person, ...]
Meetings = Mapping[Person, Mapping[Person, int]]
"""How often each has sat with each other; whoever is missing has met nobody."""


class Seating(Struct, frozen=True):
    """Everybody is at one of the tables or among those who wait."""

    tables: tuple[Table, ...]
    waiting: tuple[Person, ...]


def sizes(people: int, seats: range, best: int, most: int = TABLES) -> tuple[int, ...]:
    """Sizes of the tables, the larger first, as even as possible and none outside `seats`. Where not everybody
    can sit they add up to as many as can.

    >>> sizes(37, range(3, 9), best=4)
    (4, 4, 4, 4, 4, 4, 4, 3, 3, 3)
    >>> sizes(5, range(3, 9), best=4), sizes(2, range(3, 9), best=4)
    ((5,), ())
    """
    fewest, largest = seats.start, seats.stop - 1
    for seated in range(min(people, most * largest), 0, -1):
        tables = min(-(-seated // best), seated // fewest, most)
        if tables and -(-seated // tables) <= largest:
            each, more = divmod(seated, tables)
            return (each + 1,) * more + (each,) * (tables - more)
    return ()


def spread(people: Sequence[Person], tables: Sequence[int], met: Meetings, chance: Random) -> Seating:
    """Seat people at tables of these sizes. Where there are more people than chairs, chance says who waits."""
    shuffled = list(people)
    chance.shuffle(shuffled)
    chairs = sum(tables)
    seated, waiting = shuffled[:chairs], shuffled[chairs:]
    if not any(person in met for person in seated):
        found = _cut(seated, tables)
    elif len(seated) <= TRY_ALL:
        found = _best_of_all(seated, tables, met)
    else:
        found = _mended(seated, tables, met, chance)
    return Seating(tuple(tuple(sorted(table)) for table in found), tuple(sorted(waiting)))


def meetings(rounds: Iterable[Iterable[Table]]) -> dict[Person, dict[Person, int]]:
    """How often each has met each other at these tables."""
    met: dict[Person, dict[Person, int]] = {}
    for tables in rounds:
        for table in tables:
            for person in table:
                known = met.setdefault(person, {})
                for other in table:
                    if other != person:
                        known[other] = known.get(other, 0) + 1
    return met


def repeats(tables: Iterable[Table], met: Meetings) -> int:
    """How often a pair that sits together has sat together before."""
    return sum(_weight(table, met) for table in tables)


def _weight(table: Sequence[Person], met: Meetings) -> int:
    return sum(_with(person, table[index + 1 :], met) for index, person in enumerate(table))


def _with(person: Person, others: Iterable[Person], met: Meetings) -> int:
    known = met.get(person)
    if known is None:
        return 0
    times = 0
    for (
        other
    ) in others:  # a loop, and no `sum`: a large hall's seating is made of these, and it holds the event loop
        if other in known:
            times += known[other]
    return times


def _cut(people: Sequence[Person], tables: Sequence[int]) -> list[list[Person]]:
    found, start = [], 0
    for size in tables:
        found.append(list(people[start : start + size]))
        start += size
    return found


# -- few people


def _best_of_all(people: Sequence[Person], sizes_left: Sequence[int], met: Meetings) -> list[list[Person]]:
    """Each person in turn to each table, given up as soon as it is no better than the best so far."""
    tables: list[list[Person]] = [[] for _ in sizes_left]
    best: list[list[Person]] = []
    fewest = -1

    def seat(index: int, cost: int) -> None:
        nonlocal best, fewest
        if 0 <= fewest <= cost:
            return
        if index == len(people):
            best, fewest = [list(table) for table in tables], cost
            return
        empty: set[int] = set()  # among empty tables of one size any will do
        for table, size in zip(tables, sizes_left, strict=True):
            if len(table) == size or (not table and size in empty):
                continue
            if not table:
                empty.add(size)
            more = _with(people[index], table, met)
            table.append(people[index])
            seat(index + 1, cost + more)
            table.pop()

    seat(0, 0)
    return best


# -- many


def _mended(
    people: Sequence[Person], table_sizes: Sequence[int], met: Meetings, chance: Random
) -> list[list[Person]]:
    """Those who have met most choose first; then whoever sits with somebody known changes places with others as
    long as that saves meetings."""
    tables: list[list[Person]] = [[] for _ in table_sizes]
    order = sorted(people, key=lambda person: -len(met.get(person, ())))
    free = list(range(len(tables)))
    for person in order:
        looked_at = [chance.randrange(len(free)) for _ in range(LOOKED_AT)]
        place = min(
            looked_at, key=lambda index: (_with(person, tables[free[index]], met), len(tables[free[index]]))
        )
        seat = free[place]
        tables[seat].append(person)
        if len(tables[seat]) == table_sizes[seat]:
            free[place] = free[-1]
            free.pop()
    left = EXCHANGES
    while left > 0:
        unhappy = [
            (n, place)
            for n, table in enumerate(tables)
            for place, person in enumerate(table)
            if _with(person, table, met)
        ]
        if not unhappy:
            break
        saved = 0
        for here, place in unhappy:
            left, gain = _exchange(tables, here, place, met, chance, left)
            saved += gain
        if not saved:
            break
    return tables


def _exchange(
    tables: list[list[Person]], here: int, place: int, met: Meetings, chance: Random, left: int
) -> tuple[int, int]:
    """Change places with the first one found for whom that saves meetings; how many tries are left, and how many
    meetings it has saved."""
    person = tables[here][place]
    others = [each for each in tables[here] if each != person]
    now = _with(person, others, met)
    elsewhere = [n for n in range(len(tables)) if n != here]
    chance.shuffle(elsewhere)
    for there in elsewhere:
        if not now or left <= 0:
            break
        company = tables[there]
        for index, other in enumerate(company):
            left -= 1
            rest = company[:index] + company[index + 1 :]
            before = now + _with(other, rest, met)
            after = _with(other, others, met) + _with(person, rest, met)
            if after < before:
                tables[here][place], company[index] = other, person
                return left, before - after
    return left, 0
