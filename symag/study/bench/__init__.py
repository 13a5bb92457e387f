"""Benchmarks: what `symag bench` measures. Each is a record here, and a module of its name that has its jobs."""

from symag.study.bench.benchmark import Benchmark, Found, Settings, measure

__all__ = ["BENCHMARKS", "Benchmark", "Found", "Settings", "measure"]

BENCHMARKS = {
    benchmark.name: benchmark
    for benchmark in (
        Benchmark(
            "engine",
            "composing and deciding beside Storm and the textbook",
            "3 minutes, with --beyond 10",
            ("beyond",),
        ),
        Benchmark("smt", "the solvers beside the fixpoint", "10 minutes"),
        Benchmark("traces", "membership, trace inclusion and learning beside plain sets, mCRL2 and AALpy", "5 minutes"),
        Benchmark("agar", "proofs by parts beside composing", "15 minutes"),
        Benchmark(
            "cav12",
            "Table 1 of CAV'12 beside the paper's own figures, at most 4 GB a cell",
            "3 minutes, with --beyond 30",
            ("backend", "strategy", "timeout", "beyond"),
        ),
        Benchmark(
            "cav08",
            "Tables 1 and 2 of CAV'08, for safety properties, at most 4 GB a cell",
            "15 minutes, with --beyond 60",
            ("timeout", "beyond"),
        ),
        Benchmark(
            "csp",
            "Tables 1 and 2 of Wehrheim and Wonisch 2008, a scheduler in CSP, at most 8 GB a cell",
            "20 minutes, with --beyond 35",
            ("timeout", "beyond"),
        ),
        Benchmark(
            "minimal",
            "smallest assumptions beside those of other methods, at most 4 GB a cell",
            "20 minutes, with --beyond 30",
            ("timeout", "beyond"),
        ),
        Benchmark(
            "auto",
            "the method auto beside the best single method, at most 4 GB a cell",
            "10 minutes",
            ("timeout", "beyond"),
        ),
        Benchmark(
            "probability",
            "probabilistic safety beside Storm, at most 4 GB a cell",
            "5 minutes, with --beyond 15",
            ("beyond",),
        ),
        Benchmark(
            "peers",
            "symag beside FlowSim, mCRL2, LTSA, Storm and AALpy, those that are there",
            "20 minutes, with --beyond an hour",
            ("timeout", "beyond", "tools"),
        ),
        Benchmark("overhead", "what a job of a study costs beyond its own time, and opening a large store", "a minute"),
    )
}
"""By their names."""
