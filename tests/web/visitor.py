"""A visitor of a page, who clicks what is lit until something happens."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Position, expect
from playwright.sync_api import Error as PlaywrightError

TIMEOUT_MS = 120_000  # milliseconds; a starved machine is no fault of a page
ON_ITS_STRIP: Position = {"x": 6, "y": 12}  # where the next card of a fan does not cover a card
ALL = 10**6  # decisions; no game has so many
ASKED = "#board .lit, #hand .lit, #players .lit, #actions .choice, #ending"

# Clicks as a person would make them: the hand, else the board, else a button; then confirm what is chosen.
# Now and then the button comes first: long turns end.
DECIDE = """(pick) => {
    const bare = document.querySelectorAll("#actions .choice");
    if (bare.length && pick % 3 === 0) return bare[pick % bare.length].click();
    const next = document.querySelector("#lesson .lesson-next"); // of a lesson: to be read
    if (next) return next.click();
    const shown = (id) => document.getElementById(id) && !document.getElementById(id).hidden;
    for (let click = 0; click < 6; click += 1) {
        if (shown("confirm")) return document.getElementById("confirm").click();
        const verb = document.querySelector("#verbs button");
        if (verb) return verb.click();
        const lit = ["#hand", "#board", "#players"]
            .map((region) => [...document.querySelectorAll(`${region} .lit:not(.chosen)`)])
            .find((found) => found.length > 0);
        if (!lit) break;
        lit[pick % lit.length].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        if (!document.querySelector(".lit")) return;
    }
    document.querySelector("#actions .choice")?.click();
}"""

# Decisions as a program makes them: this many, then until this selector is drawn. To draw takes time, so only
# where this verb is legal, if there is one.
PLAY = """async ([table, picks, least, until, verb]) => {
    const api = `/api/v1${table}`;
    const headers = { "content-type": "application/json" };
    let shown = 0;
    const news = async () => { // as an open page gets them
        const asked = { accept: "text/html", "spyring-shown": String(shown) };
        const text = await (await fetch(table, { headers: asked })).text();
        return new DOMParser().parseFromString(text, "text/html");
    };
    for (let made = 0; ; ) {
        const { status, number, legal } = await (await fetch(`${api}/position`)).json();
        if (status === "over") return;
        if (!legal.length) { // others are at it
            await new Promise((over) => setTimeout(over, 10));
            continue;
        }
        const drawn = made >= least && (!verb || legal.some(({ text }) => text.startsWith(verb)));
        if (drawn && (!until || (await news()).querySelector(until))) return;
        shown = number;
        const move = legal[picks[made++ % picks.length] % legal.length].text;
        await fetch(`${api}/moves`, { method: "POST", headers, body: JSON.stringify({ number, move }) });
    }
}"""

TOKEN_AND_LANGUAGE = "[document.querySelector('meta[name=csrf-token]')?.content ?? '', navigator.language]"
MEASURES = Path(__file__).with_name("measure.js").read_text("utf-8").split("\n", 1)[1].rstrip()


class Visitor:
    """A person with a browser window."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.complaints: list[str] = []
        self.dice = random.Random(7)
        page.set_default_timeout(TIMEOUT_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            self.complaints.append(message.text)

    def last_seen(self) -> str:
        """Where they are, and the beginning of what they read there."""
        try:
            return f"{self.page.url}: {self.page.locator('main').inner_text(timeout=1000)[:400]}"
        except PlaywrightError as error:
            return f"{self.page.url}: {error}"

    # -- going somewhere -------------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(path)

    def send(self, path: str, **fields: str) -> str:
        """Send a form without drawing it; where it leads."""
        token, language = self.page.evaluate(TOKEN_AND_LANGUAGE)
        answer = self.page.context.request.post(
            path,
            form={"csrf": token, **fields},
            headers={"Accept-Language": language, "X-CSRF-Token": token},
            max_redirects=0,
            timeout=TIMEOUT_MS,
        )
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    def table_against_bots(
        self,
        game: str,
        seats: int,
        level: str = "random",
        ahead: int | str = 0,  # a text, too, as options are
        until: str = "",
        **options: str,
    ) -> str:
        """A table with bots, which roll dice unless ``level`` says otherwise. The form is sent without
        drawing it, then this many decisions ``ahead``, and more ``until`` this selector is drawn.
        """
        sent = {"seats": str(seats), "seat-0": "me"}
        sent |= {f"seat-{seat}": level for seat in range(1, seats)}
        sent |= {f"option-{name}": value for name, value in options.items()}
        table = self.send(f"/tables/new/{game}", **sent)
        if ahead or until:
            self._by_program(table, int(ahead), until)
        self.sit_at(table)
        return self.page.url

    def table_with(self, part: str, game: str, seats: int, **options: str) -> None:
        """A table against bots at a moment that shows this part; not every game comes to it."""
        for _table in range(8):
            self.table_against_bots(game, seats, until=part, **options)
            self.wait_to_be_asked()
            if self.page.locator(part).count():
                return
        raise AssertionError(f"no game comes to {part}")

    def sit_at(self, table: str) -> None:
        """The page of a table with a running game."""
        self.go(table)
        self.page.wait_for_selector("html.js #table.frame")

    def table_by_the_form(self, game: str, seats: int, **options: str) -> str:
        """The same, chosen and sent as a person would."""
        self.go(f"/tables/new/{game}?seats={seats}")
        for seat in range(1, seats):
            self.page.select_option(f"#seat-{seat}", "random")
        for name, value in options.items():
            self.page.select_option(f"#option-{name}", value)
        self.page.locator("main form button.primary").last.click()
        self.page.wait_for_selector("html.js #table.frame")
        return self.page.url

    # -- at a table ------------------------------------------------------------------------------------------

    @property
    def number(self) -> str:
        return self.page.get_attribute("#table", "data-number") or ""

    @property
    def over(self) -> bool:
        return self.page.locator("#ending").count() > 0

    def sentence(self) -> str:
        return " ".join(self.page.locator("#sentence").inner_text().split())

    def wait_to_be_asked(self) -> None:
        self.page.wait_for_selector(ASKED, state="attached")

    def decide(self) -> None:
        """Make one decision, by clicking; or see that the game has just ended."""
        before = self.number
        self.page.evaluate(DECIDE, self.dice.randrange(1000))
        self.page.wait_for_selector(f"#table:not([data-number='{before}']), #ending", state="attached")

    def play_on(self, most: int = 400) -> int:
        """Decide until the game is over, or this many times."""
        for decision in range(most):
            self.wait_to_be_asked()
            if self.over:
                return decision
            self.decide()
        return most

    def play_ahead(self, ahead: int, until: str = "", verb: str = "") -> None:
        """Make this many random decisions without drawing, and more until the server draws this selector for
        the decider, looking only where this verb is legal; then draw the page again.
        """
        address = self.page.url
        self._by_program(address[address.index("/tables/") :], ahead, until, verb)
        self.sit_at(address)
        self.wait_to_be_asked()

    def play_out(self) -> None:
        """Play the rest of the game at random, without drawing."""
        self.play_ahead(ALL)
        self.page.wait_for_selector("#ending", state="attached")

    def _by_program(self, table: str, least: int, until: str, verb: str = "") -> None:
        picks = [self.dice.randrange(1000) for _pick in range(100)]
        self.go("/livez")  # nothing is drawn meanwhile
        self.page.evaluate(PLAY, [table, picks, least, until, verb])

    def play_until(self, selector: str, most: int = 60) -> None:
        """Decide until ``selector`` is on the page; at once if it is there already."""
        for _decision in range(most):
            self.wait_to_be_asked()
            if self.page.locator(selector).count():
                return
            assert not self.over, f"the game ended without {selector}"
            self.decide()
        raise AssertionError(f"{most} decisions do not lead to {selector}")

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Look again and again, as long as a visitor has patience."""
        for _look in range(TIMEOUT_MS // 20):
            if true():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it never came true")

    # -- looking ---------------------------------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until the page has redrawn itself."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()

    def settle(self) -> None:
        """Let the page draw what has changed: a map is laid out in the frame after its board."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def picture(self, name: str) -> None:
        self.page.screenshot(path=self.folder / f"{name}.png")

    def measure(self, what: str, *arguments: object) -> Any:
        """One of the measures of measure.js."""
        return self.page.evaluate(f"(given) => {MEASURES}.{what}(...given)", list(arguments))

    def in_sight(self, selector: str) -> None:
        """Within the window without scrolling."""
        expect(self.page.locator(selector).first).to_be_in_viewport(ratio=0.9)

    def colour_faults(self, part: str = "html") -> list[str]:
        """What axe cannot tell from its ground."""
        return self.serious_faults(part, {"runOnly": ["color-contrast"]})

    def faults_but_colours(self) -> list[str]:
        """What axe calls serious, but for colours, which take it longest and are the same at every size."""
        return self.serious_faults(options={"rules": {"color-contrast": {"enabled": False}}})

    def serious_faults(self, part: str = "html", options: dict[str, Any] | None = None) -> list[str]:
        """What axe calls serious or critical."""
        options = {"resultTypes": ["violations"], **(options or {})}
        found = Axe().run(self.page, part, options).response["violations"]
        return [
            f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:4]]}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
        ]


def table_for_two(ada: Visitor, bea: Visitor, game: str, seats: int = 2, **more: str) -> None:
    """Ada and Bea at a table, with bots that roll dice on its other seats; no form is drawn."""
    sent = {"name": "Ada", "seats": str(seats), "seat-0": "me", "seat-1": "person"}
    sent |= {f"seat-{seat}": "random" for seat in range(2, seats)}
    table = ada.send(f"/tables/new/{game}", **sent, **more)
    card = ada.page.context.request.get(f"/api/v1{table}", timeout=TIMEOUT_MS).json()
    bea.send(f"/join/{card['invitation']}", name="Bea")
    for guest in (ada, bea):
        guest.sit_at(table)


def whose_turn(*visitors: Visitor) -> tuple[Visitor, Visitor]:
    """Who is asked, and the other one."""

    def asked() -> list[Visitor]:
        return [each for each in visitors if each.page.locator("#ribbon.ribbon--mine").count()]

    visitors[0].wait_until(lambda: bool(asked()))
    one = asked()[0]
    return one, visitors[1 - visitors.index(one)]
