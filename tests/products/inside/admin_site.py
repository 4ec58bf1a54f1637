"""A Flask-Admin site over one table: `python admin_site.py DATABASE PORT`."""

# mypy: ignore-errors

import sys

from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from sqlalchemy import Column, Text, create_engine
from sqlalchemy.orm import declarative_base, scoped_session, sessionmaker

Base = declarative_base()


class Item(Base):
    __tablename__ = "item"

    key = Column(Text, primary_key=True)
    title = Column(Text)
    group = Column(Text)
    owner = Column(Text)
    text = Column(Text)


class Catalogue(ModelView):
    can_create = can_edit = can_delete = False
    can_view_details = True
    page_size = 50
    column_display_pk = True
    column_list = ("key", "title", "group", "owner")
    column_searchable_list = ("key", "title", "text")
    column_filters = ("group", "owner")


def main(database: str, port: int) -> None:
    engine = create_engine(f"sqlite:///{database}", connect_args={"check_same_thread": False})
    site = Flask(__name__)
    site.secret_key = "on loopback only"
    session = scoped_session(sessionmaker(engine))
    site.teardown_appcontext(lambda error: session.remove())  # or each thread keeps a connection
    view = Catalogue(Item, session, name="Items")
    Admin(site, name="Catalogue", url="/").add_view(view)
    site.run("127.0.0.1", port, threaded=True)


main(sys.argv[1], int(sys.argv[2]))
