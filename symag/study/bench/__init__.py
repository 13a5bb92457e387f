"""Benchmarks: what `symag bench` measures."""
