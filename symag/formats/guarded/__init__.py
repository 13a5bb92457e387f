"""Guarded commands: what PRISM and JANI have in common, from typed modules to the components of a system."""
