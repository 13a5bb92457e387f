"""Hypothesis: the same number of examples everywhere, no deadlines on a shared machine."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("symag", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("symag")

for _variable in ("FORCE_COLOR", "CLICOLOR_FORCE"):  # the tests read what people would see in plain text
    os.environ.pop(_variable, None)

os.environ["PYSMT_CYTHON"] = "0"  # processes that compile pySMT's parser at the same time spoil it for each other

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; the tests of Ctrl-C need it
    signal.signal(signal.SIGINT, signal.default_int_handler)
