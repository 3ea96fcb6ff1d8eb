"""``spyring reports``: what people told the operator of a server."""

import asyncio
import time

import click

from spyring.cli.screen import console
from spyring.server.community.reports import Report, close_report, read_reports
from spyring.server.core.settings import BadSettings, Settings


@click.command(short_help="Read the reports that people sent to the operator.")
@click.option("--database-url", help="sqlite:///FILE or postgresql://...; the file spyring.db by default.")
@click.option("--all", "every", is_flag=True, help="Those that are closed, too.")
@click.option("--close", "done", metavar="ID", help="Close a report: it is no longer listed.")
def reports(database_url: str | None, every: bool, done: str | None) -> None:
    """Read what people reported, each with what was said at that table by the person it is about."""
    settings = Settings.given(database_url=database_url)
    if done is not None:
        if not asyncio.run(close_report(settings, done)):
            raise BadSettings(f"There is no report {done}.")
        console().print(f"Report {done} is closed.", markup=False)
        return
    found = asyncio.run(read_reports(settings, every))
    for report in found:
        show(report)
    console().print("No reports." if not found else f"{len(found)} reports; close one with --close ID.")


def show(report: Report) -> None:
    """One report, as people wrote it: nothing in it is markup."""
    screen = console()
    at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(report.at))
    state = " (closed)" if report.closed else ""
    where = "" if report.table is None else f", at table {report.table}"
    head = f"{report.id}  {at} UTC{state}: {report.by} about {report.about} ({report.about_id}){where}"
    for line in (head, f"    {report.text}", *(f"    said: {said}" for said in report.said)):
        harmless = "".join(sign if sign.isprintable() else " " for sign in line)  # a terminal obeys others
        screen.print(harmless, markup=False, highlight=False, soft_wrap=True)
