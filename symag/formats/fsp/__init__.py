"""FSP, the language of LTSA: Magee and Kramer, "Concurrency: State Models and Java Programs"."""

from symag.formats.format import Comments, Format, on_first_use

__all__ = ["FSP"]

FSP = Format(
    "FSP",
    (".lts",),
    "the language of LTSA",
    read=on_first_use("symag.formats.fsp.read", "read_fsp"),
    whole=on_first_use("symag.formats.fsp.read", "compose_fsp"),
    write=on_first_use("symag.formats.fsp.write", "fsp_file"),
    writes_components=True,
    action_name=on_first_use("symag.formats.fsp.write", "fsp_action"),
    comments=Comments("//", ("/*", "*/")),
    selects_processes=True,
    takes_constants=True,
    conjuncts=on_first_use("symag.formats.fsp.read", "read_conjuncts"),
    properties=on_first_use("symag.formats.fsp.read", "properties"),
    assertions=on_first_use("symag.formats.fsp.read", "questions"),
    binary_hint="mCRL2 writes binary .lts files, too; turn such a file into .aut by its ltsconvert",
)
