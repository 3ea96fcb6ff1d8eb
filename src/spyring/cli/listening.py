"""The socket that a server listens on. It is ours before anything else begins, and outlives a restart: who
comes meanwhile waits, and is refused by nobody.
"""

import contextlib
import os
import socket
import sys
from typing import Any, Final

import uvicorn

from spyring.cli.reloading import RELOAD, hold
from spyring.cli.supervising import Supervisor
from spyring.server.core.settings import BadSettings

LISTENING: Final = "SPYRING_LISTENING"  # the descriptor that a server left to the one that follows it
BACKLOG: Final = 2048
# For a new worker, before the one it follows is kept instead; a starved machine takes more than a minute.
READY_SECONDS: Final = 300


def listen(host: str, port: int) -> socket.socket:
    """A socket of our own, or the one of the server that we follow; a port that is taken is refused."""
    left = os.environ.pop(LISTENING, None)
    if left is not None:
        inherited = socket.socket(fileno=int(left))
        inherited.set_inheritable(False)
        return inherited
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sys.platform != "win32":  # where it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise BadSettings(
            f"Cannot listen on {host}:{port}: {error.strerror}; choose another with --port or --host."
        ) from error
    return found


def serve_on(listening: socket.socket, app: str, *, workers: int, **how: Any) -> None:
    """Serve until somebody ends it. By SIGHUP the server is started anew, as it is installed then: several
    workers one after another by uvicorn, a single one in its own place.
    """
    if workers > 1:
        config = uvicorn.Config(
            app, workers=workers, backlog=BACKLOG, timeout_worker_healthcheck=READY_SECONDS, **how
        )
        Supervisor(config, [listening]).run()
        return
    server = uvicorn.Server(uvicorn.Config(app, backlog=BACKLOG, **how))
    kept = listening.dup()  # uvicorn closes the other one
    RELOAD.end(server)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if RELOAD.asked:
        hold()
        kept.set_inheritable(True)
        os.environ[LISTENING] = str(kept.fileno())
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    kept.close()
    if not server.started:
        sys.exit(3)
