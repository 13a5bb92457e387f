"""Simulation as constraints: the encodings, the solvers, and trees from unsatisfiable cores."""
