"""A bot of your own at a table on the network: standard library only.

    bot_client.py http://127.0.0.1:8042                           opens a table and says where
    bot_client.py http://127.0.0.1:8042 --invitation CODE         comes to yours
    bot_client.py http://127.0.0.1:8042 --against normal          plays bots

It listens to the server's events and answers with a random legal move. Replace :func:`choose`.
"""

import argparse
import json
import random
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def choose(position: Json) -> str:
    """A move for the seat whose position this is. ``view`` holds all it may see, ``legal`` all it may do."""
    move: str = random.choice(position["legal"])["text"]
    return move


class Server:
    """The JSON interface; /api/v1/openapi.json describes all of it."""

    def __init__(self, url: str) -> None:
        self.url = f"{url.rstrip('/')}/api/v1"
        self.token = ""

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """One request. A refusal is an answer too, with a ``code``, a ``detail``, perhaps a ``clause``."""
        try:
            with self._open(method, path, body) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)

    def positions(self) -> Iterator[Json]:
        """Yield every position that the server sends. Reconnect after a break."""
        last = ""
        while True:
            try:
                with self._open("GET", "/stream", headers={"Last-Event-ID": last}) as events:
                    kind = ""
                    for row in events:
                        name, _, value = row.decode().rstrip("\n").partition(": ")
                        if name == "event":
                            kind = value
                        elif name == "id":
                            last = value
                        elif name == "data" and kind == "position":
                            yield json.loads(value)
            except OSError:
                print("Connection lost. Trying again.")

    def _open(
        self, method: str, path: str, body: Json | None = None, headers: dict[str, str] | None = None
    ) -> Any:
        request = urllib.request.Request(self.url + path, method=method, headers=headers or {})
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        return urllib.request.urlopen(request, timeout=60)


def sit_down(server: Server, given: argparse.Namespace) -> Json:
    """A table by invitation, or one of our own."""
    if given.invitation:
        card: Json = server.ask("GET", f"/invitations/{given.invitation}")
        if "id" in card:
            card = server.ask("POST", f"/tables/{card['id']}/join", {"code": given.invitation})
        return card
    body: Json = {"game": given.game}
    if given.against:
        games = {game["name"]: game for game in server.ask("GET", "/games")}
        body["bots"] = {str(seat): given.against for seat in range(1, games[given.game]["seats"][-1])}
    made: Json = server.ask("POST", "/tables", body)
    return made


def main() -> None:
    """Come in, sit down, play until it is over."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("url")
    parser.add_argument("--name", default="Example bot")
    parser.add_argument("--token", help="a token of your account; without it the bot comes as a guest")
    parser.add_argument("--invitation")
    parser.add_argument("--game", default="krakow")
    parser.add_argument("--against", help="the level of bots for the other seats")
    given = parser.parse_args()

    server = Server(given.url)
    server.token = given.token or server.ask("POST", "/guests?token=true", {"name": given.name})["token"]
    card = sit_down(server, given)
    if "id" not in card:
        raise SystemExit(card["detail"])
    print(f"At table {card['id']}; invite others with {card['invitation']}.")
    for position in server.positions():
        while position["table"] == card["id"]:
            if position["status"] == "over":
                print(position["sentence"])
                return
            if position["seat"] not in position["deciders"]:
                break
            move = {"number": position["number"], "move": choose(position)}
            answer = server.ask("POST", f"/tables/{card['id']}/moves", move)
            position = answer.get("position", answer)  # somebody was faster: this is how it stands now
            if answer.get("status") == 409 and "position" not in answer:
                break  # it was over before the move came; the next event says so
            if "detail" in position:
                raise SystemExit(position["detail"])


if __name__ == "__main__":
    main()
