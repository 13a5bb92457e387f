"""Checks evidence with the standard library only: imports nothing of symag; only `symag.evidence.audit` calls it.

.. include:: README.md
"""
