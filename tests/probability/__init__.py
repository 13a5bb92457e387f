"""Tests of probabilistic safety."""
