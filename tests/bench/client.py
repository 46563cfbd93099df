"""The client on a slow phone: how long until the hand lies there, and until a tapped card shows it.

Chromium's own throttles: slow 4G (1.47 Mbit/s down, 0.67 up, 562 ms for a request) and a CPU slowed four
times, with an empty cache each time. Its 562 ms stand for the three and three quarter round trips of a
request; frames of a websocket, which it does not delay, take the 150 ms of one (`slow_road`).
"""

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import CDPSession, Page, StorageState, expect

from tests.bench.figures import record
from tests.bench.slow_road import slow_road
from tests.support.browser import Chromium, built_client, chromium
from tests.support.browser_crowd import crowd_at
from tests.support.browser_people import People, people_at
from tests.support.browser_person import CORNER
from tests.support.server_process import ServerProcess, free_port

ROUNDS = 5
ROUND_TRIP_S = 0.15
SLOW_4G = {"offline": False, "latency": 562, "downloadThroughput": 1.47e6 / 8, "uploadThroughput": 0.67e6 / 8}
CPU_RATE = 4
CARDS = "[role=radiogroup] [role=radio]"

WATCH_FOR_THE_HAND = f"""
const after_the_frame = (then) => requestAnimationFrame(() => {{
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage(0);
}});
new MutationObserver((_, observer) => {{
  if (document.querySelector("{CARDS}") === null) return;
  observer.disconnect();
  after_the_frame(() => {{ window.hand_ms = performance.now(); }});
}}).observe(document, {{ childList: true, subtree: true }});
"""
WATCH_TAPS = """() => {
  window.taps = [];
  addEventListener("pointerdown", (down) => {
    const before = document.querySelector("[role=radio][aria-checked=true]");
    const look = () => {
      const now = document.querySelector("[role=radio][aria-checked=true]");
      if (now === null || now === before) return void requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.taps.push(performance.now() - down.timeStamp);
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(look);
  }, { capture: true });
}"""
WATERFALL = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .map((entry) => ({name: new URL(entry.name).pathname, start: entry.startTime, end: entry.responseEnd,
                    bytes: entry.transferSize}))"""


def main() -> list[bool]:
    return asyncio.run(_main())


async def _main() -> list[bool]:
    with tempfile.TemporaryDirectory() as name:
        folder, road = Path(name), free_port()
        site = f"http://127.0.0.1:{road}"
        server = ServerProcess(folder, STATIC=str(built_client(folder)), PUBLIC_ORIGINS=site)
        server.start()
        try:
            async with chromium() as browser, slow_road(road, server.port, ROUND_TRIP_S / 2):
                return await _measured(browser, site)
        finally:
            server.end()


async def _measured(browser: Chromium, site: str) -> list[bool]:
    """At a table of one person and three bots, where no clock hurries anybody."""
    async with people_at(browser, site) as people, crowd_at(site) as crowd:
        code, (host,) = await crowd.open_table("Anna")
        for _ in range(3):
            await host.does(type="seat_bot")
        await host.start()
        anna = await people.person("Anna", device="Pixel 7", has_motion=True)
        await anna.come_as(host, code)
        await expect(anna.cards).to_have_count(10)
        taps = await _taps(anna.page)
        seated = await anna.page.context.storage_state()
        runs = [await _opening(people, seated, f"{site}/r/{code}") for _ in range(ROUNDS)]

    hands = [run["hand_ms"] for run in runs]
    _show(min(runs, key=lambda run: abs(run["hand_ms"] - median(hands))))
    slow = f"slow 4G, CPU rate {CPU_RATE}, empty cache, {1000 * ROUND_TRIP_S:.0f} ms a round trip of frames"
    return [
        record("hand_ms_slow4g", hands, "ms", "<= 2000", f"opening /r/CODE as a seated player; {slow}"),
        record(
            "tap_to_frame_ms", taps, "ms", "<= 50", f"a touched card painted as selected; CPU rate {CPU_RATE}"
        ),
    ]


async def _taps(page: Page) -> list[float]:
    """Milliseconds from each card's touch to the frame that shows it selected."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_RATE})
    await page.evaluate(WATCH_TAPS)
    cards = page.locator(CARDS)
    for number in range(await cards.count()):
        await cards.nth(number).tap(position=CORNER)
        await page.wait_for_function("count => window.taps.length === count", arg=number + 1)
    taps: list[float] = await page.evaluate("window.taps")
    return taps


async def _opening(people: People, seated: StorageState, url: str) -> dict[str, Any]:
    """One cold opening of the table: when the hand was painted, and what was fetched until then."""
    anna = await people.person(
        "Anna", device="Pixel 7", has_motion=True, storage_state=seated, script=WATCH_FOR_THE_HAND
    )
    devtools = await anna.page.context.new_cdp_session(anna.page)
    await devtools.send("Network.enable")
    # The browser runs already, and its process for this site: what is measured is ours.
    await anna.page.goto(f"{people.site}/ready")
    frames = _frames_of(devtools)
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_RATE})
    await anna.page.goto(url, wait_until="commit")
    await anna.page.wait_for_function("() => window.hand_ms !== undefined")
    run = {
        "hand_ms": await anna.page.evaluate("window.hand_ms"),
        "fetched": await anna.page.evaluate(WATERFALL),
        "frames": frames,
    }
    await anna.page.context.close()
    return run


def _frames_of(devtools: CDPSession) -> list[tuple[float, str]]:
    """Fills up with what a websocket brings from now on: milliseconds since the page was asked for, and how
    it begins."""
    frames: list[tuple[float, str]] = []
    began: list[float] = []

    def note(event: dict[str, Any], text: str) -> None:
        frames.append((1000 * (event["timestamp"] - began[0]), text))

    def told(event: dict[str, Any]) -> None:
        note(event, f"frame {event['response']['payloadData'][:14]}")

    devtools.on("Network.requestWillBeSent", lambda event: began.append(event["timestamp"]))
    devtools.on("Network.webSocketHandshakeResponseReceived", lambda event: note(event, "websocket open"))
    devtools.on("Network.webSocketFrameReceived", told)
    return frames


def _show(run: dict[str, Any]) -> None:
    """Where the time of one opening went."""
    for item in sorted(run["fetched"], key=lambda item: item["start"]):
        print(f"    {item['start']:7.0f} … {item['end']:7.0f} ms {item['bytes']:8.0f} bytes  {item['name']}")
    for at, text in run["frames"]:
        print(f"    {at:17.0f} ms {text}")
    print(f"    {run['hand_ms']:17.0f} ms the hand")


if __name__ == "__main__":
    main()
