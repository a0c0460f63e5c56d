"""What `vendue rules` prints: the rules by topic, each fit for an 80x24 screen.

The whole rules stand in docs/RULES.md; numbers come from the game itself.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from msgspec.structs import asdict
from wcwidth import wcswidth

from vendue_client.language import _
from vendue_shared.money import START_PURSE
from vendue_shared.options import PRESETS
from vendue_shared.paintings import ARTISTS, PAINTINGS
from vendue_shared.scoring import CHIPS
from vendue_shared.shares import ROUNDS, share_of
from vendue_shared.terms import Clocks

from .words import money

WIDTH: Final = 76
"""Cells a line: 80, less a margin of two on either side."""


class UnknownTopicError(LookupError):
    """There is no such topic; says so in words, with the near ones.

    Args:
        topic: What was asked for.
    """

    def __init__(self, topic: str) -> None:
        self.near: tuple[str, ...] = tuple(
            get_close_matches(topic.strip().casefold(), TOPICS, n=3, cutoff=0.5)
        )
        """The topics that look like it, the likest first."""
        said = _('There is no topic "{topic}".').format(topic=topic)
        if self.near:
            hint = _("Did you mean: {topics}?").format(topics=", ".join(self.near))
        else:
            hint = _("The topics are: {topics}.").format(topics=", ".join(TOPICS))
        super().__init__(f"{said} {hint}")


def topic_text(topic: str) -> str:
    """The rules on one topic, in the language spoken now.

    Args:
        topic: One of `TOPICS`, in any case.

    Returns:
        A title, an empty line, and one sentence a line; no line wider than `WIDTH`
        cells, what is left of a sentence indented on the next.

    Raises:
        UnknownTopicError: There is no such topic.
    """
    text = _TEXTS.get(topic.strip().casefold())
    if text is None:
        raise UnknownTopicError(topic)
    title, *sentences = (_(sentence).format_map(_figures()) for sentence in text)
    return _page(title, sentences)


def overview() -> str:
    """All topics with their titles, and how to read one."""
    titles = [f"{topic:<8}  {_(text[0])}" for topic, text in _TEXTS.items()]
    how = _("Read one with: vendue rules TOPIC")
    return _page(_("The rules, by topic"), [*titles, "", how])


_WIDE: Final = r"\u3000-\u9fff\uff00-\uffef"
_UNIT: Final = rf"\s*[「『（]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[、。，．：；！？）」』ー]*"
"""What is never broken: a word, or one wide character, with its closing marks.

Compiled when it is first wanted: whoever joins a game reads the rules later."""


def _page(title: str, sentences: list[str]) -> str:
    lines = [title, ""]
    for sentence in sentences:
        lines.extend(_wrapped(sentence))
    return "\n".join(lines)


def _wrapped(sentence: str) -> list[str]:
    lines = [""]
    for unit in re.findall(_UNIT, sentence):
        if lines[-1] and wcswidth(lines[-1] + unit) > WIDTH:
            lines.append("  " + unit.lstrip())
        else:
            lines[-1] += unit
    return lines


def _dealt(seats: int, *, mystery_hand: bool = False) -> str:
    numbers = range(1, ROUNDS + 1)
    each = (share_of(number, seats, mystery_hand=mystery_hand) for number in numbers)
    return ", ".join(map(str, each))


_FIGURES: Final[dict[str, object]] = {
    **asdict(Clocks()),
    "artists": ", ".join(artist.name.title() for artist in ARTISTS),
    "paintings": len(PAINTINGS),
    "rounds": ROUNDS,
    **{f"dealt_{seats}": _dealt(seats) for seats in (3, 4, 5)},
    "dealt_mystery": _dealt(3, mystery_hand=True),
}
"""What the sentences may name in braces; the clocks by their names."""
_AMOUNTS: Final[dict[str, int]] = {
    "purse": START_PURSE,
    "least": 1,
    **dict(zip(("first", "second", "third"), CHIPS, strict=True)),
}
"""The same of money, in thousands; written out as everywhere else on a screen."""


def _figures() -> dict[str, object]:
    return {**_FIGURES, **{name: money(a) for name, a in _AMOUNTS.items()}}


_PRESETS: Final = tuple(
    f"{preset}: {promised.double_proceeds}, "
    f"{str(promised.count_unsold).lower()}, {promised.unranked_value}"
    for preset, promised in PRESETS.items()
)

N_ = str
"""Marks a sentence for the catalogs; it is translated when it is printed."""

_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "game": (
        N_("What you want, and what there is"),
        N_("You are an art dealer: have the most money after {rounds} rounds."),
        N_("Sell paintings from your hand, and buy what will be worth more."),
        N_("There are {paintings} paintings by five artists, in board order:"),
        "{artists}.",
        N_("Each painting also has a kind, which says how it is auctioned."),
        N_("Everybody starts with {purse} dollars."),
        N_("Each of 3 players is dealt, round by round: {dealt_3}."),
        N_("Each of 4 players is dealt, round by round: {dealt_4}."),
        N_("Each of 5 players is dealt, round by round: {dealt_5}."),
        N_("Hands and purses are hidden; the size of every hand is public."),
        N_("What you buy hangs on your wall, in public, until the round ends."),
        N_("Then the bank buys it all; nothing is ever offered a second time."),
    ),
    "turn": (
        N_("A turn"),
        N_("The auctioneer must offer one painting from the hand."),
        N_("If it is its artist's fifth in this round, it is not sold."),
        N_("Then the round ends at once."),
        N_("Otherwise it is auctioned by its kind, and everybody may buy."),
        N_("The kinds are: open, once around, sealed, fixed price, double."),
        N_("A bid is a whole number of thousands, at most what is in your purse."),
        N_("The buyer pays the auctioneer."),
        N_("An auctioneer who buys pays the bank."),
        N_("The turn goes to the auctioneer's left, clockwise."),
        N_("Who has an empty hand is never auctioneer, and goes on bidding."),
    ),
    "open": (
        N_("Open auction"),
        N_("Anybody may raise at any time, the auctioneer too."),
        N_("A raise is higher than the highest bid; the first is at least {least}."),
        N_("The highest bidder neither raises nor passes."),
        N_("A pass binds nobody: each raise clears all passes."),
        N_("It closes when all others have passed, or when the hammer falls."),
        N_("Of two equal bids, the one that reached the host first stands."),
        N_("If nobody bids, the auctioneer has the lot free."),
    ),
    "once": (
        N_("Once around"),
        N_("Each player speaks once: bid more than the highest, or pass."),
        N_("It goes clockwise from the auctioneer's left."),
        N_("The auctioneer speaks last, even if nobody has bid."),
        N_("The highest bid buys."),
        N_("If all pass, the auctioneer has the lot free."),
    ),
    "sealed": (
        N_("Sealed auction"),
        N_("Everybody seals one bid in secret, the auctioneer too; it may be 0."),
        N_("When all are sealed, all are opened together and shown."),
        N_("The highest bid buys, and only the buyer pays."),
        N_("The auctioneer wins a tie."),
        N_("Else the first of those tied wins, clockwise from the auctioneer."),
        N_("If all bids are 0, the auctioneer has the lot free."),
        N_("A bid not sealed or not opened in time counts as 0."),
        N_("So does a bid of more than the bidder has; it is shown as illegal."),
    ),
    "fixed": (
        N_("Fixed price"),
        N_("The auctioneer names a price, at most what the auctioneer could pay."),
        N_("A price of 0 is allowed."),
        N_("From the auctioneer's left, clockwise, each may buy or pass."),
        N_("The first who buys pays the price, and it is over."),
        N_("Who has not enough in the purse cannot buy."),
        N_("If all pass, the auctioneer must buy, and pays the bank."),
    ),
    "double": (
        N_("Double"),
        N_("A double is sold with a second painting of the same artist."),
        N_("The second is not a double; its kind says how both are auctioned."),
        N_("The buyer gets both."),
        N_("First the auctioneer may add the second painting."),
        N_("If not, each player from the left, clockwise, may add it."),
        N_("Everybody has one chance; an empty hand is skipped."),
        N_("Who adds becomes the auctioneer in everything."),
        N_("This player is paid, names the price, speaks last, wins ties."),
        N_("The turn then goes to this player's left."),
        N_("The one who offered the double may bid like anybody."),
        N_("With the option split, the two share the money."),
        N_("If nobody adds, the double is free to the one who offered it."),
        N_("A double that is the fifth ends the round; nobody adds to it."),
        N_("If the second is the fifth, neither of the two is sold."),
    ),
    "round": (
        N_("End of a round"),
        N_("A round ends with the fifth painting of one artist."),
        N_("It is not sold, belongs to nobody, but counts (see options)."),
        N_("Artists are ranked by paintings shown in this round."),
        N_("A tie goes to the earlier in board order: {artists}."),
        N_("An artist with none shown is never ranked."),
        N_("The ranked artists get chips of {first}, {second} and {third}."),
        N_("A ranked artist's paintings are worth all chips of that artist."),
        N_("That includes the chips from earlier rounds."),
        N_("Paintings of all other artists are worth 0 (see options)."),
        N_("The bank buys every wall; all these paintings are discarded."),
        N_("Hands are kept, and the next share is dealt."),
        N_("The left of who played the last painting starts the next round."),
    ),
    "end": (
        N_("End of the game"),
        N_("The game ends after round {rounds}; all purses are shown."),
        N_("Whoever has the most money wins; all who tie win together."),
        N_("In round {rounds} nothing is dealt, so the hands may run out."),
        N_("The last painting of all hands is not auctioned."),
        N_("It belongs to nobody, counts (see options), and ends the round."),
        N_("If it is part of a pair, the whole pair is unsold."),
    ),
    "options": (
        N_("Options"),
        N_("The owner of the table chooses them; all see them in the lobby."),
        N_("double_proceeds: who is paid if another player added the second."),
        N_("second_all: the one who added; split: both, evenly."),
        N_("An odd {least} goes to the one who added."),
        N_("If one of the two buys, the buyer's own share goes to the bank."),
        N_("count_unsold: true if unsold paintings count for the ranking."),
        N_("unranked_value: what paintings of unranked artists are worth."),
        N_("zero: nothing; accumulated: the chips of earlier rounds."),
        N_("mystery_hand, mystery_flip_by: see the topic mystery."),
        N_("open_money: true if the screens show every purse."),
        N_("A preset fixes the first three options, in this order:"),
        *_PRESETS,
    ),
    "mystery": (
        N_("Mystery hand"),
        N_("Three players may deal a fourth hand that belongs to nobody."),
        N_("Each hand is then dealt, round by round: {dealt_mystery}."),
        N_("It lies face down; to flip is to show its oldest painting to all."),
        N_("After each lot that is bought or free, one player may flip once."),
        N_("The option mystery_flip_by says who: the auctioneer or the buyer."),
        N_("A flipped painting is not auctioned and belongs to nobody."),
        N_("It always counts for the ranking, and for the fifth."),
        N_("A flipped double brings no second painting."),
        N_("What is not flipped stays for later rounds."),
        N_("It never keeps a round from running out."),
    ),
    "clocks": (
        N_("Clocks, and what happens when time is up"),
        N_("offer, {offer} s: a painting drawn from the hand is offered."),
        N_("add, {add} s: you add nothing."),
        N_("once, {once} s: you pass."),
        N_("seal, {seal} s: your bid is absent, and 0."),
        N_("reveal, {reveal} s: your bid is withheld, and 0."),
        N_("price, {price} s: the price is 0."),
        N_("buy, {buy} s: you pass."),
        N_("flip, {flip} s: nothing is flipped."),
        N_("open, {open} s: the hammer falls."),
        N_("raised: a raise leaves an open auction at least {raised} s."),
        N_("cap: an open auction lasts {cap} s at most."),
        N_("grace, {grace} s a round: a lost player is waited for."),
        N_("An open auction does not wait; after the grace a bot plays the seat,"),
        N_("or the table waits, or pauses, as its owner has set it (/after)."),
        N_("Each table may set its own clocks, 1 to 3600 seconds."),
        N_("Your client never decides for you, even with one answer left."),
    ),
}
"""Of each topic the title, then its sentences."""

TOPICS: Final[tuple[str, ...]] = tuple(_TEXTS)
"""What one may ask for, in reading order."""
