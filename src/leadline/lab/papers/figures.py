"""The table of experiments: what each figure runs, on which kind of source, and what it claimed.

Sizes of the papers' sources are carried over as ratios where the number itself means nothing on
another table: a budget of 10,000 pages for 37,000 records is 2.7 times the pages that could hold
them all; a limit of 10,000 for 429,000 documents is 2.3 % of them.
"""

from __future__ import annotations

from leadline.lab.papers import claims
from leadline.lab.papers.figure import Claim, Figure, Series, UnknownFigure, Variation, lines
from leadline.model import QUERIES, Cost

ALL = "all"

# --- Wu et al. 2006: a form, result pages of ten ----------------------------------------------

NAIVE = ("breadth-first", "depth-first", "random")
AMAZON = 3200  # records shown for a query
SPENT = 10_000 / 3_700  # pages over the floor: 10,000 for about 37,000 records
HALFWAY = 5_500 / 3_700

WU_3 = Figure(
    name="wu-3",
    title="Greedy link against breadth-first, depth-first and random",
    interface="attribute",
    target=0.9,
    series=lines("sounding", "greedy-link", *NAIVE),
    claims=(
        Claim(
            "Greedy link reaches every coverage with the fewest pages.",
            claims.cheapest("greedy-link", 0.5, 0.8, 0.9),
        ),
        Claim(
            "Beyond 80 % coverage the cost of all methods rises dramatically (at least twofold).",
            claims.dearer_from(0.8, 0.9),
        ),
    ),
)

WU_4 = Figure(
    name="wu-4",
    title="Dependency: min-max mutual information from 85 % on",
    interface="attribute",
    above=0.8,
    series=lines("sounding", "greedy-link", "mmmi-85"),
    claims=(
        Claim(
            "With MMMI from 85 % on, the last part takes fewer pages than with greedy link.",
            claims.cheaper("mmmi-85", "greedy-link", 0.95),
        ),
    ),
)

GENEROUS = Variation(limit=AMAZON)
SMALLER = Variation(limit=AMAZON, domain=0.7)  # 190,000 of 270,000 records

WU_5 = Figure(
    name="wu-5",
    title="Domain knowledge against greedy link",
    interface="attribute",
    series=(
        *lines("sounding", "greedy-link", variation=GENEROUS),
        Series("DM(I)", "domain", GENEROUS),
        Series("DM(II)", "domain", SMALLER),
    ),
    claims=(
        Claim(
            "Both domain crawlers hold more than greedy link after 2.7 × the page floor.",
            claims.ahead_after(SPENT, ("DM(I)", "DM(II)"), "greedy-link"),
        ),
        Claim(
            "DM(I) holds about 95 % by then (at least 90 %).",
            claims.holds_after(SPENT, "DM(I)", 0.9),
        ),
        Claim(
            "DM(I) holds about 80 % after 1.5 × the page floor.",
            claims.holds_after(HALFWAY, "DM(I)", 0.8),
        ),
        Claim(
            "A smaller domain table costs a little (at most 10 % of coverage).",
            claims.slightly_ahead_after(SPENT, "DM(I)", "DM(II)"),
        ),
    ),
)


def _limited(limit: int) -> tuple[Series, ...]:
    variation, note = Variation(limit=limit), f"K={limit}"
    return (
        *lines("sounding", "greedy-link", variation=variation, note=note),
        Series(f"DM, {note}", "domain", variation),
    )


WU_6 = Figure(
    name="wu-6",
    title="Result limits of 10, 50 and 3200",
    interface="attribute",
    series=(*_limited(10), *_limited(50), *_limited(AMAZON)),
    claims=(
        Claim(
            "Tighter limits cost both methods coverage.",
            claims.both(*(
                claims.falling_after(SPENT, *(f"{who}, K={k}" for k in (AMAZON, 50, 10)))
                for who in ("DM", "greedy-link")
            )),
        ),
        Claim(
            "With K=10 both drop by about 50 % (35 to 65 %).",
            claims.both(*(
                claims.drops_after(SPENT, f"{who}, K={AMAZON}", f"{who}, K=10", 0.5, 0.15)
                for who in ("DM", "greedy-link")
            )),
        ),
        Claim(
            "With K=50 both drop by about 20 % (10 to 30 %).",
            claims.both(*(
                claims.drops_after(SPENT, f"{who}, K={AMAZON}", f"{who}, K=50", 0.2, 0.1)
                for who in ("DM", "greedy-link")
            )),
        ),
    ),
)  # fmt: skip

WU_2 = Figure(
    name="wu-2",
    title="Degrees of the attribute-value graph",
    interface="attribute",
    axis="degree",
    series=(),
    claims=(),  # made on the degrees, not on runs: see `degrees`
)

# --- Ntoulas et al. 2005: a search box, queries are what costs ---------------------------------

LISTS = ("random-16k", "random-1m")
KEYWORDS = ("sounding", "adaptive", "generic-frequency", *LISTS, "oracle")
STOPPED = 30  # PubMed refuses stop-words; the other three answer them

RANDOM_IS_WORSE = Claim(
    "Adaptive and generic-frequency are well above both random policies (1.5 × the coverage).",
    claims.well_above(("adaptive", "generic-frequency"), LISTS, "adaptive"),
)
MILLION_IS_WORSE = Claim(
    "Random-1M is below random-16K.",
    claims.below("random-1m", "random-16k", "adaptive"),
)
ADAPTIVE_WINS = Claim(
    "Adaptive needs fewer queries than generic-frequency.",
    claims.both(
        claims.cheaper("adaptive", "generic-frequency", 0.8),
        claims.cheaper("adaptive", "generic-frequency", 0.9),
    ),
)
GENERIC_KEEPS_UP = Claim(
    "On a generic collection generic-frequency is about as good as adaptive, or slightly better.",
    claims.about_as_cheap("generic-frequency", "adaptive", 0.8),
)


def _coverage(
    number: int, title: str, between: Claim, limit: float | None = None, stop_words: int = 0
) -> Figure:
    return Figure(
        name=f"ntoulas-{number}",
        title=title,
        interface="keyword",
        cost=QUERIES,
        axis="queries",
        page_size=100,
        stop_words=stop_words,
        series=lines(*KEYWORDS, variation=Variation(limit=limit)),
        claims=(RANDOM_IS_WORSE, between, MILLION_IS_WORSE),
    )


DMOZ = 0.02
STARTS = {"high": 0.096, "medium": 0.022, "low": 0.002, "rare": 0.00005}  # data … pubmed

NTOULAS_14 = Figure(
    name="ntoulas-14",
    title="The first query: a word of high, medium or low frequency, or a rare one",
    interface="keyword",
    cost=QUERIES,
    axis="queries",
    page_size=100,
    stop_words=STOPPED,
    seeds=1,
    series=tuple(
        series
        for policy in ("sounding", "adaptive")
        for name, share in STARTS.items()
        for series in lines(policy, variation=Variation(first=share), note=name)
    ),
    claims=(
        Claim(
            "From the 25th query on coverage hardly depends on the first (5 % at most).",
            claims.alike_from(25, "adaptive"),
        ),
    ),
)

TIGHT, LOOSE = Variation(limit=DMOZ / 10), Variation(limit=DMOZ)

NTOULAS_15 = Figure(
    name="ntoulas-15",
    title="A limit ten times tighter",
    interface="keyword",
    cost=QUERIES,
    axis="queries",
    page_size=100,
    stretch=50,
    target=0.9,
    series=(
        *lines("sounding", "adaptive", "generic-frequency", variation=TIGHT, note="tight"),
        *lines("sounding", "adaptive", "generic-frequency", variation=LOOSE, note="loose"),
    ),
    claims=(
        Claim(
            "The tighter limit takes more queries for the same coverage.",
            claims.cheaper("adaptive, loose", "adaptive, tight", 0.7),
        ),
        Claim(
            "Most of the site can still be had: adaptive passes 85 %.",
            claims.reaches("adaptive, tight", 0.85),
        ),
        Claim(
            "Adaptive beats generic-frequency under both limits.",
            claims.both(
                claims.cheaper("adaptive, tight", "generic-frequency, tight", 0.7),
                claims.cheaper("adaptive, loose", "generic-frequency, loose", 0.7),
            ),
        ),
    ),
)

RESULTS = 20  # on a page of NTOULAS_16

NTOULAS_16 = Figure(
    name="ntoulas-16",
    title="Download cost: 100 for a query, 100 for a result, 10,000 for a document",
    interface="keyword",
    cost=Cost(query=100, page=100 * RESULTS, record=10_000),
    axis="cost units",
    page_size=RESULTS,
    stop_words=STOPPED,
    series=lines("sounding", "adaptive", "generic-frequency"),
    claims=(
        Claim(
            "Adaptive pays less than generic-frequency for the same coverage.",
            claims.both(
                claims.cheaper("adaptive", "generic-frequency", 0.5),
                claims.cheaper("adaptive", "generic-frequency", 0.9),
            ),
        ),
        Claim(
            "Its lead is smaller than when only queries count.",
            claims.smaller_lead_than_in_queries("adaptive", "generic-frequency", 0.8),
        ),
    ),
)

FIGURES: dict[str, Figure] = {
    figure.name: figure
    for figure in (
        WU_2,
        WU_3,
        WU_4,
        WU_5,
        WU_6,
        _coverage(10, "Policies on a collection of one topic", ADAPTIVE_WINS, None, STOPPED),
        _coverage(11, "Policies on a generic collection", GENERIC_KEEPS_UP, 0.05),
        _coverage(12, "Policies on a generic collection of many languages", ADAPTIVE_WINS, DMOZ),
        _coverage(13, "Policies on one topic, results limited", ADAPTIVE_WINS, 0.023),
        NTOULAS_14,
        NTOULAS_15,
        NTOULAS_16,
    )
}


def named(name: str) -> tuple[Figure, ...]:
    """The figure of that name, or all of them."""
    if name == ALL:
        return tuple(FIGURES.values())
    if name not in FIGURES:
        raise UnknownFigure(f"unknown experiment '{name}'; there are: {', '.join(FIGURES)}, {ALL}")
    return (FIGURES[name],)
