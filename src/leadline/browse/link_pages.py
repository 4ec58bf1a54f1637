"""Whether a link says that it leads to a page of links to other sites.

By the words on it and in its address, in several languages.
Source: He et al., Section 5.2, LinkKeywords ("links", "resources"): a classifier by the words of
the anchor text, as a list of them.
"""

from __future__ import annotations

from urllib.parse import unquote

from leadline.browse.address import split
from leadline.browse.links import Anchor
from leadline.browse.terms import Terms
from leadline.interpret.names import spaced

BRIEF = 5  # words of a link that names a page

_LINKS = Terms(
    "links, link list, linklist, weblinks, web links, resources, resource list, bookmarks,"
    "partners, affiliates, sponsors, members, member sites, related sites, other sites, websites,"
    "web sites, directory, web directory, portals, friends, blogroll, webring, organizations,"
    "organisations, external, useful sites, see also",
    "linkliste, linksammlung, verweise, nützliche links, partnerseiten, mitglieder, verzeichnis,"
    "webverzeichnis, freunde, sponsoren, partner",
    "liens, liens utiles, ressources, partenaires, annuaire, sites amis, membres, répertoire",
    "enlaces, enlaces de interés, recursos, socios, colaboradores, directorio, miembros,"
    "ligações, parceiros, diretório, membros, sites úteis",
    "collegamenti, risorse, link utili, soci, elenco siti, siti amici",
    "koppelingen, bronnen, leden, nuttige links, linki, zasoby, partnerzy, członkowie, odkazy",
    "ссылки, полезные ссылки, ресурсы, партнёры, партнеры, каталог сайтов, участники",
    "リンク集, リンク, 関連リンク, 链接, 友情链接, 連結, 相關連結, 合作伙伴, 링크, 관련사이트",
)


def is_link_page(link: Anchor) -> bool:
    """Whether the words of a link promise links to other sites."""
    text = link.text if len(link.text.split()) <= BRIEF else ""
    return _LINKS.said(spaced(text)) or _LINKS.said(spaced(unquote(split(link.url).path[-200:])))
