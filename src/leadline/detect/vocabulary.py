"""The words that tell what a form or field is for, in many languages.

English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Russian, Swedish, Czech,
Japanese and Chinese; what matters most also in Hungarian, Lithuanian, Turkish, Finnish, Danish,
Norwegian, Romanian, Greek, Arabic, Hebrew, Ukrainian, Bulgarian, Korean, Vietnamese and Thai.
How stems match is in `stems.py`; accents and case do not count.
"""

from __future__ import annotations

from functools import lru_cache

from leadline.detect.role_words import FIELDS
from leadline.detect.stems import Stems, plain

CONCEPTS: dict[str, str] = {
    "search": """search, =srch, such, =find, finder, lookup, look up, locator, finden, abfrage,
        recherche, trouve, cherche, busca, busqueda, ricerca, cerca, trova, encuentr, encontr,
        =consultar, zoek, pesquis, procur, szuka, wyszuk, znajd, поиск, найти, искать, =sok,
        sokning, hitta, hleda, hledej, vyhled, 検索, 探す, さがす, 搜索, 搜寻, 搜尋,
        查询, 查找, 查詢, keres, paiesk, ieskoti, 검색, =ara, =arama, =haku, =etsi, =hae,
        cauta, αναζητηση, بحث, חיפוש, пошук, търси, търсене, =sog, =soge, tim kiem, =cari,
        ค้นหา, hladat, =trazi, pretrazi""",
    "query": """=q, =s, =qs, =kw, =query, keyword, =term, =terms, =word, =words, =wd, =text, =key,
        =keys, =phrase, searchword, stichwort, suchbegriff, =mot, =mots, palabra, parola, trefwoord,
        palavra, =termo, =fraza, слово, запрос, sokord, vyraz, キーワード, 关键, 關鍵, freetext""",
    "refine": """advanced, erweitert, avancee, avanzad, avanzat, geavanceerd, zaawansow, расширен,
        rozsiren, 詳細, 高级, categor, kategor, rubrik, price, preis, =prix, precio, prezzo, prijs,
        =preco, =cena, цена, location, =city, =ort, =ville, ciudad, citta, =stad, cidade, miasto,
        город, region, filter, brand, marke, =year, =jahr, annee, depart, arriv, =from, =date,
        datum, fecha, =rooms, guests, bedroom, =type, =section, =author, =title, =isbn,
        =autor, auteur, autore, verfasser, =titel, =titre, titulo, titolo, tytul, автор, назван,
        =anno, =ano, =anio, =make, =model, =maker, manufacturer, hersteller, =radius, umkreis,
        keyword, species, publisher, verlag, editeur, editorial, =genre""",
    "show": """=show, =apply, filter, filtr, results, ergebnis, anzeigen, afficher, resultat,
        mostrar, resultad, aplicar, =mostra, risultat, =toon, tonen, pokaz, wynik, показать,
        результат, =visa, zobraz, 表示, 絞り込, 显示, 顯示, 筛选, =browse, =go, =update, =list,
        refine""",
    "login": """login, logon, signin, sign in, log in, log on, anmeld, einlogg, connexion,
        connecter, identifier, iniciar sesion, inicia sesion, acceder, acceso, entrar, ingresar,
        =accedi, accesso, inlog, aanmeld, zaloguj, logowan, войти, вход, авториз, logga in,
        prihlas, ログイン, 登录, 登陆, 登入, sessions, =auth, authenticat, belep, bejelentkez,
        prisijung, 로그인, giris, kirjaudu, logg inn, autentific, conecteaza, συνδεση,
        تسجيل الدخول, כניסה, увійти, =log ind, dang nhap, =masuk, เข้าสู่ระบบ, prijava""",
    "remember": """remember, stay signed, stay logged, keep me, angemeldet bleiben, souvenir,
        recordar, recuerd, mantener, ricorda, onthoud, lembrar, manter, zapamieta, запомнить,
        kom ihag, zapamatova, autologin, auto login, 記憶, 记住, 自动登录""",
    "register": """regist, rejestr, signup, sign up, create account, create an account,
        create my account, =join, konto erstell, neues konto, inscri, crear cuenta,
        creer un compte, creer mon compte, crea account, crea un account, maak account,
        criar conta, cadastr, регистр, skapa konto, bli medlem, 登録, 注册, 註冊, 会員, newuser,
        new user, get started, account anmaken, account aanmaken, 회원가입, =uye ol, kayit,
        rekisteroi, opret, =luo tili, inregistr, εγγραφη, إنشاء حساب, الاشتراك, הרשמה, зареєстр,
        dang ky, =daftar, สมัคร, create your account, créez votre compte, creez votre compte""",
    "recover": """forgot, lost password, lostpassword, recover, reset, vergess, oublie, olvid,
        recuper, dimentic, vergeten, esquec, redefinir, zapomnia, przypomn, odzysk, забыли,
        восстанов, glomt, aterstall, zapomen, obnovit heslo, 忘れ, 忘记, 忘記, 找回, 重置, 重設,
        resend, retrieve, password request, request password, new password, elfelejtett,
        jelszo emlekezteto, pamirs, priminim, priminti, 비밀번호 찾기, sifremi unuttum, unohd,
        =glemt, =uitat, ξεχασα, نسيت, שכחתי, забули, забравен, quen mat khau, =lupa, ลืม,
        zaboravili""",
    "contact": """contact, kontakt, contatt, contato, обратная связь, 問い合わせ, 联系, 聯絡, 联络,
        feedback, enquir, inquir, anfrage, nachricht, message, mensaje, messaggio, bericht,
        mensagem, wiadomosc, сообщение, meddelande, zprava, メッセージ, 留言, question, pregunta,
        domanda, pytanie, вопрос, get in touch, write to us, ask us, how can we help, kapcsolat,
        uzenet, susisiek, 문의, iletisim, =mesaj, yhteystie, viesti, επικοινωνια, اتصل, צור קשר,
        повідомлення, lien he, =hubungi, ติดต่อ""",
    "comment": """comment, kommentar, coment, reactie, koment, комментар, コメント, 评论, 評論,
        review, bewertung, recension, recenz, 回复, reply, opmerking, respond, guestbook""",
    "subject": """subject, betreff, =sujet, =objet, asunto, oggetto, onderwerp, assunto, =temat,
        =тема, amne, predmet, 件名, 主题, 主題""",
    "subscribe": """subscri, newsletter, abonn, mailing list, mailinglist, suscri, iscriviti,
        boletin, inschrijv, assine, biuletyn, подпис, рассылк, prenumer, odebirat, odber novinek,
        メルマガ, 購読, 订阅, 訂閱, email updates, listmanage, list manage, =mc, updates, notify,
        stay in touch, alerts, optin, opt in, latest news, keep up, feedburner, hirlevel,
        feliratkoz, naujienlaiskis, 구독, bulten, uutiskirje, =tilaa, nyhedsbrev, nyhetsbrev,
        aboneaz, ενημερωτικ, النشرة, ניוזלטר, розсилк, бюлетин""",
    "order": """add to cart, addtocart, add to basket, add to bag, warenkorb, panier, carrito,
        carrello, winkelwag, winkelmand, carrinho, koszyk, корзин, varukorg, =kosik, do kosiku,
        カート, 购物车, 購物車, buy now, =buy, =cart, basket, checkout, kaufen, acheter, comprar,
        acquista, =kopen, =kup, купить, =kop, koupit, 購入, 购买, =order, =orders, bestell, bestel,
        commander, pedido, ordina, zamow, заказ, bestall, objedna, 注文, donat, =pay, payment,
        paypal, purchase, book now, reserv, addtobag, kosar, megrendel, vasarl, krepsel, uzsakyt,
        장바구니, 구매, sepet, satin al, ostosk, =osta, indkob, handlekurv, handlevogn, =cos,
        comanda, καλαθι, السلة, עגלה, кошик, купи, gio hang, keranjang, ตะกร้า""",
    "quantity": """quantity, =qty, menge, =anzahl, quantite, cantidad, quantita, aantal, quantidade,
        ilosc, количество, =antal, mnozstvi, 数量, =size, =colour, =color""",
    "password": """passwor, =pass, =pwd, passwd, kennwort, mot de passe, contrasen, =clave,
        wachtwoord, =senha, haslo, пароль, losenord, heslo, パスワード, 密码, 密碼, passphrase,
        jelszo, slaptazod, 비밀번호, sifre, parola, salasana, adgangskode, passord, κωδικος,
        كلمة المرور, סיסמה, mat khau, =sandi, รหัสผ่าน, lozinka, парола""",
    "again": """confirm, =again, repeat, retype, verif, bestatig, wiederhol, repet, conferma,
        ripeti, bevestig, herhaal, powtorz, potwierd, повтор, подтвер, bekrafta, potvrd, znovu,
        確認, 确认, password2, pass2, reenter, re enter""",
    "email": """email, e mail, =mail, courriel, correo, posta elettronica, почт, メール, 邮箱,
        電子郵件, 电子邮件, 邮件, el past, 이메일, eposta, e posta, sahkoposti, e post, بريد, דואר,
        імейл, имейл, อีเมล""",
    "user": """username, user name, =user, =login, userid, user id, benutzer, utilisateur,
        identifiant, usuario, =utente, gebruiker, utilizador, uzytkownik, логин, имя пользователя,
        anvandarnamn, uzivatel, ユーザー, 用户, 帐号, 账号, 用戶, =uname, nickname, screen name,
        member, =log, account, felhasznalo, vartotoj, 아이디, kullanici, kayttaja, brugernavn,
        brukernavn, utilizator, χρηστη, اسم المستخدم, שם משתמש, користувач, потребител, korisnic""",
    "person": """first name, firstname, last name, lastname, =fname, =lname, surname, full name,
        fullname, your name, yourname, vorname, nachname, prenom, =nom, =name, nombre, apellido,
        =nome, cognome, voornaam, achternaam, =naam, sobrenome, =imie, nazwisko, имя, фамил,
        fornamn, efternamn, jmeno, prijmeni, 氏名, お名前, 姓名, 名前""",
    "personal": """phone, telefon, telephone, telefo, movil, mobile, birth, geburt, naissance,
        nacimiento, nascita, geboorte, gender, geschlecht, =sexe, =sexo, =sex, address, adresse,
        direccion, indirizzo, =adres, endereco, адрес, =zip, zipcode, postal, =plz, postcode,
        company, =firma, societe, empresa, azienda, bedrijf, телефон, 電話, 电话, 手机, 住所, 地址,
        生年月日, =state, website, country""",
    "terms": """terms, =agree, conditions, privacy, =agb, datenschutz, condiciones, =accept,
        termini, termos, regulamin, соглас, villkor, souhlas, 利用規約, 同意, 条款, 隐私""",
    "captcha": """captcha, security code, verification code, sicherheitscode, code de securite,
        codigo de seguridad, проверочн, 验证码, 驗證碼, 認証, human""",
    "card": """card number, cardnumber, credit card, creditcard, =cc, kreditkart, carte bancaire,
        carte de credit, tarjeta, carta di credito, cvv, cvc, =iban, karty, cartao, expiry,
        expiration, кредитн, クレジット, 信用卡""",
    "choose": """language, sprache, langue, idioma, lingua, =taal, jezyk, язык, sprak, jazyk, 言語,
        语言, currency, wahrung, devise, moneda, valuta, moeda, waluta, валюта, 通貨, per page,
        perpage, =sort, sort by, orderby, sortier, =trier, ordenar, sortuj, view as, display,
        =limit, theme, =jump, quick nav, goto, =lang, locale, archive, =mode, =view""",
    "vote": """=vote, voting, =poll, umfrage, sondage, encuesta, sondaggio, enquete, ankiet, опрос,
        голосов, rosta, anketa, 投票, =rating, rate this, survey""",
    "submit": """submit, 提交, valider, absenden, =ok, continue, weiter, =next""",
    "send": """=send, senden, envoyer, enviar, =invia, verzend, verstu, wyslij,
        отправ, skicka, odeslat, 送信, 发送, 發送, =post""",
    "save": """=save, =saves, speichern, enregistrer, sauvegarder, guardar, =salva, opslaan,
        =salvar, gravar, =zapisz, сохранить, =spara, =ulozit, 保存, 儲存""",
    "coupon": """coupon, voucher, promo code, promocode, gutschein, code promo, kortingscode,
        codice sconto, cupom, =cupon, kod rabatowy, промокод, rabattkod, クーポン, 优惠券""",
    "destroy": """delete, remove, loschen, entfernen, supprimer, eliminar, borrar, elimina,
        verwijder, excluir, apagar, =usun, удал, radera, smazat, 削除, 删除, 刪除, logout, log out,
        log off, logoff, sign out, signout, abmelden, deconnexion, deconnecter, cerrar sesion,
        =esci, uitlog, terminar sessao, wyloguj, выйти, logga ut, odhlas, ログアウト, 退出, 登出,
        unsubscribe, abbestell, desabonn, deactivate, upload, publish, wishlist, favorit""",
}

OPEN = """=any, =all, =alle, beliebig, =egal, =tous, =toutes, =tout, =todos, =todas, cualquier,
    =qualquer, =tutti, =tutte, qualsiasi, =iedere, wszystk, dowoln, =все, =любой, =любая, =alla,
    vsechn, =alt, =hepsi, =osszes, =mindegy, すべて, 全て, 指定なし, 全部, 不限, 전체, =no min,
    =no max, no preference, doesn t matter"""

_STEMS, _OPEN = Stems({**CONCEPTS, **FIELDS}), Stems({"any": OPEN})
_OF_FORMS = frozenset(CONCEPTS)


def says(concept: str, text: str) -> bool:
    """Whether a text speaks of that concept."""
    return concept in concepts(text)


@lru_cache(maxsize=4096)
def is_any(text: str) -> bool:
    """Whether a choice leaves the question open: all categories, any year."""
    return bool(_OPEN.told(plain(text[:100])))


@lru_cache(maxsize=4096)
def concepts(text: str) -> frozenset[str]:
    """All concepts that a text speaks of."""
    return _STEMS.told(plain(text[:1000])) & _OF_FORMS


@lru_cache(maxsize=4096)
def spoken(text: str) -> frozenset[str]:
    """All that a name or label speaks of: of forms as a whole, and of fields."""
    return _STEMS.told(plain(text[:200]))
