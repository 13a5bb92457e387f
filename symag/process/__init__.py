"""Work in a process of its own, which ends with the process that started it. See `symag.process.run`; and
`symag.process.pool` for many calls.

.. include:: README.md
"""

from symag.process.pool import WarmProcesses
from symag.process.run import Ended, in_a_process

__all__ = ["Ended", "WarmProcesses", "in_a_process"]
