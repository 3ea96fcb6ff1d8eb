"""The card of a data set, for people who get the folder."""

from typing import Any, Final

LICENCE: Final = "CC0-1.0"
TEST_EVERY: Final = 10  # one game in so many is for testing
TRAIN: Final = "train"
TEST: Final = "test"

COLUMNS: Final = {
    "game": ("int64", "the number of the game, from 0"),
    "seed": ("int64", "the seed of the game: with its moves in order it is the whole game"),
    "ply": ("int32", "the number of the decision within its game, from 0"),
    "seat": ("int8", "the seat that decided"),
    "observation": ("binary", "the vector of the seat, one byte per number; `layout` names the layout"),
    "legal": ("list of int32", "the legal moves; the number after the last move of the book means to wait"),
    "move": ("int32", "the move made"),
    "policy": (
        "list of float32",
        "the share of the bot's tries for each of `legal`; only the move if unknown",
    ),
    "value": ("float32", "the value that a search expected for the seat, from 0 to 1; null for other bots"),
    "reward": ("float32", "the final reward of the seat, from 0 to 1"),
}


def split_of(game: int) -> str:
    """The split of a game by its number. So a longer recording moves no game, and recordings of other bots
    with the same seed split the same cards.

    >>> [number for number in range(25) if split_of(number) == TEST]
    [9, 19]
    """
    return TEST if game % TEST_EVERY == TEST_EVERY - 1 else TRAIN


def card(header: dict[str, Any], shards: dict[str, str]) -> str:
    """The card as Markdown, with a header for hubs of data sets."""
    options = ", ".join(f"{name}={value}" for name, value in header["options"].items()) or "as they are"
    rows = [f"| `{name}` | {kind} | {meaning} |" for name, (kind, meaning) in COLUMNS.items()]
    return f"""---
license: {header["licence"].lower()}
pretty_name: Spyring, {header["game"]}
---
# Games of {header["game"]} between bots

| what | |
|---|---|
| program | spyring {header["program"]}, schema {header["schema"]} |
| rules, box | {header["rules"]}, {header["box"]} |
| options | {options} |
| bots by seat | {", ".join(header["bots"])} |
| seed of all games | {header["seed"]} |
| observations | {header["observation"]} numbers ({header["level"]}), layout {header["layout"]} |
| moves | {header["moves"]}, the last one means to wait |
| shards | {len(shards)}; `_dataset.json` has a digest of each |
| licence | {header["licence"]} |

No person played, and there are no personal data.

## Columns

A row is one decision.

| column | type | meaning |
|---|---|---|
{chr(10).join(rows)}

## Train and test

A game is for testing if its number ends in 9, and for training otherwise, all its rows together. The shards
of each split are in a folder of its name. Recordings of the same seed deal the same cards to equal numbers,
so games of other bots can be mixed without a deal on both sides.

## Reading

`spyring.research.record.batches(folder, split="train")` streams numpy arrays;
`spyring research layout {header["game"]}` explains the numbers of an observation.

`pandas.read_parquet(folder)` reads all games, `datasets.load_dataset(folder)` reads both splits. Such readers
skip files whose names begin with an underscore. On a hub of data sets, rename this file to `README.md`.
"""
