"""Models to study: families that grow, the case studies of the papers, and the papers' worked examples."""
