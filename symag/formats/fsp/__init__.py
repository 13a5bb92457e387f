"""FSP, the language of LTSA: Magee and Kramer, "Concurrency: State Models and Java Programs"."""
