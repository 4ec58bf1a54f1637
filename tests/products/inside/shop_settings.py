"""Settings of a django-oscar shop that lives in the folder SHOP, with its default templates."""

# mypy: ignore-errors

import os
from pathlib import Path

from oscar.defaults import *  # noqa: F403

FOLDER = Path(os.environ["SHOP"])

DEBUG = False
ALLOWED_HOSTS = ["*"]
SECRET_KEY = "on loopback only"
SITE_ID = 1
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
ROOT_URLCONF = "shop_urls"
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = str(FOLDER / "media")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
OSCAR_SHOP_NAME = "Catalogue"
OSCAR_DEFAULT_CURRENCY = "GBP"


def _part(path: str, name: str) -> str:
    return f"oscar.apps.{path}.apps.{name}Config"


PARTS = ("analytics", "checkout", "address", "shipping", "catalogue", "communication", "partner",
         "basket", "payment", "offer", "order", "customer", "search", "voucher", "wishlists",
         "dashboard")  # fmt: skip
DASHBOARDS = ("reports", "users", "orders", "catalogue", "offers", "partners", "pages", "ranges",
              "reviews", "vouchers", "communications", "shipping")  # fmt: skip

INSTALLED_APPS = [
    *(f"django.contrib.{name}" for name in ("admin", "auth", "contenttypes", "sessions",
      "messages", "staticfiles", "sites", "flatpages")),
    "oscar.config.Shop",
    *(_part(name, name.capitalize()) for name in PARTS),
    _part("catalogue.reviews", "CatalogueReviews"),
    *(_part(f"dashboard.{name}", f"{name.capitalize()}Dashboard") for name in DASHBOARDS),
    *("widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2"),
]  # fmt: skip


class Unmigrated(dict):
    """Every app's tables are made as they are now, not by way of all they have been."""

    def __contains__(self, app: object) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


MIGRATION_MODULES = Unmigrated()

MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware",
]

CONTEXT = [
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "oscar.apps.search.context_processors.search_form",
    "oscar.apps.checkout.context_processors.checkout",
    "oscar.apps.communication.notifications.context_processors.notifications",
    "oscar.core.context_processors.metadata",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT},
    }
]

AUTHENTICATION_BACKENDS = (
    "oscar.apps.customer.auth_backends.EmailBackend",
    "django.contrib.auth.backends.ModelBackend",
)
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(FOLDER / "shop.db"),
        "ATOMIC_REQUESTS": True,
        "OPTIONS": {"init_command": "PRAGMA synchronous=OFF"},
    }
}
HAYSTACK_CONNECTIONS = {
    "default": {
        "ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
        "PATH": str(FOLDER / "index"),
    }
}
