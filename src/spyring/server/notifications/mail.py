"""Email, through the SMTP server of the settings."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from importlib.util import find_spec
from typing import Protocol

from spyring.server.core.settings import Settings


@dataclass(frozen=True, slots=True)
class Email:
    """An email to one address; ``off`` is the link to unsubscribe, if there is a subscription."""

    to: str
    subject: str
    text: str
    off: str = ""


class Mailer(Protocol):
    """Sends email."""

    async def deliver(self, email: Email) -> None:
        """Send it, or raise."""


def is_installed() -> bool:
    """Whether this server can send email at all."""
    return find_spec("aiosmtplib") is not None


class SmtpMailer:
    """An SMTP server for outgoing mail."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def deliver(self, email: Email) -> None:
        """Hand it over to the SMTP server."""
        import aiosmtplib

        given = self.settings
        await aiosmtplib.send(
            message_of(email, given.mail_from),
            hostname=given.smtp_host,
            port=given.smtp_port,
            username=given.smtp_user or None,
            password=given.smtp_password or None,
            use_tls=given.smtp_security == "tls",
            start_tls=given.smtp_security == "starttls",
            timeout=20,
        )


def message_of(email: Email, sender: str) -> EmailMessage:
    """The email as a message; mail programs can offer to unsubscribe."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = email.to
    message["Subject"] = email.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].rstrip(">") or "spyring")
    message["Auto-Submitted"] = "auto-generated"
    if email.off:
        message["List-Unsubscribe"] = f"<{email.off}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(email.text)
    return message
