"""The schema, brought up to date by Alembic; the migrations travel inside the package."""

from importlib.resources import files

from alembic import command
from alembic.config import Config


def configuration(url: str) -> Config:
    """What Alembic needs to know."""
    config = Config()
    config.set_main_option("script_location", str(files("spyring.server.storage").joinpath("migrations")))
    config.attributes["url"] = url
    return config


def upgrade(url: str) -> None:
    """Bring the database to the newest schema; must not run inside an event loop."""
    command.upgrade(configuration(url), "head")
