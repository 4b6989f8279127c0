"""Start an engine and make sure that none of its processes outlives us: a script, one process per engine.

    python -I -S supervisor.py LIFELINE COMMAND...

The engine gets standard input and output as they are. LIFELINE is the number of a socket to the
process that uses the engine. Through it the supervisor reports how the start went: 0, or the errno.
When the other end closes, or that process dies, or the engine ends, the supervisor kills every
process that is left of the engine, and exits as the engine did.

On Linux, children that left the engine's process group are found as well. It imports nothing of
the package and little else, since it has to start fast.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PARENT_CHECK_SECONDS = 1.0
"""How often to check that our parent still lives, in case a fork of it holds the lifeline open."""
NOT_RUN = 127
"""The exit code if the engine could not be started."""


def main(lifeline: int, command: list[str]) -> int:
    """Start the engine, wait until it ends or the lifeline closes, and kill what is left; the wait status."""
    parent = os.getppid()
    os.set_inheritable(lifeline, False)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    wakeup, wakeup_end = os.pipe()
    os.set_blocking(wakeup_end, False)
    signal.set_wakeup_fd(wakeup_end, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _ignore)
    try:
        engine = start(command)
    except OSError as error:
        os.write(lifeline, b"%d" % (error.errno or 1))
        return NOT_RUN << 8
    # Only now, so that the engine does not inherit it.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _ignore)
    # Standard error is the null device. We must not hold the engine's pipes open.
    os.dup2(2, 0)
    os.dup2(2, 1)
    try:
        os.write(lifeline, b"0")
        status = wait(engine, lifeline, wakeup, parent)
    except OSError:
        status = None
    return kill_all(engine, status)


def start(command: list[str]) -> int:
    """Start the engine in a session of its own; its process id. Raises OSError if it cannot be run."""
    problem, problem_end = os.pipe()
    engine = os.fork()
    if engine == 0:
        try:
            os.setsid()
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            # Python ignores these two, and the engine would inherit that.
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(problem_end, b"%d" % (error.errno or 1))
        finally:
            os._exit(NOT_RUN)
    os.close(problem_end)
    if errno := os.read(problem, 20):
        os.waitpid(engine, 0)
        raise OSError(int(errno), os.strerror(int(errno)))
    os.close(problem)
    return engine


def wait(engine: int, lifeline: int, wakeup: int, parent: int) -> int | None:
    """Wait for the end: the wait status if it is the engine's, None if the engine has to be killed."""
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(wakeup, select.POLLIN)
    while os.getppid() == parent:
        ready = [file for file, _ in poll.poll(PARENT_CHECK_SECONDS * 1000)]
        if lifeline in ready:
            return None
        if wakeup in ready:
            numbers = os.read(wakeup, 1000)
            ended = reap()
            if engine in ended:
                return ended[engine]
            if set(numbers) != {signal.SIGCHLD}:
                return None
    return None


def reap() -> dict[int, int]:
    """The wait status of every child that has ended, by process id; raises ChildProcessError if there is no child."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            if ended:
                return ended
            raise
        if pid == 0:
            return ended
        ended[pid] = status


def kill_all(engine: int, status: int | None) -> int:
    """Kill the engine's process group and all our descendants; the engine's wait status.

    `status` is None if the engine has not been waited for yet. Children of a process that dies become ours.
    """
    _kill(-engine)
    pause = 0.001
    while True:
        try:
            status = reap().get(engine, status)
        except ChildProcessError:
            break
        found = [_kill(pid) for pid in descendants()]
        if found and not any(found):
            break
        time.sleep(pause)
        pause = min(2 * pause, 0.1)
    return signal.SIGKILL if status is None else status


def descendants() -> list[int]:
    """The process ids of all descendants of this process; without /proc, none is found."""
    children: dict[int, list[int]] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            children.setdefault(parent, []).append(int(name))
    found = [os.getpid()]
    for pid in found:
        found += children.get(pid, ())
    return found[1:]


def exit_like(status: int) -> None:
    """Exit as the process with this wait status did: with its exit code, or by its signal."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _kill(pid: int) -> bool:
    """Kill a process, or a group if negative; whether that was allowed."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    except OSError:
        return False
    return True


def _prctl(option: int, value: int) -> None:
    """Call prctl if the system has it (Linux)."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl:
        prctl(option, ctypes.c_ulong(value), 0, 0, 0)


def _ignore(number: int, frame: object) -> None:
    """Do nothing: the wakeup pipe says which signal came."""


if __name__ == "__main__":
    exit_like(main(int(sys.argv[1]), sys.argv[2:]))
