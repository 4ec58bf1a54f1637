"""What repeats on a page: sets of sibling elements, or of runs of siblings, that look alike.

Every parent's children are grouped by tag and class and by the shape of what is in them; the same
place under parents of the same path is one set, so that the rows of a grid or of several tables
come together. A set over consecutive siblings (heading, text, line) starts at one kind of child.
No set is judged here (see `repeated_score`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from leadline.read.align import CELLS, lead, span_of
from leadline.read.fields_roles import ALWAYS, MARKING
from leadline.read.records import Element

SKIPPED = ALWAYS | MARKING - {"span"} | {"br"}
HEADS = frozenset({"dt", "h1", "h2", "h3", "h4", "h5", "h6"})
DEPTH = 3
MOST_FEATURES = 80
MOST_KINDS = 6
MOST_SHAPED = 400
LEVELS = 11
SAME_FORM = 0.8

Kind = tuple[str, tuple[str, ...]]  # a tag and its classes
Unit = tuple[Element, ...]


def kind_of(element: Element, classes: frozenset[str] | None = None) -> Kind:
    """Tag and telling classes: those without digits, and only known ones if they are given."""
    own = {t for t in element.classes if not any(c.isdigit() for c in t)}
    return element.tag, tuple(sorted(own if classes is None else own & classes))


def shape(unit: Iterable[Element], deepest: int = DEPTH) -> frozenset[str]:
    """The places inside a record, by tag alone, three levels deep if not said otherwise."""
    features: set[str] = set()
    level = [(element, element.tag, 0) for element in unit]
    while level and len(features) < MOST_FEATURES:
        features.update(name for _, name, _ in level)
        level = [
            (child, f"{name}/{step}", depth + 1)
            for element, name, depth in level
            if depth < deepest
            for child, step in _steps(element)
        ]
    return frozenset(features)


def has_half(unit: Iterable[Element], core: frozenset[str]) -> bool:
    """Whether at least half of these places are in a record; looks no deeper than it must."""
    features: set[str] = set()
    level = [(element, element.tag) for element in unit]
    for _ in range(DEPTH + 1):
        features.update(name for _, name in level)
        if 2 * len(features & core) >= len(core):
            return True
        if len(features) >= MOST_FEATURES:
            return False
        level = [(c, f"{name}/{step}") for e, name in level for c, step in _steps(e)]
    return False


def _steps(element: Element) -> Iterator[tuple[Element, str]]:
    column = 1
    for child in element.elements():
        if child.tag in CELLS:
            yield child, f"{child.tag}{column}"
            column += span_of(child)
        elif child.tag not in SKIPPED:
            yield child, child.tag


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two shapes have in common, 0 to 1."""
    return len(one & other) / (len(one | other) or 1)


def core_of(shapes: Sequence[frozenset[str]]) -> frozenset[str]:
    """What more than half of the shapes have."""
    counts = Counter(feature for own in shapes for feature in own)
    return frozenset(feature for feature, n in counts.items() if 2 * n > len(shapes))


@dataclass(slots=True)
class Repeated:
    """Alike units below parents of one path, on each of the pages given.

    With `starts`, units are runs of siblings that start with this kind (and this `form`, where
    tag and class do not tell children apart).
    """

    parent: tuple[Kind, ...]
    kind: Kind
    starts: bool = False
    form: frozenset[str] = frozenset()
    pages: dict[int, list[Unit]] = field(default_factory=lambda: defaultdict(list))
    parents: dict[int, list[Element]] = field(default_factory=lambda: defaultdict(list))

    def units(self) -> list[Unit]:
        """All units, page by page."""
        return [unit for units in self.pages.values() for unit in units]


Set = tuple[Kind, bool, frozenset[str], list[Unit]]


def repeated(roots: Sequence[Element]) -> list[Repeated]:
    """All sets that repeat on at least one of these pages."""
    known = _known_classes(roots)
    found: dict[tuple[tuple[Kind, ...], Kind, bool, frozenset[str]], Repeated] = {}
    for page, root in enumerate(roots):
        for path, parent in _parents(root, known):
            for kind, starts, form, units in _sets(parent, known):
                own = found.setdefault(
                    (path, kind, starts, form), Repeated(path, kind, starts, form)
                )
                own.pages[page] += units
                own.parents[page].append(parent)
    return [one for one in found.values() if max(map(len, one.pages.values())) >= 2]


def _known_classes(roots: Sequence[Element]) -> frozenset[str]:
    """Classes found on at least half the pages."""
    counts: Counter[str] = Counter()
    for root in roots:
        own: set[str] = set()
        for element in descendants(root):
            own.update(element.classes)
        counts.update(own)
    return frozenset(token for token, pages in counts.items() if 2 * pages >= len(roots))


def descendants(root: Element) -> Iterator[Element]:
    """An element and all below it, in the order of the page."""
    stack = [root]
    while stack:
        element = stack.pop()
        yield element
        stack.extend(reversed(list(element.elements())))


def _parents(root: Element, known: frozenset[str]) -> Iterator[tuple[tuple[Kind, ...], Element]]:
    stack: list[tuple[tuple[Kind, ...], Element]] = [((), root)]
    while stack:
        path, element = stack.pop()
        inner = list(element.elements())
        if inner:
            yield path, element
        for child in reversed(inner):
            if child.children:
                stack.append(((*path[-LEVELS:], kind_of(child, known)), child))


def _sets(parent: Element, known: frozenset[str]) -> Iterator[Set]:
    children = parts_of(parent)
    kinds = [kind_of(child, known) for child in children]
    seeds = [kind for kind, _ in Counter(kinds).most_common(MOST_KINDS)]
    yield from _single_sets(children, kinds, seeds)
    if len(children) >= 4 and len(set(kinds)) > 1:
        for seed in seeds:
            yield from _runs(children, [kind == seed for kind in kinds], seed)
        yield from _headed_runs(children, {kind[0] for kind in kinds if kind[1]})
    elif len(children) >= 4:
        yield from _shaped_runs(children, kinds[0])
    if len(children) >= 8 and children[0].tag in ("dt", "tr"):
        yield from _labelled_runs(children, kinds[0])


def parts_of(parent: Element) -> list[Element]:
    """The children that may be records, or parts of them."""
    return [child for child in parent.elements() if child.tag not in SKIPPED]


def _headed_runs(children: Sequence[Element], tags: Iterable[str]) -> Iterator[Set]:
    """Runs that start with a term or a heading of whatever class: open and closed, new and old."""
    for tag in sorted(HEADS.intersection(tags)):
        yield from _runs(children, [child.tag == tag for child in children], (tag, ()))


def _labelled_runs(children: Sequence[Element], kind: Kind) -> Iterator[Set]:
    """Runs in one long list of labels and values, each starting with the first label."""
    first = lead(children[0])
    leads = Counter(lead(child) for child in children if child.tag == kind[0])
    common = [text for text, times in leads.items() if 2 * times > leads[first]]
    if first and leads[first] > 1 and len(common) > 1 and sum(leads.values()) > 2 * len(leads):
        starts = [child.tag == kind[0] and lead(child) == first for child in children]
        yield from _runs(children, starts, kind, frozenset({f"={first}"}))


def _single_sets(
    children: Sequence[Element], kinds: Sequence[Kind], seeds: Sequence[Kind]
) -> Iterator[Set]:
    some: dict[Kind, list[frozenset[str]]] = defaultdict(list)
    for kind, child in zip(kinds, children, strict=True):
        if len(some[kind]) < 8:
            some[kind].append(shape([child]))
    shapes = {kind: core_of(own) for kind, own in some.items()}
    done: set[Kind] = set()
    for seed in seeds:
        if seed in done:
            continue
        akin = {k for k in shapes if k[0] == seed[0] and _are_akin(k, seed, some, shapes)}
        done |= akin
        common = set(seed[1]).intersection(*(kind[1] for kind in akin))
        units: list[Unit] = [
            (child,) for kind, child in zip(kinds, children, strict=True) if kind in akin
        ]
        yield (seed[0], tuple(sorted(common))), False, frozenset(), units


def _are_akin(
    one: Kind, other: Kind, found: dict[Kind, list[frozenset[str]]],
    shapes: dict[Kind, frozenset[str]],
) -> bool:  # fmt: skip
    """Whether kinds of different class are one: the fewer of them, the less they must agree."""
    rare = min(len(found[one]), len(found[other])) < 3
    return alike(shapes[one], shapes[other]) >= (0.7 if rare else 0.8)


def _shaped_runs(children: Sequence[Element], kind: Kind) -> Iterator[Set]:
    """Runs among children of one kind: rows of different make-up that take turns."""
    shapes = [shape([child]) for child in children[:MOST_SHAPED]]
    forms = [form for form, times in Counter(shapes).most_common(3) if times > 1]
    for form in forms:
        starts = [alike(form, own) >= SAME_FORM for own in shapes]
        yield from _runs(children, starts, kind, form)


def usual_size(units: Sequence[Sequence[Element]]) -> int:
    """How many siblings are one unit; 0 if that varies."""
    sizes = Counter(map(len, units))
    size, times = sizes.most_common(1)[0]
    return size if times >= 0.8 * (len(units) - 1) else 0


def _is_one_list(units: Sequence[Sequence[Element]]) -> bool:
    """Whether what follows the start of a run is like the start: odd and even rows.

    Rows of one tag are runs only if they take turns regularly.
    """
    tags = {element.tag for unit in units for element in unit}
    if len(tags) == 1 and not usual_size(units):
        return True
    pairs = [(unit[0], other) for unit in units[:20] for other in unit[1:4]]
    same = sum(
        one.tag == other.tag and alike(shape([one]), shape([other])) >= 0.8 for one, other in pairs
    )
    return same > 0.3 * len(pairs)


def _runs(
    children: Sequence[Element], starts: Sequence[bool], kind: Kind,
    form: frozenset[str] = frozenset(),
) -> Iterator[Set]:  # fmt: skip
    units: list[list[Element]] = []
    for child, is_start in zip(children, starts, strict=False):
        if is_start:
            units.append([child])
        elif units:
            units[-1].append(child)
    several = sum(len(unit) > 1 for unit in units)
    apart = any(feature[0] == "=" for feature in form) or not _is_one_list(units)
    if len(units) >= 2 and several >= 0.5 * len(units) and apart:
        yield kind, True, form, [tuple(unit) for unit in units]
