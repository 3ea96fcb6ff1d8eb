"""``spyring reports``: what people told the operator of a server."""

import click

from spyring.cli.admin import beside, show
from spyring.cli.screen import console
from spyring.server.core.settings import BadSettings, Settings


@click.command(short_help="Read the reports that people sent to the operator.")
@click.option("--database-url", help="sqlite:///FILE or postgresql://...; the file spyring.db by default.")
@click.option("--all", "every", is_flag=True, help="Those that are closed, too.")
@click.option("--close", "done", metavar="ID", help="Close a report: it is no longer listed.")
def reports(database_url: str | None, every: bool, done: str | None) -> None:
    """Read what people reported, each with what was said at that table by the person it is about."""
    settings = Settings.given(database_url=database_url)
    if done is not None:
        if not beside(settings, lambda services: services.reporting.close(done)):
            raise BadSettings(f"There is no report {done}.")
        console().print(f"Report {done} is closed.", markup=False)
        return
    found = beside(settings, lambda services: services.reporting.listed(every))
    for report in found:
        show(report)
    console().print("No reports." if not found else f"{len(found)} reports; close one with --close ID.")
