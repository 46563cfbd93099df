"""Fixtures of this folder."""

from tests.support.whole_turns import turns_are_never_cut_by_time

__all__ = ["turns_are_never_cut_by_time"]
