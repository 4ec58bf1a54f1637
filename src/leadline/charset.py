"""Bytes to text as browsers do it: byte order mark, header, `<meta>`, then statistics.

Labels mean what the WHATWG Encoding standard says (`iso-8859-1` is windows-1252, `gb2312` is
gb18030). Beyond browsers: undeclared text that is valid UTF-8 is UTF-8, and other undeclared text
is guessed from a sample. Leaves out encodings that browsers refuse (UTF-7, ISO-2022-KR, HZ) and
all Python codecs that are no character sets.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from charset_normalizer import from_bytes

_PRESCAN = 1024
_SAMPLE = 4096

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))

# Python's codec for each encoding of the standard, with the labels that are met.
_ENCODINGS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 x-unicode20utf8 unicode20utf8",
    "cp1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso88591 iso_8859-1 latin1 "
    "latin-1 l1 ascii us-ascii ansi_x3.4-1968 cp819 ibm819 iso-ir-100",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso_8859-9 latin5 l5",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "cp874": "windows-874 cp874 dos-874 iso-8859-11 iso8859-11 tis-620",
    "cp866": "ibm866 cp866 866 csibm866",
    "iso8859-2": "iso-8859-2 iso8859-2 iso_8859-2 latin2 l2",
    "iso8859-3": "iso-8859-3 iso8859-3 iso_8859-3 latin3 l3",
    "iso8859-4": "iso-8859-4 iso8859-4 iso_8859-4 latin4 l4",
    "iso8859-5": "iso-8859-5 iso8859-5 iso_8859-5 cyrillic",
    "iso8859-6": "iso-8859-6 iso8859-6 iso_8859-6 arabic",
    "iso8859-7": "iso-8859-7 iso8859-7 iso_8859-7 greek greek8",
    "iso8859-8": "iso-8859-8 iso8859-8 iso_8859-8 hebrew visual iso-8859-8-i logical",
    "iso8859-10": "iso-8859-10 iso8859-10 latin6 l6",
    "iso8859-13": "iso-8859-13 iso8859-13",
    "iso8859-14": "iso-8859-14 iso8859-14",
    "iso8859-15": "iso-8859-15 iso8859-15 iso_8859-15 latin9 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8-r koi8 koi8_r koi cskoi8r",
    "koi8-u": "koi8-u koi8-ru",
    "mac-roman": "macintosh mac x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "gb18030 gbk x-gbk gb2312 gb_2312 gb_2312-80 csgb2312 chinese cp936 936",
    "big5hkscs": "big5 big5-hkscs cn-big5 x-x-big5 csbig5",
    "euc_jp": "euc-jp x-euc-jp",
    "iso2022_jp_2": "iso-2022-jp csiso2022jp",
    "cp932": "shift_jis shift-jis sjis x-sjis windows-31j ms932 ms_kanji csshiftjis",
    "cp949": "euc-kr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    "utf-16-le": "utf-16 utf-16le ucs-2 unicode iso-10646-ucs-2",
    "utf-16-be": "utf-16be unicodefffe",
}
_CODECS = {label: codec for codec, labels in _ENCODINGS.items() for label in labels.split()}
_NAMES = {codec: labels.split()[0] for codec, labels in _ENCODINGS.items()}

# What undeclared text is taken for.
_CANDIDATES = [
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r",
    "gb18030", "big5", "euc_jp", "cp932", "cp949", "iso8859_2", "iso8859_5", "utf_8",
]  # fmt: skip

_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META = re.compile(rb"""<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)""", re.IGNORECASE)


def decode(body: bytes, content_type: str = "") -> str:
    """The text of a body; never fails."""
    for mark, unicode in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(unicode, errors="replace")
    return body.decode(_codec_of(body, content_type), errors="replace")


def codec_of_text(start: bytes) -> str:
    """Python's codec for a file that begins like this: by its mark, UTF-8, or the likeliest."""
    for mark, unicode in _BOMS:
        if start.startswith(mark):
            return "utf-8-sig" if unicode == "utf-8" else "utf-16"
    try:
        start.decode()
    except UnicodeDecodeError as error:
        if error.start < len(start) - 3:  # the last character may be cut off
            return _guessed(start, error.start)
    return "utf-8"


def charset(body: bytes, content_type: str = "") -> str:
    """What browsers write in that answer such a page: its own, but UTF-8 instead of UTF-16."""
    marked = any(body.startswith(mark) for mark, _ in _BOMS)
    name = "utf-8" if marked else _NAMES.get(_codec_of(body, content_type), "utf-8")
    return "utf-8" if name.startswith("utf-16") else name


def known(label: str) -> str | None:
    """The name of the character set that a label stands for; None if it stands for none."""
    codec = _codec(label)
    return None if codec is None else _NAMES[codec]


def written(text: str, name: str) -> bytes:
    """Text in a character set; what it does not have as `&#1234;`, as browsers do in forms."""
    codec = _CODECS.get(name, "utf-8")
    return text.encode(codec, "replace" if codec == "utf-8" else "xmlcharrefreplace")


def unescaped(text: str, name: str) -> str:
    """What a part of an address, or of a form's body, says in a character set."""
    data = unquote_to_bytes(text.replace("+", " "))
    return data.decode(_CODECS.get(name, "utf-8"), errors="replace")


def _codec_of(body: bytes, content_type: str) -> str:
    codec = _from_header(content_type) or _declared(body, content_type)
    if codec is not None:
        return codec
    try:
        body.decode()
    except UnicodeDecodeError as error:
        return _guessed(body, error.start)
    return "utf-8"


def _from_header(content_type: str) -> str | None:
    found = _HEADER.search(content_type)
    return _codec(found[1]) if found else None


def _codec(label: str) -> str | None:
    return _CODECS.get(label.strip().lower())


def _declared(body: bytes, content_type: str) -> str | None:
    """What the document says of itself, where its kind can."""
    media = content_type.partition(";")[0].strip().lower()
    if media.endswith("json"):
        return "utf-8"
    if media and "html" not in media and "xml" not in media:
        return None
    start = _COMMENT.sub(b"", body[:_PRESCAN])
    found = _XML.search(start) or _META.search(start)
    codec = _codec(found[1].decode("latin-1")) if found else None
    # Whoever could read this declaration was not reading UTF-16 (HTML standard, prescan).
    return "utf-8" if codec in ("utf-16-le", "utf-16-be") else codec


def _guessed(body: bytes, start: int) -> str:
    """The likeliest encoding of a sample around the first byte that is not UTF-8."""
    sample = body[max(0, start - _SAMPLE // 2) :][:_SAMPLE]
    best = from_bytes(sample, cp_isolation=_CANDIDATES).best()
    name = best.encoding.replace("_", "-") if best is not None else "utf-8"
    return name if name in _ENCODINGS else _CODECS.get(name, "utf-8")
