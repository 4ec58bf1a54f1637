"""Weights of features by class: a softmax regression with a penalty on squared weights.

Features that occur on fewer than three domains are left out, so that no site has its own; weights
are rounded to hundredths and small ones dropped, as they are stored, before anything is measured.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from leadline.detect.linear import Linear

Row = tuple[Iterable[str], str, str]  # features, class, domain
DOMAINS = 3
SMALL = 0.03


def fitted(rows: Sequence[Row], strength: float) -> Linear:
    """A model as it would be shipped."""
    return Linear.read(*learned(rows, strength))


def learned(rows: Sequence[Row], strength: float) -> tuple[tuple[str, ...], str]:
    """The classes and the table of their weights."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    names = spread(rows)
    vectors = DictVectorizer()
    X = vectors.fit_transform([dict.fromkeys(names & set(found), 1.0) for found, _, _ in rows])
    model = LogisticRegression(C=strength, max_iter=200, tol=1e-3)
    model.fit(X, [own for _, own, _ in rows])
    lines = [line("", model.intercept_)]
    columns = zip(vectors.get_feature_names_out(), model.coef_.T, strict=True)
    lines += [line(name, weights) for name, weights in columns]
    return tuple(map(str, model.classes_)), "\n".join(one for one in lines if one[-1] != "\t")


def spread(rows: Sequence[Row]) -> set[str]:
    """The features that several domains have."""
    seen = defaultdict(set)
    for found, _, domain in rows:
        for name in found:
            seen[name].add(domain)
    return {name for name, domains in seen.items() if len(domains) >= DOMAINS}


def line(name: str, weights: Iterable[float]) -> str:
    cells = (f"{i}:{round(w * 100)}" for i, w in enumerate(weights) if abs(w) >= SMALL)
    return f"{name}\t{' '.join(cells)}"


def written(path: Path, title: str, what: str, model: tuple[tuple[str, ...], str]) -> None:
    """The weights as a module."""
    classes, table = model
    text = table.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\t", "\\t")
    lines = [
        f'"""Weights of features by {what}; written by bench/forms.py, not by hand."""',
        "",
        *(["# ruff: noqa: E501"] if max(map(len, text.split("\n"))) > 100 else []),
        f"{title} = (",
        *(f'    "{name}",' for name in classes),
        ")",
        f'TABLE = """\\\n{text}\n"""',
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {path.name}: {table.count(chr(10))} features, {path.stat().st_size // 1024} KB")
