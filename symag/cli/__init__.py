"""The command line.

.. include:: README.md
"""
