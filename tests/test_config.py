"""What one does not want to type twice."""

import pytest

from leadline.config import BadConfig, load_config


def test_the_file_here_is_found_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    assert load_config() == (None, {})
    own = tmp_path / "home" / "leadline"
    own.mkdir(parents=True)
    (own / "leadline.toml").write_text("[harvest]\ndelay = 3.0\n")
    assert load_config()[1] == {"harvest": {"delay": 3.0}}
    (tmp_path / "leadline.toml").write_text("[harvest]\ndelay = 2.0\n")
    assert load_config()[1] == {"harvest": {"delay": 2.0}}


@pytest.mark.parametrize("text", [b"delay = ", b"\xff\xfe"])
def test_a_broken_file_is_named(tmp_path, text):
    path = tmp_path / "x.toml"
    path.write_bytes(text)
    with pytest.raises(BadConfig, match=r"x\.toml"):
        load_config(path)
