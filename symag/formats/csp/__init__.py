"""CSPm, the machine-readable CSP of FDR: Roscoe, "Understanding Concurrent Systems"; the manual of FDR."""

from symag.formats.format import Comments, Format, on_first_use

__all__ = ["CSP"]

CSP = Format(
    "CSPm",
    (".csp",),
    "the language of FDR",
    read=on_first_use("symag.formats.csp.read", "read_csp"),
    whole=on_first_use("symag.formats.csp.read", "compose_csp"),
    comments=Comments("--", ("{-", "-}")),
    selects_processes=True,
    takes_constants=True,
    assertions=on_first_use("symag.formats.csp.read", "csp_questions"),
    refinement="assert {specification} [T= {system}",
    is_hidden=on_first_use("symag.formats.csp.structure", "is_hidden_name"),
    skips_mark=True,
)
