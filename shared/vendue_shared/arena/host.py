"""The host's part of an arena game: it asks the bots, and plays the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from vendue_shared.arena.branches.branch import Branch
from vendue_shared.arena.branches.finding import branches_of
from vendue_shared.arena.branches.refused import branch_of_refusal
from vendue_shared.arena.branches.step import Step
from vendue_shared.bots.answers import Answer, Bot, SealedBid
from vendue_shared.bots.erratic import Erratic, drawn_styles
from vendue_shared.bots.levels import Level
from vendue_shared.bots.sparring import Contender, bot_for
from vendue_shared.bots.view import Chance
from vendue_shared.choices import Decision
from vendue_shared.decide import decide
from vendue_shared.events import (
    Added,
    AnyEvent,
    Flipped,
    Hammer,
    Locked,
    Offered,
    Opened,
    Opening,
)
from vendue_shared.happened import Happened, RoundBegan
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove, Decline, Flip, Offer, Pass, Price, Reveal, Seal
from vendue_shared.paintings import Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat

from .blunders import blunder

FILLER: Final = b"\1" * 32
"""Stands where a real game has proofs: an arena's bots have nothing to prove."""

SLOWNESS: Final = (0, 0, 0, 3, 20, 60)
"""How often the clock is faster than a random seat, in percent; drawn for a game."""

BLUNDER_EVERY: Final = 20
"""A random seat tries a move that is refused in one of so many decisions."""


OVERBID: Final = 50
"""A sealed bid that its seat cannot pay is at most so much too high, in k."""


def _bots(levels: Sequence[Contender], chance: Chance) -> Iterator[Bot]:
    """One bot a seat; the styles of the random ones are drawn for the whole table."""
    styles = drawn_styles(len(levels), chance)
    for level, style in zip(levels, styles, strict=True):
        if level is Level.RANDOM:
            yield Bot(Erratic(style))
        else:
            yield bot_for(level, chance)


class Host:
    """The host's part of a game, without anybody to wait for."""

    __slots__ = (
        "bots", "branches", "chance", "deck", "erratic", "hands", "pile", "position",
        "slowness", "steps",
    )  # fmt: skip

    def __init__(
        self,
        levels: Sequence[Contender],
        deck: Sequence[Painting],
        chance: Chance,
        *,
        clock: bool,
    ) -> None:
        self.chance = chance
        self.position = Position()
        self.deck = iter(deck)
        self.hands: list[dict[Painting, bytes]] = [{} for _ in levels]
        self.pile: dict[Painting, bytes] = {}
        self.bots = tuple(_bots(levels, chance))
        self.erratic = [clock and level is Level.RANDOM for level in levels]
        shared = SLOWNESS[chance(len(SLOWNESS))] if chance(4) == 0 else None
        self.slowness = [
            SLOWNESS[chance(len(SLOWNESS))] if shared is None else shared
            for _ in levels
        ]
        self.steps: list[tuple[AnyEvent, tuple[Happened, ...]]] = []
        self.branches: Counter[Branch] = Counter()

    # The log.

    def play(self, event: AnyEvent) -> None:
        """Take an event; keep it, count its branches, deal where a round began."""
        before = self.position.copy()
        facts = tuple(self.position.play(event))
        self.steps.append((event, facts))
        for bot in self.bots:
            bot.saw(event, facts, self.position)
        for branch in branches_of(Step(before, event, facts)):
            self.branches[branch] += 1
        for fact in facts:
            if isinstance(fact, RoundBegan):
                self._deal(fact)

    def _deal(self, fact: RoundBegan) -> None:
        for seat, hand in enumerate(self.hands):
            taken = [next(self.deck) for _ in range(fact.share)]
            self.hands[seat] = dict.fromkeys(sorted([*hand, *taken]), FILLER)
        for _ in range(fact.mystery_share):
            self.pile[next(self.deck)] = FILLER

    def _move(self, seat: Seat, move: AnyMove, *, auto: bool = False) -> None:
        hand = self.pile if isinstance(move, Flip) else self.hands[seat]
        event = decide(self.position, seat, hand, move, auto=auto)
        if isinstance(event, Offered | Added | Flipped):
            del hand[Painting(event.painting)]
        self.play(event)

    # The decisions.

    def go_on(self) -> None:
        """Play the next decision, or a whole open or sealed auction."""
        decision = self.position.phase.decision
        if decision is Decision.OPEN:
            self._open_auction()
        elif decision is Decision.SEAL:
            self._sealed_auction()
        else:
            seat = self.position.awaited[0]
            self._try_blunder(self.drawn(range(self.position.seats)))
            if self._is_slow(seat):
                self._move(seat, self._default(seat, decision), auto=True)
            else:
                self._move(seat, self._answer_move(seat))

    def drawn(self, among: Sequence[int]) -> Seat:
        """One of these seats, drawn."""
        return Seat(among[self.chance(len(among))])

    def _answer(self, seat: Seat) -> Answer:
        hand = tuple(self.hands[seat])
        return self.bots[seat].choose(self.position, seat, hand, self.chance)

    def _answer_move(self, seat: Seat) -> AnyMove:
        answer = self._answer(seat)
        if isinstance(answer, SealedBid):
            raise TypeError(f"{answer} where nothing is sealed")
        return answer

    def _is_slow(self, seat: Seat) -> bool:
        return self.erratic[seat] and self.chance(100) < self.slowness[seat]

    def _default(self, seat: Seat, decision: Decision) -> AnyMove:
        """What the host's clock does (docs/RULES.md, "Clocks")."""
        auction = self.position.auction
        if decision is Decision.OFFER:
            hand = tuple(self.hands[seat])
            painting = hand[self.chance(len(hand))]
            return Offer(auction=auction + 1, painting=painting)
        if decision is Decision.PRICE:
            return Price(auction=auction, amount=0)
        if decision in {Decision.ADD, Decision.FLIP}:
            return Decline(auction=auction)
        return Pass(auction=auction)

    def _try_blunder(self, seat: Seat) -> None:
        if not self.erratic[seat] or self.chance(BLUNDER_EVERY):
            return
        hand = self.hands[seat]
        move = blunder(self.position, seat, hand, self.chance)
        if move is None:
            return
        try:
            decide(self.position, seat, hand, move)
        except IllegalMove as error:
            decision = self.position.phase.decision
            branch = branch_of_refusal(decision, error.reason)
            if branch is not None:
                self.branches[branch] += 1
        else:
            raise ValueError(f"the rules let pass {move} of seat {seat}")

    # Auctions in which nobody waits for a turn.

    def _open_auction(self) -> None:
        """Who speaks first is drawn; when all who could speak are silent: hammer."""
        silent: set[Seat] = set()
        while isinstance(self.position.phase, OpenAuction):
            waiting = [seat for seat in self.position.awaited if seat not in silent]
            if not waiting:
                self.play(Hammer())
                return
            self._try_blunder(self.drawn(range(self.position.seats)))
            if self._raises_after_pass():
                silent.clear()
                continue
            seat = self.drawn(waiting)
            if self._is_slow(seat):
                silent.add(seat)
                continue
            move = self._answer_move(seat)
            self._move(seat, move)
            if not isinstance(move, Pass):
                silent.clear()

    def _raises_after_pass(self) -> bool:
        """Let a seat that has passed think again, now and then."""
        phase = self.position.phase
        seat = self.drawn(range(self.position.seats))
        if not isinstance(phase, OpenAuction) or not self.erratic[seat]:
            return False
        if not phase.passed >> seat & 1 or self.chance(4):
            return False
        move = self._answer_move(seat)
        if isinstance(move, Pass):
            return False
        self._move(seat, move)
        return True

    def _sealed_auction(self) -> None:
        """All seal in drawn order, or are absent; then all are opened."""
        bids: dict[Seat, int] = {}
        waiting = list(self.position.awaited)
        absent: list[Seat] = []
        while waiting:
            seat = waiting.pop(self.chance(len(waiting)))
            self._try_blunder(self.drawn(range(self.position.seats)))
            if self._is_slow(seat):
                absent.append(seat)
                continue
            bids[seat] = self._sealed_amount(seat)
            self._move(seat, Seal(auction=self.position.auction, commitment=FILLER))
        if absent:
            self.play(Locked(absent=tuple(sorted(absent))))
        if bids:
            self._open_bids(bids)

    def _sealed_amount(self, seat: Seat) -> Money:
        """The bot's bid; of a random seat now and then one it cannot pay."""
        answer = self._answer(seat)
        if not isinstance(answer, SealedBid):
            raise TypeError(f"{answer} where a bid is to be sealed")
        if self.erratic[seat] and not self.chance(BLUNDER_EVERY):
            return Money(self.position.purses[seat] + 1 + self.chance(OVERBID))
        return answer.amount

    def _open_bids(self, bids: dict[Seat, int]) -> None:
        openings: list[Opening | None] = [None] * self.position.seats
        auction = self.position.auction
        for seat, bid in sorted(bids.items()):
            if not self._is_slow(seat):
                reveal = Reveal(auction=auction, bid=bid, nonce=FILLER, hold=b"")
                self._move(seat, reveal)
                openings[seat] = Opening(bid=bid, nonce=FILLER, hold=b"")
        self.play(Opened(openings=tuple(openings)))
