"""Tasks of Ada: programs whose models are flow graphs, as FLAVERS has them."""

from symag.formats.format import Comments, Format, on_first_use

__all__ = ["ADA"]

ADA = Format(
    "Ada",
    (".ada",),
    "tasks with rendezvous and shared variables",
    read=on_first_use("symag.formats.flow.read", "read_flow"),
    comments=Comments("--"),
    takes_constants=True,
    draws=on_first_use("symag.formats.flow.picture", "draw_flow"),
    asked=on_first_use("symag.formats.flow.read", "ask_flow"),
)
