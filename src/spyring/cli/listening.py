"""The socket of a server. It survives a restart, so that connections wait instead of failing."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

import uvicorn

from spyring.cli.reloading import RELOAD, hold
from spyring.cli.supervising import Supervisor
from spyring.server.core.settings import BadSettings

LISTENING: Final = "SPYRING_LISTENING"  # the file descriptor that a restarted server inherits
BACKLOG: Final = 2048
# A new worker on a busy machine takes more than a minute; after this time the old one is kept.
READY_SECONDS: Final = 300


def listen(host: str, port: int) -> socket.socket:
    """A new socket, or the inherited one; a port in use is refused."""
    left = os.environ.pop(LISTENING, None)
    if left is not None:
        inherited = socket.socket(fileno=int(left))
        inherited.set_inheritable(False)
        return inherited
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise BadSettings(
            f"Cannot listen on {host}:{port}: {error.strerror}. Choose another --port or --host."
        ) from error
    return found


def serve_on(
    listening: socket.socket,
    app: str,
    *,
    workers: int,
    before: Mapping[str, str],
    reread: Callable[[], bool],
    **how: Any,
) -> None:
    """Serve until stopped; ``before`` is the environment for a restart. SIGHUP restarts the server with the
    installed version, if ``reread`` finds its settings valid: several workers one after another by uvicorn,
    a single one in place.
    """
    if workers > 1:
        config = uvicorn.Config(
            app, workers=workers, backlog=BACKLOG, timeout_worker_healthcheck=READY_SECONDS, **how
        )
        supervisor = Supervisor(config, [listening], reread)
        if RELOAD.asked:  # before it could hear of that
            supervisor.signal_queue.append(signal.SIGHUP)
        supervisor.run()
        return
    server = uvicorn.Server(uvicorn.Config(app, backlog=BACKLOG, **how))
    kept = listening.dup()  # uvicorn closes the original
    RELOAD.end(server, reread)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if RELOAD.asked:
        hold()
        kept.set_inheritable(True)
        inherited = {**before, LISTENING: str(kept.fileno())}
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], inherited)
    kept.close()
    if not server.started:
        sys.exit(3)
