"""Measuring a row: both sides set up, then sampled in turn."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median

from bench.rows import Row
from bench.sides import Effort, NotMeasuredError, Sampler, find_side


@dataclass(slots=True)
class Figures:
    """What one side gave."""

    samples: list[float] = field(default_factory=list)
    """In the unit of the row, oldest first; a warm-up is not among them."""

    why_not: str = ""
    """Why there are none; empty if there are."""

    @property
    def median(self) -> float | None:
        """The figure in the table, None if it was not measured."""
        return median(self.samples) if self.samples else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """A measured row."""

    row: Row
    product: Figures
    reference: Figures

    @property
    def ratio(self) -> float | None:
        """Vendue to reference: the median of the ratios of neighbouring samples.

        A slow minute of the machine hits both samples of a pair, so this is
        steadier than the ratio of the two medians.
        """
        pairs = zip(self.product.samples, self.reference.samples, strict=False)
        ratios = [product / reference for product, reference in pairs]
        return median(ratios) if ratios else None


def measure(row: Row, effort: Effort) -> Result:
    """Sample both sides in turn, each first as often as second.

    A side that cannot be measured does not keep the other from it.
    """
    product, reference = Figures(), Figures()
    with ExitStack() as stack:
        sides = [
            (figures, sampler)
            for figures, place in (
                (reference, row.reference),
                (product, row.product),
            )
            if (sampler := _set_up(stack, place, figures, effort)) is not None
        ]
        with _quiet_collector():
            for figures, sampler in sides:
                _sample(figures, sampler)
                figures.samples.clear()
            for _ in range(effort.repeats or row.repeats):
                for figures, sampler in sides:
                    _sample(figures, sampler)
                sides.reverse()
    return Result(row=row, product=product, reference=reference)


def _set_up(
    stack: ExitStack, place: str, figures: Figures, effort: Effort
) -> Sampler | None:
    try:
        return stack.enter_context(find_side(place)(effort))
    except (NotMeasuredError, OSError) as error:
        figures.why_not = str(error) or type(error).__name__
        return None


def _sample(figures: Figures, sampler: Sampler) -> None:
    if figures.why_not:
        return
    try:
        figures.samples.append(sampler())
    except (NotMeasuredError, OSError) as error:
        figures.samples.clear()
        figures.why_not = str(error) or type(error).__name__


@contextmanager
def _quiet_collector() -> Iterator[None]:
    """Keep what was set up out of the collector's rounds, as host and client do."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
