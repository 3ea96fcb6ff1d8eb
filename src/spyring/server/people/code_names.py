"""What guests are called who do not say a name: stars and figures of old tales, in every language."""

import secrets
from collections.abc import Collection
from typing import Final

NAMES: Final = """
    Achernar Adhara Albireo Alcor Alcyone Aldebaran Algol Alioth Alkaid Almach Alnitak Alphard
    Alrescha Altair Amalthea Andromeda Antares Arcturus Ariadne Ariel Atlas Aurora Bellatrix
    Calliope Callisto Calypso Canopus Capella Cassiopeia Castor Cepheus Ceres Clio Cordelia Daphne
    Deneb Dione Electra Elnath Enif Europa Fomalhaut Galatea Ganymede Hadar Halimede Helene Hydra
    Hyperion Iapetus Io Izar Juno Larissa Leda Luna Lyra Maia Mimosa Minerva Mintaka Mira Mirach
    Miranda Mizar Naiad Nereid Oberon Ophelia Orion Pallas Pandora Perdita Perseus Phoebe Pollux
    Portia Procyon Prospero Proteus Puck Regulus Rhea Rigel Rosalind Sabik Sadira Saiph Selene
    Sirius Spica Talitha Tarazed Taygeta Thalia Thebe Titania Triton Unukalhai Urania Vega Vesper
    Vesta Zaniah Zosma
"""
CODE_NAMES: Final = tuple(NAMES.split())


def code_name(taken: Collection[str]) -> str:
    """A name by lot that is not taken.

    >>> code_name(()) in CODE_NAMES
    True
    >>> code_name(set(CODE_NAMES) - {"Vega"})
    'Vega'
    >>> code_name(CODE_NAMES)[-2:]
    ' 2'
    """
    again = 1
    while True:
        free = [name for name in (_numbered(name, again) for name in CODE_NAMES) if name not in taken]
        if free:
            return secrets.choice(free)
        again += 1


def _numbered(name: str, again: int) -> str:
    return name if again == 1 else f"{name} {again}"
