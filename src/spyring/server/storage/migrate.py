"""The schema, brought up to date by Alembic; the migrations travel inside the package."""

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from spyring.server.storage.preflight import version_of


def configuration(url: str) -> Config:
    """What Alembic needs to know."""
    config = Config()
    config.set_main_option("script_location", str(files("spyring.server.storage").joinpath("migrations")))
    config.attributes["url"] = url
    return config


def is_newest(url: str) -> bool:
    """Whether nothing has to be done; refuses a database that is not ours. Neither this nor ``upgrade`` may
    run inside an event loop.
    """
    scripts = ScriptDirectory.from_config(configuration(url))
    known = [script.revision for script in scripts.walk_revisions()][::-1]
    return version_of(url, known) == known[-1]


def upgrade(url: str) -> None:
    """Bring the database to the newest schema."""
    if not is_newest(url):
        command.upgrade(configuration(url), "head")
