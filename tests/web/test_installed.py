"""The installed page: what it keeps, what it shows without a connection, and that it takes calls."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

READY = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
            const found = await cache.match(url);
            kept.push([new URL(url).pathname, await found.text()]);
        }
    }
    return kept;
}"""
SUBSCRIBE = """PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
    toJSON: () => ({
        endpoint: "https://fcm.googleapis.com/fcm/send/" + applicationServerKey,
        expirationTime: null,
        keys: { p256dh: "B" + "A".repeat(86), auth: "A".repeat(22) },
    }),
});
PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => true });"""


def install(visit: Come) -> Visitor:
    ada = visit(installed=True, alone=True)
    ada.go("/")
    ada.page.wait_for_function(READY)
    return ada


def test_nothing_but_the_shell_is_kept_after_playing_and_shown_without_a_connection(visit: Come) -> None:
    ada = install(visit)
    name = "Ada of the Shell"  # a name by lot may be a word of a style, too
    bots = {f"seat-{seat}": "random" for seat in (1, 2, 3)}
    url = ada.send("/tables/new/krakow", **{"name": name, "seats": "4", "seat-0": "me"}, **bots)
    ada.sit_at(url)
    ada.play_on(1)
    me = ada.page.evaluate("fetch('/api/v1/me').then((answer) => answer.json())")
    assert me["person"]["name"] == name
    ada.go("/tables")
    kept = dict(ada.page.evaluate(KEPT))
    assert "/offline" in kept
    assert "/static/table.css" in kept
    assert [path for path in kept if not path.startswith(("/static/", "/fonts/", "/offline"))] == []
    assert [path for path, text in kept.items() if name in text] == []
    assert '<meta name="csrf-token" content="">' in kept["/offline"]
    without_a_connection_it_says_so_and_comes_back(ada, url)


def without_a_connection_it_says_so_and_comes_back(ada: Visitor, url: str) -> None:
    ada.page.context.set_offline(True)
    ada.page.goto(url, wait_until="commit")
    expect(ada.page.get_by_role("heading", name="No connection")).to_be_visible()
    assert ada.page.url.endswith(url)
    ada.picture("offline")
    ada.page.context.set_offline(False)
    ada.page.get_by_role("link", name="Try again").click()
    ada.page.wait_for_selector("#table.frame")
    ada.complaints.clear()  # of what could not be had


# Small browsers have no notifications, but every worker asks for them in the same way.
LISTEN = """() => {
    self.shown = [];
    registration.showNotification = async (title, { body }) => void shown.push([title, body]);
}"""


def test_a_push_shows_its_sentence_and_nothing_else(visit: Come) -> None:
    ada = install(visit)
    ada.page.context.grant_permissions(["notifications"])
    devtools = ada.page.context.new_cdp_session(ada.page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    ada.wait_until(lambda: bool(registrations))
    origin = ada.page.evaluate("location.origin")
    (worker,) = ada.page.context.service_workers
    ada.go("about:blank")  # no page of the site is open now
    message = {"origin": origin, "registrationId": registrations[0], "data": "It is your turn at Duel."}
    worker.evaluate(LISTEN)
    devtools.send("ServiceWorker.deliverPushMessage", message)
    ada.wait_until(lambda: bool(worker.evaluate("shown")))
    ada.complaints.clear()  # of the blank page
    assert worker.evaluate("shown") == [["Spyring", "It is your turn at Duel."]]


def test_calls_are_switched_on_the_account_page(visit: Come) -> None:
    ada = install(visit)
    ada.page.context.grant_permissions(["notifications"])
    ada.page.context.add_init_script(SUBSCRIBE)
    ada.table_against_bots("duel", 2)  # now she has a session
    ada.go("/account")
    subscriptions = "fetch('/api/v1/summons').then((answer) => answer.json())"
    assert not ada.page.evaluate(subscriptions)["push"]
    for value, listens in (("on", True), ("off", False)):
        with ada.page.expect_response("**/api/v1/summons/browser"):
            ada.page.select_option("#notify", value)
        assert ada.page.evaluate(subscriptions)["push"] == listens
    ada.page.select_option("#sound", "on")
    ada.page.reload()
    expect(ada.page.locator("#sound")).to_have_value("on")
    expect(ada.page.locator("#notify")).to_have_value("off")
    assert ada.serious_faults("#calls") == []
