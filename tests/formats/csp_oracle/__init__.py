"""Random CSPm scripts, and their traces by the denotational semantics. It shares neither code nor method with symag."""
