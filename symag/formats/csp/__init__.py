"""CSPm, the machine-readable CSP of FDR: Roscoe, "Understanding Concurrent Systems"; the manual of FDR."""
