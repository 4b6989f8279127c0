"""`python -m tabletop`."""

from tabletop.cli.main import main

if __name__ == "__main__":
    main()
