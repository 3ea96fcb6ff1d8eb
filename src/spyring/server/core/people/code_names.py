"""Names for guests who give none: stars and figures of old tales, in every language."""

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


def code_names(again: int) -> tuple[str, ...]:
    """The names for the first time that they are given, the second, and so on.

    >>> code_names(1)[0], code_names(2)[0]
    ('Achernar', 'Achernar 2')
    """
    return CODE_NAMES if again == 1 else tuple(f"{name} {again}" for name in CODE_NAMES)
