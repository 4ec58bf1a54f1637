"""How well forms and their fields are told apart, on the annotated pages of formasaurus (MIT).

    pip install formasaurus 'scikit-learn<1.10'    # in an environment of its own, beside leadline
    python -m bench.forms                          # cross-validated, ours and theirs, same folds
    python -m bench.forms --ours                   # without formasaurus' own models (they are slow)
    python -m bench.forms --write                  # derive the weights anew, from all forms

Domains are divided into ten folds; what is said of a form comes from weights derived without its
domain. The weights that are shipped are derived from all forms, with the same settings. Where our
parser has no form for an annotated one, or no field, ours counts as wrong.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.forms_data import Annotated, annotated, document
from bench.forms_labels import label_figures
from bench.forms_learn import fitted, learned, written
from leadline.cli.machine import let_go_by_counting
from leadline.detect import classify as classifying
from leadline.detect import gate
from leadline.detect.classify import Verdict
from leadline.detect.features import features, path_of
from leadline.detect.purposes import purposes
from leadline.detect.role_features import field_features, fields
from leadline.detect.roles import role_of
from leadline.detect.stems import of_word, plain
from leadline.detect.vocabulary import concepts, is_any, spoken

FOLDS = 10
REPEATS = 3
KIND_STRENGTH, ROLE_STRENGTH = 0.2, 1.0  # inverse penalties on squared weights
AS_OTHER = {"upload": "other"}  # told by us, not by the annotations
HERE = Path(classifying.__file__).parent


def folds(rows: Sequence[Annotated]) -> list[tuple[np.ndarray, np.ndarray]]:
    from sklearn.model_selection import GroupKFold

    groups = [row.domain for row in rows]
    return list(GroupKFold(FOLDS).split(groups, groups=groups))


# --- kinds ----------------------------------------------------------------------------------------


def our_kinds(rows: Sequence[Annotated]) -> list[Verdict]:
    """What weights without a form's domain make of it."""
    found = [features(row.form) if row.form else frozenset() for row in rows]
    told = [Verdict(kind="", probability=0.0)] * len(rows)
    for learn, test in folds(rows):
        known = [(found[i], rows[i].kind, rows[i].domain) for i in learn if rows[i].form]
        model = fitted(known, KIND_STRENGTH)
        for i in test:
            if rows[i].form:
                shares = model.shares(found[i])
                best = max(range(len(shares)), key=shares.__getitem__)
                told[i] = Verdict(kind=model.classes[best], probability=shares[best])
    return told


def their_kinds(rows: Sequence[Annotated]) -> list[str]:
    """The same of formasaurus' own model, trained anew for each fold."""
    from formasaurus import formtype_model

    from bench.forms_data import KINDS

    told = [""] * len(rows)
    for learn, test in folds(rows):
        model = formtype_model.train([rows[i].theirs for i in learn])
        said = model.predict([rows[i].theirs.form for i in test])
        for i, kind in zip(test, said, strict=True):
            told[i] = KINDS[kind]
    return told


def report_kinds(title: str, told: Sequence[str], true: Sequence[str]) -> None:
    right = sum(a == b for a, b in zip(told, true, strict=True)) / len(true)
    print(f"{title}: kinds of {len(true)} forms, accuracy {right:.3f}; ", end="")
    print("search P {:.3f} R {:.3f} F1 {:.3f}".format(*scores("search", told, true)))


def scores(kind: str, told: Sequence[str], true: Sequence[str]) -> tuple[float, float, float]:
    both = sum(a == b == kind for a, b in zip(told, true, strict=True))
    P, R = both / max(1, told.count(kind)), both / max(1, true.count(kind))
    return P, R, 2 * P * R / max(1e-9, P + R)


def confusion(told: Sequence[str], true: Sequence[str]) -> None:
    kinds = [kind for kind, _ in Counter(true).most_common()]
    counts = Counter(zip(true, told, strict=True))
    print(f"  {'true, told →':18} {'n':>4}    P    R   F1 " + "".join(f"{k[:8]:>9}" for k in kinds))
    for kind in kinds:
        figures = " ".join(f"{value:.2f}" for value in scores(kind, told, true))
        row = "".join(f"{counts[kind, other] or '·':>9}" for other in kinds)
        print(f"  {kind:18} {true.count(kind):4} {figures} {row}")


def report_gate(rows: Sequence[Annotated], told: Sequence[Verdict]) -> None:
    pairs = [(row, said) for row, said in zip(rows, told, strict=True) if row.form]
    passed = [row.kind for row, said in pairs if row.form and not gate.refusal(row.form, said)]
    wrong = Counter(kind for kind in passed if kind != "search")
    print(f"the gate lets {len(passed)} through, of which not searches: {dict(wrong) or 'none'}")


# --- roles ----------------------------------------------------------------------------------------


def our_roles(rows: Sequence[Annotated], kinds: Sequence[str]) -> tuple[list[str], list[str]]:
    """Told and true roles of the named fields of all forms whose fields are annotated."""
    told, true = list[str](), list[str]()
    known = [learnable(row, kind) for row, kind in zip(rows, kinds, strict=True)]
    for learn, test in folds(rows):
        seen = [(f, role, rows[i].domain) for i in learn for f, role, _ in known[i]]
        model = fitted(seen, ROLE_STRENGTH)
        for i in test:
            said = {
                control.name: role_of(control, found, model).role for found, _, control in known[i]
            }
            true += rows[i].roles.values()
            told += [said.get(name, "") for name in rows[i].roles]
    return [AS_OTHER.get(role, role) for role in told], true


def learnable(row: Annotated, kind: str):
    """Features, role and control of each annotated field; the first of a name."""
    if row.form is None or not row.roles:
        return []
    found = field_features(row.form, kind)
    first = {c.name: (f, c) for c, f in reversed(list(zip(fields(row.form), found, strict=True)))}
    return [(first[n][0], role, first[n][1]) for n, role in row.roles.items() if n in first]


def their_roles(rows: Sequence[Annotated], kinds: Sequence[str]) -> tuple[list[str], list[str]]:
    """The same of formasaurus' own model; like ours it is told the kind that was guessed."""
    from formasaurus import fieldtype_model as model

    from bench.forms_data import KINDS, ROLES

    short = {kind: letter for letter, kind in KINDS.items()}
    told, true = list[str](), list[str]()
    for learn, test in folds(rows):
        known = [rows[i].theirs for i in learn if rows[i].roles]
        crf = model.get_model(True)
        crf.fit(*model.get_Xy(known, [one.type for one in known]))
        for i in (i for i in test if rows[i].roles):
            one = rows[i].theirs
            said = crf.predict([model.get_form_features(one.form, short[kinds[i]])])[0]
            named = dict(zip(reversed([e.name for e in one.field_elems]), reversed(said)))  # noqa: B905
            true += rows[i].roles.values()
            told += [ROLES.get(named.get(name, ""), "") for name in rows[i].roles]
    return told, true


def report_roles(title: str, told: Sequence[str], true: Sequence[str]) -> None:
    right = sum(a == b for a, b in zip(told, true, strict=True)) / len(true)
    print(f"{title}: roles of {len(true)} fields, accuracy {right:.3f}")


def each_role(told: Sequence[str], true: Sequence[str]) -> None:
    for role, count in Counter(true).most_common(24):
        print(f"  {role:18} {count:4} " + " ".join(f"{v:.2f}" for v in scores(role, told, true)))


# --- time and weights -----------------------------------------------------------------------------


def report_time(rows: Sequence[Annotated]) -> None:
    """What a page costs, from its bytes to the roles of all its fields, as the command does it."""
    let_go_by_counting()
    pages = dict.fromkeys((row.page, row.theirs.url) for row in rows)
    costs = [[cost(key, url) for _ in range(REPEATS)] for key, url in pages]
    for how, spent in (("one pass", [c[0] for c in costs]),
                       (f"best of {REPEATS}", [min(c) for c in costs])):  # fmt: skip
        last = statistics.quantiles(spent, n=20)[-1]
        print(f"{len(spent)} pages, ms of CPU, {how}: mean {statistics.mean(spent):.2f}, "
              f"median {statistics.median(spent):.2f}, 95 % below {last:.2f}")  # fmt: skip


def cost(key: str, url: str) -> float:
    """Milliseconds of CPU for one page, without what was remembered of its words."""
    for remembered in (concepts, spoken, is_any, plain, of_word, path_of):
        remembered.cache_clear()
    page = document(key, url)
    before = time.process_time()
    purposes(page)
    return (time.process_time() - before) * 1000


def write(rows: Sequence[Annotated], kinds: Sequence[str]) -> None:
    whole = [(features(row.form), row.kind, row.domain) for row in rows if row.form]
    parts = [
        (found, role, row.domain)
        for row, kind in zip(rows, kinds, strict=True)
        for found, role, _ in learnable(row, kind)
    ]
    written(HERE / "weights.py", "KINDS", "kind of form", learned(whole, KIND_STRENGTH))
    written(HERE / "role_weights.py", "ROLES", "role of field", learned(parts, ROLE_STRENGTH))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ours", action="store_true", help="leave formasaurus' own models out")
    parser.add_argument("--write", action="store_true", help="derive the weights anew")
    arguments = parser.parse_args()
    rows = annotated()
    true = [row.kind for row in rows]
    verdicts = our_kinds(rows)
    told = [verdict.kind for verdict in verdicts]
    if arguments.write:
        write(rows, [kind or "other" for kind in told])
        return
    report_kinds("ours", told, true)
    confusion(told, true)
    report_gate(rows, verdicts)
    said, roles_true = our_roles(rows, told)
    report_roles("ours", said, roles_true)
    each_role(said, roles_true)
    label_figures(rows)
    report_time(rows)
    if not arguments.ours:
        rival = their_kinds(rows)
        report_kinds("formasaurus", rival, true)
        report_roles("formasaurus", *their_roles(rows, rival))


if __name__ == "__main__":
    main()
