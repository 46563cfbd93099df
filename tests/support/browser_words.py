"""The client's words, read from its own files, so that a test names a sentence and not its wording."""

import json
import re
from functools import cache
from typing import Any

from tests.support.server_process import ROOT

LANGUAGES = ("en", "sv", "fr")
_FILES = ROOT / "frontend" / "src" / "i18n"
_ONE = {"en": {1}, "sv": {1}, "fr": {0, 1}}
"""The whole numbers that take a language's singular."""


@cache
def _messages(language: str) -> dict[str, Any]:
    messages: dict[str, Any] = json.loads((_FILES / f"{language}.json").read_text(encoding="utf-8"))
    return messages


class Words:
    """One language.

    >>> words = Words("en")
    >>> words("rows.lay", card=17) == words.pattern("rows.lay").fullmatch(words("rows.lay", card=17)).group()
    True
    >>> words.read("rows.lay", words("rows.lay", card=17))
    {'card': '17'}
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **params: object) -> str:
        """The sentence with its parameters in place; `n` decides between singular and plural."""
        message = _messages(self.language)[key]
        if isinstance(message, dict):
            message = message["one" if params["n"] in _ONE[self.language] else "other"]
        return re.sub(r"\{(\w+)\}", lambda match: str(params[match[1]]), message)

    def pattern(self, key: str, **params: object) -> re.Pattern[str]:
        """Matches the sentence for all parameters not given, in singular and plural."""
        message = _messages(self.language)[key]
        forms = message.values() if isinstance(message, dict) else [message]
        return re.compile("|".join(f"(?:{self._form(form, params)})" for form in forms))

    def read(self, key: str, text: str) -> dict[str, str]:
        """The parameters in a sentence that the client has written."""
        message = _messages(self.language)[key]
        for form in message.values() if isinstance(message, dict) else [message]:
            if match := re.fullmatch(self._form(form, {}, named=True), text):
                return match.groupdict()
        raise ValueError(f"not a sentence of {key}: {text}")

    @staticmethod
    def _form(form: str, params: dict[str, object], *, named: bool = False) -> str:
        parts = re.split(r"\{(\w+)\}", form)
        return "".join(
            re.sub(r"[\u00a0\u202f]", r"\\s", re.escape(part))  # browsers' accessible names have plain spaces
            if index % 2 == 0
            else re.escape(str(params[part]))
            if part in params
            else (f"(?P<{part}>.+?)" if named else ".+?")
            for index, part in enumerate(parts)
        )
