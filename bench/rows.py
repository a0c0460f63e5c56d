"""The rows of the bench: what is measured, beside what, and what is enough."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Better(Enum):
    """Which way a ratio, Vendue to reference, should go."""

    HIGHER = ">="
    LOWER = "<="


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    """The letter is the part measured: Engine, Wire, Client, Start, Fair play."""

    what: str
    reference_what: str
    unit: str
    """Unit of both sides' figures."""

    product: str
    """Where Vendue's side is, `module:name` of a `bench.sides.Side`."""

    reference: str
    """Where the reference is, likewise."""

    better: Better
    at_least: float
    """The ratio that must be reached."""

    aim: float
    """The ratio that is hoped for."""

    repeats: int = 7
    """Samples of each side, taken in turn."""

    def is_met(self, ratio: float, threshold: float) -> bool:
        """Whether a ratio is as good as the threshold or better."""
        if self.better is Better.HIGHER:
            return ratio >= threshold
        return ratio <= threshold


ROWS = (
    Row(
        name="E1",
        what="engine: random play",
        reference_what="python-chess",
        unit="moves/s",
        product="bench.vendue_engine:random_play",
        reference="bench.chess_play:random_play",
        better=Better.HIGHER,
        at_least=4,
        aim=10,
    ),
    Row(
        name="E2",
        what="engine: random play",
        reference_what="bare model",
        unit="moves/s",
        product="bench.vendue_engine:random_play",
        reference="bench.bare_play:random_play",
        better=Better.HIGHER,
        at_least=0.15,
        aim=0.33,
    ),
    Row(
        name="E3",
        what="engine: copy of a game",
        reference_what="deepcopy of it",
        unit="us",
        product="bench.vendue_engine:copies",
        reference="bench.vendue_engine:deep_copies",
        better=Better.LOWER,
        at_least=1 / 10,
        aim=1 / 30,
    ),
    Row(
        name="W1",
        what="host CPU a move, 10 tables in turn, journal on",
        reference_what="ceiling",
        unit="us",
        product="bench.vendue_peer:cpu_10_tables",
        reference="bench.ceiling_peer:cpu_10_tables",
        better=Better.LOWER,
        at_least=2.5,
        aim=1.6,
    ),
    Row(
        name="W1t",
        what="the same over TLS, journal on",
        reference_what="ceiling over TLS",
        unit="us",
        product="bench.vendue_peer:cpu_10_tables_tls",
        reference="bench.ceiling_peer:cpu_10_tables_tls",
        better=Better.LOWER,
        at_least=2.5,
        aim=1.6,
    ),
    Row(
        name="W2",
        what="throughput, 500 tables at once, journal on",
        reference_what="ceiling",
        unit="moves/s",
        product="bench.vendue_peer:throughput_500_tables",
        reference="bench.ceiling_peer:throughput_500_tables",
        better=Better.HIGHER,
        at_least=0.5,
        aim=0.7,
    ),
    Row(
        name="W3",
        what="one table, move to last client, p50, journal on",
        reference_what="ceiling",
        unit="us",
        product="bench.vendue_peer:latency_one_table",
        reference="bench.ceiling_peer:latency_one_table",
        better=Better.LOWER,
        at_least=1.8,
        aim=1.3,
    ),
    Row(
        name="W4",
        what="host memory a connection, 2,000 of them, journal on",
        reference_what="ceiling",
        unit="KiB",
        product="bench.vendue_peer:memory_500_tables",
        reference="bench.ceiling_peer:memory_500_tables",
        better=Better.LOWER,
        at_least=1.5,
        aim=1.25,
        repeats=3,
    ),
    Row(
        name="W4i",
        what="memory of an idle host, journal on",
        reference_what="ceiling",
        unit="MiB",
        product="bench.vendue_peer:memory_idle",
        reference="bench.ceiling_peer:memory_idle",
        better=Better.LOWER,
        at_least=1.5,
        aim=1.25,
        repeats=3,
    ),
    Row(
        name="W5",
        what="host CPU a move, 500 tables in turn, journal on",
        reference_what="itself, 10 tables",
        unit="us",
        product="bench.vendue_peer:cpu_500_tables",
        reference="bench.vendue_peer:cpu_10_tables",
        better=Better.LOWER,
        at_least=2,
        aim=1.3,
    ),
    Row(
        name="C1",
        what="client: redraw of 100x40, p50",
        reference_what="bare prompt_toolkit",
        unit="ms",
        product="bench.vendue_screen:redraw",
        reference="bench.bare_screen:redraw",
        better=Better.LOWER,
        at_least=1.5,
        aim=1.2,
    ),
    Row(
        name="C2",
        what="client: key to host to screen, p50",
        reference_what="key to screen, bare",
        unit="ms",
        product="bench.vendue_screen:key_to_screen",
        reference="bench.bare_screen:key_to_screen",
        better=Better.LOWER,
        at_least=1.4,
        aim=1.15,
    ),
    Row(
        name="C3",
        what="client: joining after 1,000 events",
        reference_what="one bare redraw",
        unit="ms",
        product="bench.vendue_screen:joining",
        reference="bench.bare_screen:redraw",
        better=Better.LOWER,
        at_least=20,
        aim=5,
    ),
    Row(
        name="S1",
        what="start: host listening",
        reference_what="import trio, msgpack",
        unit="ms",
        product="bench.vendue_start:host_listening",
        reference="bench.imports:trio_and_msgpack",
        better=Better.LOWER,
        at_least=1.9,
        aim=1.5,
    ),
    Row(
        name="S2",
        what="start: client's first picture",
        reference_what="and prompt_toolkit",
        unit="ms",
        product="bench.vendue_start:first_picture",
        reference="bench.imports:trio_msgpack_and_prompt_toolkit",
        better=Better.LOWER,
        at_least=1.6,
        aim=1.35,
    ),
    Row(
        name="S3",
        what="start: --version",
        reference_what="python -c pass",
        unit="ms",
        product="bench.vendue_start:version",
        reference="bench.imports:nothing",
        better=Better.LOWER,
        at_least=7,
        aim=5,
    ),
    Row(
        name="S3h",
        what="start: --help",
        reference_what="python -c pass",
        unit="ms",
        product="bench.vendue_start:usage",
        reference="bench.imports:nothing",
        better=Better.LOWER,
        at_least=7,
        aim=5,
    ),
    Row(
        name="F1",
        what="fair play: a set-up of five, host CPU",
        reference_what="its budget",
        unit="ms",
        product="bench.vendue_proof:set_up",
        reference="bench.vendue_proof:set_up_budget",
        better=Better.LOWER,
        at_least=1,
        aim=0.25,
    ),
    Row(
        name="F2",
        what="fair play: heads, leaves, signatures a move",
        reference_what="W1: a whole move",
        unit="us",
        product="bench.vendue_proof:proofs",
        reference="bench.vendue_peer:cpu_10_tables",
        better=Better.LOWER,
        at_least=0.1,
        aim=0.05,
    ),
    Row(
        name="F3",
        what="fair play: verify a game of five",
        reference_what="its budget",
        unit="ms",
        product="bench.vendue_proof:verifying",
        reference="bench.vendue_proof:verify_budget",
        better=Better.LOWER,
        at_least=1,
        aim=0.1,
    ),
)
"""All rows, in the order of the table."""
