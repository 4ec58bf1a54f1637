"""Pages that stand where the site's content should be: logins, robot checks, errors, other files.

A wall is told by its status, or by what it wants on an otherwise small page: a log-in form in the
header of a full page is none, nor is a robot check beside a comment form. Leaves out walls that
look like an ordinary page; those show as queries without records.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.errors import Captcha, LeadlineError, LoginRequired, NotReadable, Overloaded
from leadline.read.text_blocks import blocks

SMALL = 1_500  # characters of text on a page that is nothing but a wall
FEW = 30  # links on it
MARKS = ("captcha", "turnstile", "challenge", "sitekey")  # one of them is in each of these
CHECKS = (
    ".g-recaptcha, .h-captcha, .cf-turnstile, #challenge-form, #px-captcha, #captcha, .captcha, "
    "[class*='captcha'], [id*='captcha'], iframe[src*='captcha'], img[src*='captcha'], "
    "script[src*='challenges.cloudflare.com'], script[src*='captcha-delivery'], "
    "form[action*='captcha'], input[name*='captcha'], [data-sitekey]"
)
_ROBOT = re.compile(
    r"(?:verify|prove|confirm|check\w*)\b[^.]{0,30}\b(?:human|robot|person|browser)|not a robot"
    r"|a robot\?|unusual (?:traffic|activity)|automated (?:access|queries|requests|traffic)"
    r"|bot (?:check|detect)|security (?:check|verification)|just a moment|captcha"
    r"|attention required"
    r"|pardon our interruption|enable javascript and cookies|kein roboter"
    r"|sicherheits(?:prüfung|überprüfung|abfrage)|ein mensch"
    r"|ungewöhnliche\w* (?:aktivität|datenverkehr|zugriffe)|pas un robot|vérification de sécurité"
    r"|êtes humain|trafic inhabituel|no (?:eres|soy|es) un robot|verifica\w* que eres"
    r"|tráfico inusual|non sei un robot|non sono un robot|geen robot|não (?:é|sou) um robô"
    r"|nie jest\w* robotem|не робот|проверка безопасности|ロボットでは|人机验证|安全验证|机器人"
    r"|로봇이 아닙",
    re.IGNORECASE,
)  # fmt: skip
_LOGIN = re.compile(
    r"log[ -]?(?:in|on)\b|sign[ -]?in\b|anmelden|anmeldung|einloggen|connexion|se connecter|identif"
    r"|iniciar sesión|inicia sesión|acceder|accedi|accesso|inloggen|aanmelden|entrar|iniciar sessão"
    r"|zaloguj|logowanie|přihlá|logga in|logg inn|log ind|kirjaudu|giriş|вход|войти|ログイン|登录"
    r"|登入|로그인|authenti|password|passwort|mot de passe|contraseña|members only"
    r"|access restricted",
    re.IGNORECASE,
)
_LOGIN_ADDRESS = re.compile(
    r"log-?in|log-?on|sign-?in|/auth|/sso|/session|anmeld|connexion|/cas/|oauth|account/|shibboleth",
    re.IGNORECASE,
)
FILES = (
    b"%PDF-", b"PK\x03\x04", b"\x1f\x8b", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"Rar!\x1a",
    b"7z\xbc\xaf", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"SQLite format 3", b"\x7fELF",
)  # fmt: skip
_HEADS = "title, h1, h2, h3, legend"
_TOP = "title, h1"
_BOXES = "form input[type=search i], form input[type=text i], form input:not([type])"


def wall(document: Document) -> LeadlineError | None:
    """The error this page is, if it is not the site's content."""
    early = _robot_check(document) or _by_status(document)
    return early or _unreadable(document) or _login(document)


def _by_status(document: Document) -> LeadlineError | None:
    status = document.page.status
    if status in (401, 403, 407, 451):
        return LoginRequired(
            f"{document.url} is not open to us ({status}): give a page that anybody may read"
        )
    if status == 429 or 500 <= status < 600:
        return Overloaded(f"{document.url} cannot answer now ({status}): wait, then run again")
    return None


def _unreadable(document: Document) -> LeadlineError | None:
    body = document.page.body
    if not body.strip():
        return NotReadable(f"{document.url} is empty: open it in a browser, and give another page")
    if document.is_json:
        return None
    if not document.is_html or _binary(body):
        kind = "binary data" if document.is_html else document.media_type
        if "json" in kind:
            return NotReadable(f"{document.url} is {kind} that ends too early or is none: "
                               "open it in a browser, and give another page")  # fmt: skip
        return NotReadable(f"{document.url} is {kind}, neither HTML nor data: give another page")
    return None


def _binary(body: bytes) -> bool:
    """Whether its first bytes, or three zero bytes in a row, show that this is no text."""
    return body.startswith(FILES) or b"\0\0\0" in body[:1024]


def _robot_check(document: Document) -> LeadlineError | None:
    if not document.is_html or not document.page.body.strip():
        return None
    refused = document.page.status in (403, 405, 429, 503)
    checks = refused or (_says(document, *MARKS) and document.tree.css_first(CHECKS) is not None)
    if checks and _is_small(document) and _speaks_of_robots(document):
        return Captcha(f"{document.url} wants proof of a person: ask the site's owner for access")
    return None


def _says(document: Document, *marks: str) -> bool:
    """Whether the source has one of some words: most pages have none, and need no selector."""
    source = document.page.body.replace(b"\0", b"").lower()  # in UTF-16 every other byte is 0
    return any(mark.encode() in source for mark in marks)


def _speaks_of_robots(document: Document) -> bool:
    return bool(_ROBOT.search(_heads(document)) or _ROBOT.search(_text(document)))


def _login(document: Document) -> LeadlineError | None:
    if not document.is_html or not _says(document, "password"):
        return None
    password = document.tree.css_first("input[type=password i]")
    if password is None or _in_margin(password) or not (_sent(document) or _asks(document)):
        return None
    return LoginRequired(f"{document.url} wants a login: give a page that anybody may read")


def _sent(document: Document) -> bool:
    """Whether we asked for something else and were sent to a log-in page."""
    asked = document.page.request.url
    there = bool(_LOGIN_ADDRESS.search(document.url)) and not _LOGIN_ADDRESS.search(asked)
    return there and document.url != asked


def _asks(document: Document) -> bool:
    """Whether the page is about nothing but logging in: where one can also ask for something else,
    its title has to say so."""
    heads = _TOP if _asks_otherwise(document) else _HEADS
    return _is_small(document) and bool(_LOGIN.search(_heads(document, heads)))


def _asks_otherwise(document: Document) -> bool:
    """Whether there is something to type in a form that wants no password."""
    forms = filter(None, (_form(box) for box in document.tree.css(_BOXES)[:20]))
    return any(form.css_first("input[type=password i]") is None for form in forms)


def _form(node: LexborNode) -> LexborNode | None:
    while (above := node.parent) is not None and above.tag != "form":
        node = above
    return above


def _in_margin(node: LexborNode) -> bool:
    """Whether it stands in a header, a menu, a side column or a dialogue."""
    inner = node.parent
    for _ in range(12):
        if inner is None:
            return False
        hints = f"{inner.attributes.get('class') or ''} {inner.attributes.get('id') or ''}".lower()
        if inner.tag in ("header", "nav", "aside", "footer", "dialog"):
            return True
        if re.search(r"modal|dropdown|popup|sidebar|topbar|navbar|offcanvas", hints):
            return True
        inner = inner.parent
    return False


def _is_small(document: Document) -> bool:
    links = document.tree.css("a[href]")
    return len(links) <= FEW and len(_text(document)) < SMALL


def _heads(document: Document, heads: str = _HEADS) -> str:
    found = document.tree.css(heads)[:20]
    return " ".join(" ".join(node.text(separator=" ").split())[:200] for node in found)


def _text(document: Document) -> str:
    """The text of the page, as far as it matters whether it is small."""
    kept: list[str] = []
    size = 0
    for block in blocks(document):
        kept.append(block.text)
        size += len(block.text)
        if size >= SMALL:
            break
    return "\n".join(kept)
