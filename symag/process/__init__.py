"""Work in a process of its own, which ends with the process that started it. See `symag.process.run`.

.. include:: README.md
"""

from symag.process.run import Ended, in_a_process

__all__ = ["Ended", "in_a_process"]
