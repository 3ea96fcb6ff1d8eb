"""``spyring mcp``: lets a language model play at a running server."""

import os

import click
import httpx

from spyring.text.tools import Player, server


@click.command(short_help="Let a language model play at a server, over the Model Context Protocol.")
@click.option(
    "--url", default="http://127.0.0.1:8042", show_default=True, envvar="SPYRING_MCP_URL", help="The server."
)
def mcp(url: str) -> None:
    """Let a language model play at a running server, over the Model Context Protocol.

    The tools list games, open or join tables, look, play and talk. SPYRING_MCP_TOKEN holds the token of
    a language model; the token of a person is refused. Without one, the model joins as a guest.
    """
    token = os.environ.get("SPYRING_MCP_TOKEN", "")
    headers = {"authorization": f"Bearer {token}"} if token else {}
    player = Player(httpx.AsyncClient(base_url=url, headers=headers, timeout=60))
    server(lambda: player).run("stdio")
