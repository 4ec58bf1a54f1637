"""Whether following a link only shows something: it neither changes anything nor leads to a file.

By the words of the link and those of its address, in several languages: logging in and out,
deleting, adding, ordering, subscribing. What a script would do is not seen.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote

from leadline.browse.address import split
from leadline.browse.terms import Terms
from leadline.detect.doing import says_what_to_do
from leadline.interpret.names import spaced

LONGEST = 200  # characters of a link's text, and of parts of its address, that are looked at

_NEVER = Terms(
    "logout, log out, log off, logoff, signout, sign out, login, log in, logon, signin, sign in,"
    "signup, sign up, register now, register here, registration, delete, remove, edit, add, create,"
    "create account, my account, undo, export, download, upload, cart, basket, checkout,"
    "wishlist, buy now, order now, subscribe, unsubscribe, newsletter, donate, password,"
    "preferences, settings, rss, atom, feed, cookie, cookies, privacy, terms of, imprint,"
    "newticket, rollback",
    "abmelden, anmelden, einloggen, registrieren, löschen, bearbeiten, hinzufügen, erstellen,"
    "herunterladen, exportieren, warenkorb, kasse, abonnieren, drucken, teilen, impressum,"
    "datenschutz, einstellungen, benutzerkonto, passwort",
    "déconnexion, connexion, inscription, supprimer, modifier, ajouter, créer, télécharger, panier,"
    "exporter, imprimer, partager, mentions légales, mot de passe, compte",
    "cerrar sesión, iniciar sesión, registrarse, eliminar, borrar, editar, añadir, crear,"
    "descargar,carrito, exportar, imprimir, compartir, contraseña, cuenta, aviso legal",
    "entrar, sair, excluir, apagar, adicionar, criar, baixar, carrinho, senha, conta",
    "esci, accedi, registrati, elimina, cancella, modifica, aggiungi, crea, scarica, carrello,"
    "stampa, condividi",
    "uitloggen, inloggen, afmelden, aanmelden, verwijderen, bewerken, toevoegen, winkelwagen",
    "wyloguj, zaloguj, zarejestruj, usuń, edytuj, dodaj, utwórz, pobierz, koszyk",
    "выйти, выход, войти, вход, регистрация, удалить, редактировать, добавить, скачать, корзина",
    "ログアウト, ログイン, 登録, 削除, 編集, 追加, ダウンロード, カート, 退出, 登录, 登錄, 登入,"
    "注册,註冊, 删除, 刪除, 编辑, 編輯, 添加, 下载, 下載, 购物车, 로그아웃, 로그인, 삭제, 편집,"
    "다운로드",
)
_FILE = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|svg|webp|ico|zip|gz|bz2|xz|tar|7z|rar|csv|tsv|json|xml|rdf|rss|atom|"
    r"xlsx?|docx?|pptx?|odt|ods|epub|mp3|mp4|avi|mov|webm|exe|dmg|deb|rpm|css|js|txt|ics|bib|"
    r"db|sqlite)$",
    re.IGNORECASE,
)
_ACTS = frozenset({  # as a whole: a register of ships and a history of art are to be read
    "new", "create", "add", "edit", "delete", "register", "watch", "unwatch", "update",
    "join", "import", "print", "share", "vote", "like", "follow", "diff", "revert", "order", "buy",
    "rename", "insert", "drop", "truncate", "empty", "vacuum", "admin", "account", "profile",
    "neu", "nouveau", "nuevo", "nuovo", "novo",
})  # fmt: skip


def safe(url: str, text: str = "") -> bool:
    """Whether following a link only shows something."""
    return not _does(text[:LONGEST]) and (_known(url) if len(url) <= LONGEST else _is_page(url))


@lru_cache(1 << 13)  # the links of a menu are on every page of a site
def _does(text: str) -> bool:
    """Whether the words of a link are something to do."""
    return _is_act(text) or _NEVER.said(spaced(text))


def _is_page(url: str) -> bool:
    """Whether an address is that of a page, and of nothing to do."""
    parts = split(url)
    last = parts.path.rstrip("/").rpartition("/")[2]
    deep = "/" in parts.path.strip("/")
    if _is_act(last, deep) or ("." in last and _FILE.search(last)):
        return False
    if _NEVER.said(_words(parts.path[-LONGEST:])):
        return False
    return not parts.query or not _acts_by(parts.query[:LONGEST])


_known = lru_cache(1 << 14)(_is_page)


def _acts_by(query: str) -> bool:
    values = (part.partition("=")[2] for part in query.split("&"))
    acts = any(_is_act(value, True) for value in values) or _NEVER.said(_words(query))
    return acts or does(query)


def does(query: str) -> bool:
    """Whether the parameters of an address name something to do: `action=table_drop`."""
    told = (part.partition("=") for part in query.split("&"))
    deeds = (_words(value[:LONGEST]) for name, _, value in told if says_what_to_do(unquote(name)))
    return any(_NEVER.said(deed) or any(map(_is_act, deed.split())) for deed in deeds)


def _words(escaped: str) -> str:
    """The words of a part of an address."""
    return spaced(unquote(escaped))


def _is_act(word: str, of: bool = False) -> bool:
    """Whether a word by itself is something to do; the history of something is, history is not."""
    lowered = word.lower()
    return lowered in _ACTS or (of and lowered == "history")
