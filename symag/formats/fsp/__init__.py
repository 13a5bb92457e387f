"""FSP, the language of LTSA: Magee and Kramer, "Concurrency: State Models and Java Programs"."""

BINARY = "mCRL2 writes binary .lts files, too; turn such a file into .aut by its ltsconvert"
"""What a file may be that is no text."""
