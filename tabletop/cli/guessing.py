"""A group of commands that is helpful about names it does not know."""

from __future__ import annotations

from typing import Any

import click


class GuessingGroup(click.Group):
    """A group that, for a name it does not know, says which of its commands was probably meant."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        name = args[0]
        if not name.startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            close = get_close_matches(name.lower(), self.list_commands(ctx), 1)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {close[0]!r}?" if close else ""))
        return super().resolve_command(ctx, args)
