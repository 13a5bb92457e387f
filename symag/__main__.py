"""`python -m symag` is `symag`."""

from symag.cli.main import main

if __name__ == "__main__":
    main()
