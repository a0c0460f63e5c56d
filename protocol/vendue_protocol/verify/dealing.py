"""Step 5: the deck and all that follows from it, worked out again."""

from __future__ import annotations

from vendue_protocol.deal import Deal, make_deal
from vendue_protocol.entropy import salt_of
from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import Dealt
from vendue_protocol.leaves import blind_of, leaf_of, lists_fit, root_of
from vendue_shared.events import Begun
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat, seat_said
from vendue_shared.shares import ROUNDS, places_of

from .reports import DealMade, NotSound, VerifyStep, hand_said


def deal_of(begun: Begun, seed: bytes | None) -> Deal | None:
    """The deal that a proved seed and proved shares give; `None` without a seed."""
    return None if seed is None else make_deal(begun.terms, seed, begun.es)


def check_deal(file: GameFile, begun: Begun, deal: Deal | None) -> DealMade:
    """Step 5: salt, K, deck, slots, leaves, lists, root, and the own paintings.

    Args:
        file: For what its reader was dealt.
        begun: Event 1, its terms and shares proved.
        deal: What the seed gives; without it only the lists' form is checked.

    Raises:
        NotSound: The lists are not those of this deal, another seat begins, or
            the reader was dealt what is not so.
    """
    _check_lists(begun, deal)
    if deal is not None and deal.first != begun.first:
        expected = f"{seat_said(deal.first)} as the first auctioneer"
        raise NotSound(VerifyStep.DEAL, 1, expected, seat_said(begun.first))
    _check_readers_deals(file, begun)
    for number, dealt in enumerate(file.dealt, start=1):
        _check_own(Seat(file.header.reader), number, dealt, begun)
        if deal is not None:
            _compare_own(Seat(file.header.reader), number, dealt, deal)
    game = begun.terms.game
    return DealMade(
        salt=salt_of(game, begun.hs, begun.ks),
        root=root_of(game, begun.lists),
        deck=None if deal is None else deal.deck,
        first=Seat(begun.first),
        own_paintings=sum(len(dealt.cards) for dealt in file.dealt),
    )


def _check_lists(begun: Begun, deal: Deal | None) -> None:
    seats, has_mystery = len(begun.terms.chairs), begun.terms.options.mystery_hand
    if deal is None:
        if not lists_fit(begun.lists, seats, mystery_hand=has_mystery):
            expected = "lists of the form of such a deal"
            raise NotSound(VerifyStep.DEAL, 1, expected, "lists of another form")
        return
    lists = deal.lists
    if len(begun.lists) != len(lists):
        expected = f"{len(lists)} lists"
        raise NotSound(VerifyStep.DEAL, 1, expected, f"{len(begun.lists)}")
    for number, (right, found) in enumerate(zip(lists, begun.lists, strict=True)):
        if right != found:
            at = next(
                (
                    i
                    for i, (a, b) in enumerate(zip(right, found, strict=False))
                    if a != b
                ),
                min(len(right), len(found)),
            )
            whose = hand_said(number, seats)
            raise NotSound(
                VerifyStep.DEAL,
                1,
                f"{_leaf_at(right, at)} as leaf {at} of the list of {whose}",
                _leaf_at(found, at),
            )


def _leaf_at(leaves: tuple[bytes, ...], at: int) -> str:
    return leaves[at].hex() if at < len(leaves) else "no leaf"


def _check_readers_deals(file: GameFile, begun: Begun) -> None:
    most = ROUNDS if file.header.reader < len(begun.terms.chairs) else 0
    if len(file.dealt) > most:
        raise NotSound(
            VerifyStep.DEAL, None, f"at most {most} deals", f"{len(file.dealt)}"
        )


def _check_own(seat: Seat, number: int, dealt: Dealt, begun: Begun) -> None:
    """A round's paintings lie in the own list, at the places of that round."""
    terms = begun.terms
    due = places_of(
        seat, number, len(terms.chairs), mystery_hand=terms.options.mystery_hand
    )
    places = tuple(card.place for card in dealt.cards)
    if places != tuple(due):
        expected = f"the places {_told(tuple(due))} of round {number}"
        raise NotSound(VerifyStep.DEAL, dealt.s, expected, _told(places))
    for card in dealt.cards:
        blind = blind_of(terms.game, card.place, card.slot)
        if leaf_of(terms.game, Painting(card.painting), blind) not in begun.lists[seat]:
            raise NotSound(
                VerifyStep.DEAL,
                dealt.s,
                f"a painting of the list of {seat_said(seat)} at place {card.place}",
                f"painting {card.painting}, which is not in it",
            )


def _compare_own(seat: Seat, number: int, dealt: Dealt, deal: Deal) -> None:
    for right, found in zip(deal.dealt(seat, number), dealt.cards, strict=True):
        if (right.painting, right.slot) != (found.painting, found.slot):
            raise NotSound(
                VerifyStep.DEAL,
                dealt.s,
                f"painting {right.painting} at place {right.place}",
                f"painting {found.painting}",
            )


def _told(places: tuple[int, ...]) -> str:
    return ", ".join(map(str, places)) or "none"
