"""Registers chat, pointing and hints."""

from spyring.server.conversation.hints import Hints
from spyring.server.conversation.pointing import Pointing
from spyring.server.conversation.routes import router
from spyring.server.conversation.schema import TABLES
from spyring.server.conversation.talk import Notebooks, Talk
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks


def package(core: Services) -> Package:
    """The conversation at the tables of one server."""
    talk = Talk(core.live_tables, core.hooks, core.database, core.topics)
    parts = (
        talk,
        Notebooks(core.live_tables, core.database),
        Pointing(core.live_tables, core.changes, talk, core.delays),
        Hints(core.live_tables, core.bot_pool),
    )
    hooks = Hooks()
    hooks.last_remark.append(talk.last)
    hooks.remarks.append(talk.news)
    return Package(parts=parts, routes=(router,), tables=TABLES, hooks=hooks)
