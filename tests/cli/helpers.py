"""What tests of the command line share."""

from __future__ import annotations

from click.testing import CliRunner, Result

from tabletop.cli.main import root


def call(*args: str, stdin: str | None = None) -> Result:
    """Run a command in this process; only for commands that are expected to succeed."""
    result = CliRunner().invoke(root, list(args), input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result
