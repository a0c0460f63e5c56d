"""Trio as a guest: screens run, fail and are cancelled without breaking anything."""

from __future__ import annotations

import asyncio

import pytest
import trio
import trio.lowlevel
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from vendue_client.screen import bridge

from .terminal_at_home import LEAVES_FULL_SCREEN, Terminal


def application(text: object = "hello") -> Application[str]:
    """An application that ends with x, and fails at f."""
    keys = KeyBindings()

    @keys.add("x")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result="done")

    @keys.add("f")
    def _(event: KeyPressEvent) -> None:
        raise ValueError(f"a key failed: {event.data}")

    control = FormattedTextControl(text)  # type: ignore[arg-type]  # any text will do
    return Application(
        layout=Layout(Window(control)), key_bindings=keys, full_screen=True
    )


def test_what_a_guest_returns_is_returned() -> None:
    async def guest() -> int:
        await trio.lowlevel.checkpoint()
        return 7

    assert bridge.run(guest) == 7


def test_what_a_guest_raises_is_raised() -> None:
    async def guest() -> None:
        await trio.lowlevel.checkpoint()
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        bridge.run(guest)


def test_a_guest_may_use_the_clock_it_is_given() -> None:
    clock = trio.testing.MockClock(rate=1000)

    async def guest() -> float:
        await trio.sleep(10)
        return trio.current_time()

    assert bridge.run(guest, clock=clock) >= 10


@pytest.mark.ui
async def test_a_screen_returns_what_it_exits_with() -> None:
    with Terminal(40, 10).in_use() as terminal:
        terminal.keys("x")

        assert await bridge.run_screen_of(application()) == "done"

    assert LEAVES_FULL_SCREEN in terminal.raw


@pytest.mark.ui
async def test_an_error_in_a_key_restores_the_terminal_and_propagates() -> None:
    with Terminal(40, 10).in_use() as terminal:
        terminal.keys("f")

        with pytest.raises(ValueError, match="a key failed"):
            await bridge.run_screen_of(application())

    assert LEAVES_FULL_SCREEN in terminal.raw
    assert "Press ENTER" not in terminal.raw


@pytest.mark.ui
async def test_an_error_in_drawing_restores_the_terminal_and_propagates() -> None:
    calls = []

    def text() -> str:
        calls.append(1)
        if len(calls) > 1:
            raise ValueError("a drawing failed")
        return "hello"

    with Terminal(40, 10).in_use() as terminal:
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def _() -> None:
                await terminal.shows("hello")
                get_app().invalidate()
                failing.invalidate()

            failing = application(text)
            with pytest.raises(ValueError, match="a drawing failed"):
                await bridge.run_screen_of(failing)

    assert LEAVES_FULL_SCREEN in terminal.raw


@pytest.mark.ui
async def test_a_cancelled_screen_restores_the_terminal_first() -> None:
    with Terminal(40, 10).in_use() as terminal:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bridge.run_screen_of, application())
            await terminal.shows("hello")

            nursery.cancel_scope.cancel()

    assert LEAVES_FULL_SCREEN in terminal.raw


@pytest.mark.ui
async def test_the_loop_keeps_its_handler_of_errors() -> None:
    before = asyncio.get_running_loop().get_exception_handler()

    with Terminal(40, 10).in_use() as terminal:
        terminal.keys("x")
        await bridge.run_screen_of(application())

    assert asyncio.get_running_loop().get_exception_handler() is before


async def test_without_the_bridge_no_screen_runs() -> None:
    no_loop = pytest.raises(RuntimeError, match="no running event loop")
    with Terminal(40, 10).in_use(), no_loop:
        await bridge.run_screen_of(application())
