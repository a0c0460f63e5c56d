"""Where trio and asyncio meet: trio is a guest of the loop that prompt_toolkit needs.

trio owns the program; asyncio only hosts the screen. Both share one thread, so a
trio task may touch the screen, and a key may send to a trio task without waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NoReturn, TypeVar

import outcome
import trio
from prompt_toolkit.application import Application

T = TypeVar("T")


def run(
    async_fn: Callable[[], Awaitable[T]],
    *,
    clock: trio.abc.Clock | None = None,
    instruments: Sequence[trio.abc.Instrument] = (),
) -> T:
    """Run a trio function as `trio.run` does; screens can be awaited inside.

    Args:
        async_fn: The program.
        clock: As for `trio.run`.
        instruments: As for `trio.run`.

    Returns:
        What the function returned; what it raised is raised.
    """

    async def host() -> outcome.Outcome[T]:
        loop = asyncio.get_running_loop()
        finished: asyncio.Future[outcome.Outcome[T]] = loop.create_future()
        trio.lowlevel.start_guest_run(
            async_fn,
            clock=clock,
            instruments=instruments,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=finished.set_result,
            # asyncio sets it, for SIGWINCH.
            host_uses_signal_set_wakeup_fd=True,
        )
        return await finished

    with asyncio.Runner() as runner:
        # Not runner.run(): on SIGINT it would cancel the host and abandon the guest.
        return runner.get_loop().run_until_complete(host()).unwrap()


async def run_screen_of(application: Application[T]) -> T:
    """Show an application until it exits.

    The terminal is restored before this returns, raises or is cancelled. Signals
    are the caller's: neither SIGINT nor SIGTERM ends the application by itself.

    Returns:
        What the application exited with.

    Raises:
        BaseException: What a key binding or the drawing raised.
        RuntimeError: Not called under `run`.
    """
    return await _from_asyncio(lambda: _shown(application))


async def _shown(application: Application[T]) -> T:
    """Run an application so that an error in it ends it, instead of a prompt."""
    loop = asyncio.get_running_loop()

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if not isinstance(error, BaseException):
            error = RuntimeError(str(context["message"]))
        if application.is_running and not application.is_done:
            application.exit(exception=error)
        else:
            loop.default_exception_handler(context)

    before = loop.get_exception_handler()
    loop.set_exception_handler(fail)
    try:
        return await application.run_async(
            handle_sigint=False, set_exception_handler=False
        )
    finally:
        loop.set_exception_handler(before)


async def _from_asyncio(async_fn: Callable[[], Awaitable[T]]) -> T:
    """Await an asyncio function; a cancelled one is waited for until it is clean."""
    waiting = trio.lowlevel.current_task()
    cancelled: list[Callable[[], NoReturn]] = []

    async def awaited() -> T:
        return await async_fn()

    # Not ensure_future: outside a running loop it makes a task that never runs.
    task = asyncio.get_running_loop().create_task(awaited())

    def result() -> T:
        if task.cancelled() and cancelled:
            cancelled[0]()
        return task.result()

    def abort(raise_cancel: Callable[[], NoReturn]) -> trio.lowlevel.Abort:
        cancelled.append(raise_cancel)
        task.cancel()
        return trio.lowlevel.Abort.FAILED  # wait until the terminal is restored

    task.add_done_callback(
        lambda _: trio.lowlevel.reschedule(waiting, outcome.capture(result))
    )
    answer: T = await trio.lowlevel.wait_task_rescheduled(abort)
    return answer
