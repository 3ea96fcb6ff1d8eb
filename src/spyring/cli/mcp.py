"""``spyring mcp``: lets a language model play at a running server."""

import os

import click
import httpx

from spyring.text.tools import Player, server


@click.command(short_help="Let a language model play at a server, over the Model Context Protocol.")
@click.option(
    "--url", default="http://127.0.0.1:8042", show_default=True, envvar="SPYRING_MCP_URL", help="The server."
)
@click.option(
    "--http", "port", type=click.IntRange(1, 65535), help="Serve HTTP on this port, instead of stdio."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address for --http.")
def mcp(url: str, port: int | None, host: str) -> None:
    """Let a language model play at a running server, over the Model Context Protocol.

    The tools list games, open or join tables, look, play and talk. SPYRING_MCP_TOKEN holds the token of
    a language model; the token of a person is refused. Without one, the model joins as a guest. With --http,
    everyone who can connect plays as the same guest or model.
    """
    token = os.environ.get("SPYRING_MCP_TOKEN", "")
    headers = {"authorization": f"Bearer {token}"} if token else {}
    player = Player(httpx.AsyncClient(base_url=url, headers=headers, timeout=60))
    tools = server(lambda: player)
    if port is None:
        tools.run("stdio")
    else:
        tools.run("streamable-http", host=host, port=port)
