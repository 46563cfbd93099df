"""A name is text, whatever is in it: in the lobby, at the table, in the result, in what is read aloud."""

import pytest
from playwright.async_api import Locator, expect

from tests.support.browser_crowd import Crowd, highest
from tests.support.browser_people import People
from tests.support.browser_person import Person

NASTY = (
    "<img src=x onerror=a()>",
    "<svg/onload=a()>",
    "<script>a()</script>",
    '"><svg onload=a()>',
    "'><svg onload=a()>",
    "</title><svg onload=a()>",
    "<iframe src=//x.example>",
    "<base href=//x.example>",
    "<style>*{display:none}",
    "--><svg onload=a()>",
    "javascript:a()",
    "{name} {n} {{a()}}",
    "${a()} {@html a()}",
    "&lt;svg onload=a()&gt;",
    "%3Csvg onload=a()%3E",
    "$& $1 $` __proto__",
    "constructor",
    "👨‍👩‍👧‍👦" * 6,
)  # fmt: skip
"""`a` is defined in every page and complains; so does the content security policy."""

PLANTED = "svg[onload], img, iframe, base, main title, body style, body script"


@pytest.mark.parametrize("names", [NASTY[:9], NASTY[9:]], ids=["first", "second"])
async def test_a_name_with_markup_in_it_is_shown_as_text(
    people: People, crowd: Crowd, names: tuple[str, ...]
) -> None:
    eve = await people.person("Eve", device=None, viewport={"width": 1280, "height": 900})
    code, table = await crowd.open_table(*names[:-1])
    await eve.go(f"/r/{code}")
    await expect(eve.page.get_by_role("list").get_by_text(names[0], exact=True)).to_be_visible()
    table += await crowd.sit(code, names[-1])
    await is_spoken(eve, "news.sat", name=names[-1])
    await shows_all(eve, eve.page.get_by_role("list"), names)

    await table[0].start()
    await shows_all(eve, eve.page.get_by_role("list", name=eve.words("seats"), exact=True), names)
    crowd.play(*table, pick=highest)

    standings = eve.page.get_by_role("region", name=eve.words.pattern("rows.deal_over"))
    await expect(standings).to_be_visible()
    await shows_all(eve, standings, names)
    log = await eve.page.get_by_role("complementary").inner_text()
    assert all(name in log for name in names)
    await eve.press(eve.button("menu"))
    await shows_all(eve, eve.page.get_by_role("dialog").get_by_role("list"), names)
    assert await eve.page.title() == f"{code[:3]} {code[3:]} · Kortlek"


async def shows_all(person: Person, place: Locator, names: tuple[str, ...]) -> None:
    for name in names:
        await expect(place.get_by_text(name, exact=True)).to_be_visible()
    await expect(person.page.locator(PLANTED)).to_have_count(0)


async def is_spoken(person: Person, key: str, **params: object) -> None:
    regions = person.page.locator("[aria-live=polite]")
    await expect(regions.filter(has_text=person.words(key, **params))).to_have_count(1)
