"""Letters, through the SMTP server that whoever runs this server has named."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from importlib.util import find_spec
from typing import Protocol

from spyring.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Letter:
    """To one address; ``off`` is where no more letters can be asked for."""

    to: str
    subject: str
    text: str
    off: str


class Mail(Protocol):
    """Whatever brings letters."""

    async def deliver(self, letter: Letter) -> None:
        """Bring it on its way, or raise."""


def is_installed() -> bool:
    """Whether this server can send letters at all."""
    return find_spec("aiosmtplib") is not None


class Smtp:
    """A server for outgoing mail."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def deliver(self, letter: Letter) -> None:
        """Hand it over."""
        import aiosmtplib

        given = self.settings
        await aiosmtplib.send(
            message_of(letter, given.mail_from),
            hostname=given.smtp_host,
            port=given.smtp_port,
            username=given.smtp_user or None,
            password=given.smtp_password or None,
            use_tls=given.smtp_security == "tls",
            start_tls=given.smtp_security == "starttls",
            timeout=20,
        )


def message_of(letter: Letter, sender: str) -> EmailMessage:
    """A letter as it goes over the wire; mail programs offer to switch it off by themselves."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].rstrip(">") or "spyring")
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter.off}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    return message
