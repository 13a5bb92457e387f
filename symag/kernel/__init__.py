"""Checks evidence with the standard library only. Nothing of symag is imported here; only `symag.evidence.audit` calls it."""
