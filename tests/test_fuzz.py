"""Mutated inputs by hypothesis: a result or a coded error. 100,000 more by `make fuzz`; see `fuzz.py`."""

from __future__ import annotations

import json
import random
import time

import fuzz
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banmen import door


@pytest.mark.parametrize("name", fuzz.TRIALS)
@settings(max_examples=150, deadline=None)
@given(rng=st.randoms(use_true_random=False))
def test_mutated(name: str, rng: random.Random) -> None:
    fuzz.trial(name, rng)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=9), part, max_size=3),
    max_leaves=9,
)
METHOD = st.sampled_from(sorted(door.METHODS)) | ANY_JSON


@settings(max_examples=100, deadline=None)
@given(st.text() | st.fixed_dictionaries({"id": ANY_JSON, "method": METHOD, "params": ANY_JSON}).map(json.dumps))
def test_the_door_answers_any_text(text: str) -> None:
    answer = json.loads(door.handle(text))
    assert answer.keys() in ({"id", "result"}, {"id", "error"})


HOSTILE = ["[" * 100_000, '{"a":' * 100_000, "9" * 100_000, '"' + "x" * 2_000_000 + '"', "\ud800", '"\\ud800"', "", "\0"]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:9]))
def test_the_door_answers_hostile_text(text: str) -> None:
    assert "error" in json.loads(door.handle(text))


def test_a_long_record_takes_seconds_not_minutes() -> None:
    moves = ["5i5h", "5a5b", "5h5i", "5b5a"] * 1250
    rules = {"repetition": "off", "no_capture_limit": 9999}
    began = time.process_time()
    answer = json.loads(door.handle(json.dumps({"method": "view", "params": {"record": {
        "game": "hasami", "rules": rules, "moves": moves,
    }}})))
    assert answer["result"]["counters"]["ply"] == 5000
    assert time.process_time() - began < fuzz.SECONDS
