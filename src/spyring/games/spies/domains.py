"""The things of Spies! with numbers in their names."""

from typing import Final

from spyring.engine.i18n import Translate, _, english
from spyring.engine.notation import Domain
from spyring.games.spies import words as w


class Numbered(Domain):
    """Things with a word and a number: Secret 17, Germany 3."""

    def __init__(self, name: str, labels: tuple[str, ...], words: tuple[str, ...], each: int) -> None:
        super().__init__(name, labels, words)
        self.words = words  # message keys
        self.each = each

    def title(self, number: int, translate: Translate = english) -> str:
        if not 0 <= number < len(self.labels):
            return str(number)
        return f"{translate(self.words[number // self.each])} {number % self.each + 1}"


SPY_IDS: Final = tuple(f"{nation}-{number}" for nation in w.NATION_IDS for number in w.OWN_SPY_IDS)
SECRET_IDS: Final = tuple(f"secret-{number + 1}" for number in range(w.SECRETS))
SPY: Final = Numbered("spy", SPY_IDS, w.NATION.titles, w.SPIES)
SECRET: Final = Numbered("secret", SECRET_IDS, (_("Secret"),), w.SECRETS)
