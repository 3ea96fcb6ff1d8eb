"""Email, through the SMTP server of the settings."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from importlib.util import find_spec
from typing import Final, Protocol

from spyring.engine.errors import SpyringError
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

    def __init__(self, settings: Settings, timeout: float = 20.0) -> None:
        self.settings = settings
        self.timeout = timeout

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
            timeout=self.timeout,
        )


# What is wrong, by the kind of the error.
FAULTS: Final = {
    "gaierror": "There is no server called {host}. Check SPYRING_SMTP_HOST.",
    "ConnectionRefusedError": "Nothing listens at {where}. Check SPYRING_SMTP_HOST and SPYRING_SMTP_PORT.",
    "mismatch": "The certificate of {host} is for another name. Set SPYRING_SMTP_HOST to the name in it.",
    "SSLCertVerificationError": (
        "The certificate of {host} is not valid ({said}). Renew it. "
        "If you signed it yourself, set SSL_CERT_FILE to its file."
    ),
    "SSLError": "{where} does not start with TLS. Set SPYRING_SMTP_SECURITY=starttls, or port 465.",
    "TimeoutError": "{where} does not answer. Check the firewall; port 465 needs SPYRING_SMTP_SECURITY=tls.",
    "SMTPServerDisconnected": (
        "{where} closes the connection. Check the port; port 465 needs SPYRING_SMTP_SECURITY=tls."
    ),
    "SMTPAuthenticationError": (
        "The mail server refuses the user or the password ({answer}). "
        "Check SPYRING_SMTP_USER and SPYRING_SMTP_PASSWORD."
    ),
    "SMTPSenderRefused": (
        "The mail server refuses the sender ({answer}). Check SPYRING_MAIL_FROM; "
        "some servers need SPYRING_SMTP_USER."
    ),
    "SMTPRecipientRefused": (
        "The mail server refuses the recipient ({answer}). Check the address; "
        "some servers need SPYRING_SMTP_USER."
    ),
    "SMTPDataError": "The mail server refuses the letter ({answer}). Its operator knows why.",
}
UNKNOWN: Final = "The letter was not sent: {answer}. Check the settings of the mail server."


class NotSent(SpyringError):
    """An email that was not sent, with what to do about it."""


async def send_or_explain(settings: Settings, email: Email, timeout: float = 20.0) -> None:
    """Send an email; an error says what is wrong and what to do."""
    from aiosmtplib import SMTPException

    try:
        await SmtpMailer(settings, timeout).deliver(email)
    except (SMTPException, OSError, ValueError) as error:
        where = f"{settings.smtp_host}:{settings.smtp_port}"
        raise NotSent(_explained(_root(error), where, settings.smtp_host)) from error


def _root(error: BaseException) -> BaseException:
    """The error below that of a connection."""
    from aiosmtplib import SMTPConnectError, SMTPRecipientsRefused

    if isinstance(error, SMTPRecipientsRefused):
        return error.recipients[0]
    below = error.__cause__ if isinstance(error, SMTPConnectError) else None
    return error if below is None else _root(below)


def _explained(error: BaseException, where: str, host: str) -> str:
    """A fault in words."""
    said = " ".join(str(getattr(error, "message", error)).split()).rstrip(".")
    code = getattr(error, "code", "")
    kinds = [kind.__name__ for kind in type(error).__mro__]
    if "AUTH" in said and "SMTPException" in kinds and not code:
        return f"{where} takes no password here. Leave SPYRING_SMTP_USER empty, or use another port."
    if "STARTTLS" in said:
        return f"{where} offers no STARTTLS. Set SPYRING_SMTP_SECURITY to tls (port 465), or to none."
    if "mismatch" in said:
        kinds = ["mismatch"]
    if "Connect call failed" in said:  # to several addresses of the host
        kinds = ["ConnectionRefusedError"]
    text = next((FAULTS[kind] for kind in kinds if kind in FAULTS), UNKNOWN)
    return text.format(where=where, host=host, answer=f"{code} {said}".strip(), said=said)


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
