"""CPU time of `tabletop --help`, of a click hello-world and of Python alone: medians of interleaved runs."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

RUNS = 15
GOAL = 1.3
HELLO = "import click\n@click.command()\ndef hello():\n    click.echo('hello')\nhello()"


def cpu_seconds(args: list[str]) -> float:
    """User and system time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(args, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print both medians and their ratios."""
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "click hello-world": [sys.executable, "-c", HELLO],
        "tabletop --help": [sys.executable, "-m", "tabletop", "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, args in commands.items():
            times[name].append(cpu_seconds(args))
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:20} {median * 1000:7.1f} ms")
    pairs = zip(times["tabletop --help"], times["click hello-world"], strict=True)
    ratios = [tabletop / hello for tabletop, hello in pairs]
    print(f"tabletop --help / click hello-world: {statistics.median(ratios):.2f} (goal: at most {GOAL})")
    print(f"tabletop --help / python -c pass:    {medians['tabletop --help'] / medians['python -c pass']:.2f}")


if __name__ == "__main__":
    main()
