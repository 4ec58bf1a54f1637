"""How well forms are told apart, on the annotated forms inside the `formasaurus` wheel (MIT).

    pip download formasaurus --no-deps
    python bench/forms.py formasaurus-*.whl            # the weights as shipped
    python bench/forms.py formasaurus-*.whl --write    # derive them again, then the same

Hosts are divided in two halves by a hash of their domain: the weights are derived from one and
the figures are of the other. Duplicate forms of a domain count once.
"""

import argparse
import hashlib
import importlib
import json
import zipfile
from collections import Counter
from pathlib import Path

import ada_url
import numpy as np

from leadline.detect import classify as classifying
from leadline.detect import gate, weights
from leadline.detect.features import features
from leadline.detect.forms import forms
from leadline.document import Document
from leadline.model import Page, Request

KINDS = {
    "s": "search", "l": "login", "r": "registration", "p": "password-recovery", "c": "contact",
    "m": "subscribe", "b": "order", "o": "other", "P": "other", "V": "other", "N": "other",
    "C": "other",
}  # fmt: skip
WEIGHTS = Path(classifying.__file__).with_name("weights.py")


def annotated(wheel: Path):
    """(domain, form, kind) of each annotated form."""
    seen = set()
    with zipfile.ZipFile(wheel) as archive:
        index = json.loads(archive.read("formasaurus/data/index.json"))
        for path, info in sorted(index.items()):
            if not info["forms"] or not set(info["forms"]) & set(KINDS):
                continue
            body = archive.read(f"formasaurus/data/{path}")
            for form, kind in paired(Document(page(info["url"], body)), info["forms"]):
                domain = domain_of(info["url"])
                key = (domain, form.action, tuple(c.name for c in form.controls), kind)
                if kind in KINDS and key not in seen:
                    seen.add(key)
                    yield domain, form, KINDS[kind]


def page(url: str, body: bytes) -> Page:
    return Page(request=Request(url=url), url=url, body=body)


def paired(document: Document, kinds):
    """Forms with their kinds, which are in order of the tags; some tags make no form."""
    found = forms(document)
    tags = len(document.tree.css("form"))
    return zip(found[:tags], kinds, strict=False) if tags == len(kinds) else ()


def domain_of(url: str) -> str:
    labels = ada_url.URL(url).hostname.split(".")
    short = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in ("co", "com", "org", "net")
    return ".".join(labels[-3 if short else -2 :])


def half(domain: str) -> int:
    return hashlib.sha256(domain.encode()).digest()[0] % 2


def derived(rows, strength: float = 0.003, least: int = 8):
    """Weights of features by kind: a softmax regression with a penalty on squared weights."""
    count = Counter(feature for found, _ in rows for feature in found)
    names = ["", *sorted(name for name, n in count.items() if n >= least)]
    kinds = sorted({kind for _, kind in rows})
    X = np.array([[1.0, *(float(name in found) for name in names[1:])] for found, _ in rows])
    Y = np.array([[float(kind == own) for kind in kinds] for _, own in rows])
    W = np.zeros((len(names), len(kinds)))
    step, momentum, square = 0.05, np.zeros_like(W), np.zeros_like(W)
    for turn in range(1, 801):
        gradient = X.T @ (softmax(X @ W) - Y) / len(X) + strength * W
        momentum = 0.9 * momentum + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        W -= step * (momentum / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
    return kinds, names, W


def softmax(scores):
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


def figures(pairs) -> str:
    """Accuracy over kinds; precision, recall and F1 of searches."""
    right = sum(told == true for told, true in pairs) / len(pairs)
    both = sum(told == true == "search" for told, true in pairs)
    told = sum(told == "search" for told, _ in pairs)
    true = sum(true == "search" for _, true in pairs)
    P, R = both / told, both / true
    return f"accuracy {right:.3f}  search P {P:.3f} R {R:.3f} F1 {2 * P * R / (P + R):.3f}"


def write(kinds, names, W) -> None:
    """The weights as a module."""
    lines = [
        '"""Weights of features by kind of form; written by bench/forms.py, not by hand."""',
        "",
        "# fmt: off",
        "KINDS = (",
        *(f'    "{kind}",' for kind in kinds),
        ")",
        f"START = {rounded(W[0])}",
        "WEIGHTS: dict[str, tuple[float, ...]] = {",
        *(f'    "{name}": {rounded(row)},' for name, row in zip(names[1:], W[1:], strict=True)),
        "}",
    ]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {len(names) - 1} features")


def rounded(row) -> str:
    return "(" + ", ".join(f"{value:.2f}" for value in row) + ")"


def report(rows) -> None:
    """The figures of the half that the weights were not derived from."""
    pairs = [(classifying.classify(form).kind, true) for _, form, true in rows]
    print(figures(pairs))
    for kind, count in Counter(true for _, true in pairs).most_common():
        both = sum(told == true == kind for told, true in pairs)
        told = sum(told == kind for told, _ in pairs)
        print(f"  {kind:18} {count:4}  P {both / max(told, 1):.2f}  R {both / count:.2f}")
    passed = [(true, form) for _, form, true in rows if not refused(form)]
    wrong = Counter(true for true, _ in passed if true != "search")
    print(f"the gate lets {len(passed)} through, of which not searches: {dict(wrong)}")


def refused(form) -> str | None:
    return gate.refusal(form, classifying.classify(form))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--write", action="store_true", help="derive the weights again")
    arguments = parser.parse_args()
    rows = list(annotated(arguments.wheel))
    if arguments.write:
        learn = [(features(form), kind) for domain, form, kind in rows if half(domain) == 0]
        write(*derived(learn))
        importlib.reload(weights)
        importlib.reload(classifying)
    report([row for row in rows if half(row[0]) == 1])


if __name__ == "__main__":
    main()
