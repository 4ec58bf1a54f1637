"""The words that tell what a single field is for, beyond those that tell what a form is for.

In the languages of `vocabulary.py`, by the same rules: a stem matches where a word begins, one of
six letters or more anywhere, `=day` is a word by itself.
"""

from __future__ import annotations

from functools import lru_cache

from leadline.detect.stems import Stems, plain
from leadline.detect.vocabulary import CONCEPTS

FIELDS: dict[str, str] = {
    "first": """first name, firstname, =first, =fname, forename, given name, givenname, vorname,
        prenom, primer nombre, =nombre, =nome, voornaam, =imie, имя, fornamn, =jmeno, =名""",
    "last": """last name, lastname, =last, =lname, surname, family name, familyname, nachname,
        nom de famille, apellido, cognome, achternaam, sobrenome, nazwisko, фамил, efternamn,
        prijmeni, =姓""",
    "middle": "middle name, middlename, =middle, =mname, initial, отчество",
    "full": """full name, fullname, your name, yourname, =name, =author, =author name, real name,
        realname, =naam, =namn, 氏名, お名前, 姓名, ваше имя, =nom, contact name""",
    "phone": """phone, =tel, telefo, telephon, mobile, movil, handy, =cell, телефон, 電話, 电话,
        手机, =gsm, portable""",
    "fax": "=fax, telefax, факс, 传真",
    "zip": """=zip, zipcode, postal code, postalcode, postcode, post code, =plz, postleitzahl,
        code postal, codigo postal, =cap, =cep, kod pocztowy, индекс, =psc, 郵便番号, 邮编""",
    "city": """=city, =town, =ort, =stadt, =ville, ciudad, =citta, =comune, =stad, plaats, cidade,
        miasto, miejscowosc, город, =ort, =mesto, 市区町村, 城市""",
    "state": """=state, province, =region, bundesland, provinc, =estado, wojewodzt, область, =kraj,
        都道府県, 省份, =county""",
    "country": """country, =land, =pays, =pais, =paese, =kraj, страна, =zeme, 国家, 国籍,
        nationality""",
    "street": """address, street, strasse, =rue, =calle, direccion, indirizzo, straat, =adres,
        endereco, =ulica, адрес, улица, gatuadress, =ulice, 住所, 地址, addr, adresse, apartment,
        =apt, =suite, house number""",
    "company": """company, organi, business name, =firma, societe, entreprise, empresa, azienda,
        bedrijf, компан, foretag, spolecnost, 会社, 公司, institution, employer""",
    "site": "website, web site, homepage, home page, =url, =site, =web, сайт, ホームページ, 网站",
    "gender": """gender, =sex, =sexe, =sexo, geschlecht, =sesso, geslacht, =plec, =пол, =kon,
        pohlavi, 性別, 性别, salutation, anrede, civilite, =mr, =male, =title""",
    "birth": """birth, =dob, =bday, geburt, naissance, nacimiento, nascita, geboorte, nascimento,
        urodzen, рожден, fodelse, narozen, 生年月日, 生日""",
    "day": "=day, =tag, =jour, =dia, =giorno, =dag, dzien, день, =den, =dd",
    "month": "=month, =monat, =mois, =mes, =mese, =maand, miesiac, месяц, =manad, mesic, =mm",
    "year": "=year, =jahr, annee, =ano, =anno, =jaar, =rok, =год, =ar, =yyyy, =yy, =年",
    "date": "=date, datum, fecha, =data, дата, 日付, 日期, calendar, check in, checkin, checkout",
    "sort": """=sort, sort by, sortby, orderby, order by, sortier, =trier, ordenar, ordina, sorteer,
        sortuj, сортиров, sortera, 並び替え, 排序, =order, =dir, =sd, =sk""",
    "style": "=style, theme, =skin, language, =lang, per page, perpage, =limit, =view",
    "zone": "timezone, time zone, zeitzone, fuseau, zona horaria, часовой",
    "summer": "=dst, daylight, summer time",
    "about": "about me, =about, about you, =bio, biography, signature, interests, occupation",
    "security": "security question, secret question, =question, sicherheitsfrage",
    "answer": "=answer, antwort, reponse, respuesta, risposta, secret answer, ответ",
    "openid": "openid, open id",
    "invited": "referral, invite, invitation, discount",
    "trap": "leave blank, leave this, leave empty, honeypot, if you are human, do not fill",
    "cancel": "=cancel, abbrechen, annuler, cancelar, annulla, annuleren, anuluj, отмена, =close",
    "clear": "=clear, =reset, zurucksetzen, effacer, limpiar, очистить",
    "go": "=go, =ok, submit, continue, weiter, =next",
    "agree": "i agree, i accept, i have read, agree to, accept the, akzeptier, j accepte, acepto",
    "wish": """i would like, i want, please send, keep me informed, updates, receive, send me,
        offers""",
    "number": "=number, =nr, =no, =num, numero, =age, =count, =amount, =price, =min, =max",
    "upload": "=file, upload, attach, avatar, picture, =photo, =image",
}

_STEMS = Stems({**CONCEPTS, **FIELDS})


@lru_cache(maxsize=4096)
def spoken(text: str) -> frozenset[str]:
    """All that a name or label speaks of: of forms as a whole, and of fields."""
    return _STEMS.told(plain(text[:200]))
