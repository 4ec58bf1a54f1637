"""What the errors say."""

import pytest

from leadline.errors import BadData, LeadlineError, MissingExtra, UnknownPolicy


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            UnknownPolicy("gredy", ["mmmi", "random"]),
            "unknown policy 'gredy'; there are: mmmi, random",
        ),
        (MissingExtra("pyarrow", "parquet"), "this needs pyarrow: pip install 'leadline[parquet]'"),
        (BadData("films.jsonl, line 3: not JSON"), "films.jsonl, line 3: not JSON"),
    ],
)
def test_every_error_can_be_caught_at_the_root_and_says_what_to_do(error, message):
    assert isinstance(error, LeadlineError)
    assert str(error) == message


def test_an_error_carries_its_subject():
    assert UnknownPolicy("gredy", []).name == "gredy"
    assert MissingExtra("pyarrow", "parquet").package == "pyarrow"
