"""A host in the participant's own process: lobby, deal, log, and no socket."""

from __future__ import annotations

from collections import deque
from typing import Final, Self

from msgspec.structs import replace

from vendue_client.participant import Participant
from vendue_client.sitting_notes import AnyNote
from vendue_protocol.agreement import terms_digest
from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.client_messages import (
    Create,
    Finish,
    HandOver,
    Hold,
    Play,
    Ready,
    Say,
    Share,
    Start,
)
from vendue_protocol.deal import Deal, make_deal
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.follower import Follower, Step
from vendue_protocol.host_messages import (
    Accepted,
    Commitments,
    Created,
    Dealt,
    DealtCard,
    Held,
    Logged,
    Over,
    Presence,
    Proposal,
    Refused,
    Said,
    Seated,
    Welcome,
)
from vendue_protocol.message import Message
from vendue_protocol.seals import SealedBid
from vendue_shared.decide import decide
from vendue_shared.events import (
    AnyEvent,
    Begun,
    Ended,
    Ending,
    Opened,
    Opening,
    Player,
    Plays,
)
from vendue_shared.happened import RoundBegan
from vendue_shared.moves import (
    AnyMove,
    Flip,
    Reveal,
)
from vendue_shared.options import Options
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat
from vendue_shared.terms import Terms

from .lobby_at_home import (
    GAME,
    HOST_KEY,
    NAMES,
    NEW_TABLE,
    OWN_KEY,
    SEED,
    TABLE,
    due_after,
    lobby_of,
    terms_of,
)

NOTES_KEPT: Final = 200
"""More than one game's; a flood of set-ups is not kept for ever."""

LAST: Final = 20
"""Of what was told so lately, the same again is not kept twice."""


class HostAtHome:
    """A host without a network, and the participant it talks to.

    All seats but the participant's are bots of the host. It starts in the lobby.

    Args:
        seats: 3 to 5.
        me: The participant's seat; `None`: watching.
        options: Of the game.
        first: The first auctioneer.
    """

    def __init__(
        self,
        *,
        seats: int = 4,
        me: int | None = 0,
        options: Options | None = None,
        first: int = 0,
    ) -> None:
        self.me = None if me is None else Seat(me)
        self.now = 0.0
        self.notes: deque[AnyNote] = deque(maxlen=NOTES_KEPT)
        """What the participant keeps of the sitting."""
        self.told: list[Message] = []
        """What the host said of the game, heard or not."""
        self.is_cut = False
        """Whether nobody hears it."""
        self.sent: list[Message] = []
        """What the participant said of itself, or was made to say, in order."""
        self.participant = Participant(
            OWN_KEY,
            randomness=lambda size: b"\x03" * size,
            now=lambda: self.now,
            note=self.notes.append,
        )
        self.host = Follower()
        self.hands: list[dict[Painting, bytes]] = [{} for _ in range(seats)]
        self.pile: dict[Painting, bytes] = {}
        self.seals: dict[Seat, SealedBid] = {}
        self.openings: dict[Seat, Opening] = {}
        self.accepted = 0
        self.lobby = lobby_of(seats, self.me, options or Options(), first)
        self.tell(Welcome(key=HOST_KEY.public, challenge=bytes(32)))
        self.tell(Seated(table=TABLE, chair=me))
        self.tell(self.lobby)

    @property
    def seats(self) -> int:
        return len(self.hands)

    # What the participant hears and says.

    def tell(self, *messages: Message) -> None:
        """Say something to the participant, and take what it answers by itself."""
        kept = Logged | Dealt | Held
        self.told += [
            message
            for message in messages
            if isinstance(message, kept) and message not in self.told[-LAST:]
        ]
        for message in () if self.is_cut else messages:
            for answer in self.participant.receive(message):
                self.take(answer)

    def take(self, message: Message) -> None:  # noqa: C901 - one a message
        """Take what the participant, or its player, says to the host."""
        self.sent.append(message)
        match message:
            case Play():
                self._take_move(message)
            case Ready():
                self._take_ready(message)
            case Start():
                self.begin()
            case HandOver(to=player):
                self._hand_over(player)
            case Create():
                self.tell(Created(table=NEW_TABLE))
            case Finish():
                self.end(Ending.OWNER)
            case Hold(s=s, hold=hold) if self.me is not None:
                if self.host.take_hold(s, self.me, hold):
                    self.tell(Held(s=s, who=self.me, hold=hold))
            case Say(text=text):
                self.tell(Said(name=NAMES[self.me or 0], seat=self.me, text=text))
            case _:
                pass

    def _hand_over(self, player: Player) -> None:
        assert self.me is not None
        try:
            self.log(Plays(seat=self.me, by=player))
        except IllegalMove as refusal:
            self.tell(Refused(code=refusal.reason, to="hand"))

    def _take_move(self, message: Play) -> None:
        assert self.me is not None
        try:
            step = self._moved(self.me, message.move)
        except IllegalMove as refusal:
            self.tell(Refused(code=refusal.reason, to="move", n=message.n))
            return
        self.accepted = message.n
        self._tell_step(step)
        self.tell(Accepted(n=message.n, s=step.s))
        self._due()
        self._open_bids()

    def _take_ready(self, message: Ready) -> None:
        chairs = tuple(
            replace(line, ready=message.ready) if seat == self.me else line
            for seat, line in enumerate(self.lobby.chairs)
        )
        self.arrange(chairs=chairs)

    def be_ready(self) -> None:
        """Let the player say to be ready for the lobby as it is."""
        self.participant.sends(Ready(revision=self.lobby.revision, ready=True))

    def arrange(self, **changes: object) -> None:
        """Change the lobby and show it."""
        self.lobby = replace(self.lobby, revision=self.lobby.revision + 1, **changes)
        self.tell(self.lobby)

    # The deal.

    def begin(self) -> Self:
        """Make the common deal and begin the game; also another one after it."""
        self.host = Follower()
        self.hands = [{} for _ in self.hands]
        terms = terms_of(self.lobby)
        hs = seed_commitment(GAME, terms_digest(terms), SEED)
        es = [bytes(32)] * len(terms.chairs)
        if self.me is not None:
            self.be_ready()
            self.tell(Proposal(terms=terms, hs=hs, attempt=1))
            es[self.me] = b"\x03" * 32
        self.deal: Deal = make_deal(terms, SEED, es)
        if self.me is not None:
            self.tell(Commitments(game=GAME, ks=self.deal.ks))
            assert isinstance(self.sent[-1], Share)
        self._begun(terms, tuple(es))
        return self

    def _begun(self, terms: Terms, es: tuple[bytes, ...]) -> None:
        deal = self.deal
        self.pile = {p: deal.blind(p) for p in deal.mystery_pile()}
        self.log(
            Begun(
                terms=terms, hs=deal.hs, ks=deal.ks, es=es,
                lists=deal.lists, first=deal.first,
            )
        )  # fmt: skip
        here = (True,) * self.seats
        self.tell(Presence(s=1, here=here, watchers=0))

    # The log.

    def log(self, event: AnyEvent) -> Step:
        """Add an event that the host decided, and tell it with all it brings.

        Its clock has run out by then, as an honest host's has.
        """
        self.now = max(self.now, self.participant.due_until)
        if isinstance(event, Plays) and event.seat == self.me:
            self.participant.sends(HandOver(to=event.by))  # its player wants it
        step = self.host.add(event)
        self._tell_step(step)
        self._due()
        return step

    def play(self, seat: int, move: AnyMove, *, auto: bool = False) -> Step:
        """Make a move for a seat, by its player or by the clock."""
        if auto:
            self.now = max(self.now, self.participant.due_until)
        step = self._moved(Seat(seat), move, auto=auto)
        self._tell_step(step)
        self._due()
        self._open_bids()
        return step

    def _moved(self, seat: Seat, move: AnyMove, *, auto: bool = False) -> Step:
        hand = self.pile if isinstance(move, Flip) else self.hands[seat]
        own = self.participant.own
        if own is not None and own.seat == seat and not auto:
            own.moves.sending(move)
        step = self.host.add(
            decide(self.host.position, seat, hand, move, auto=auto),
        )
        hand.pop(Painting(getattr(step.event, "painting", -1)), None)
        if isinstance(move, Reveal):
            self.openings[seat] = Opening(
                bid=move.bid, nonce=move.nonce, hold=move.hold
            )
        return step

    def _tell_step(self, step: Step) -> None:
        is_hold_point = [point for point in self.host.hold_points if point.s == step.s]
        self.tell(Logged(s=step.s, e=step.payload))
        for fact in step.facts:
            if isinstance(fact, RoundBegan):
                self._deal_round(step.s, fact.number)
        if is_hold_point:
            head = self.host.head
            hold = sign_hold(HOST_KEY, GAME, HOST, step.s, head)
            self.tell(Held(s=step.s, who=HOST, hold=hold))

    def _deal_round(self, s: int, number: int) -> None:
        for seat, hand in enumerate(self.hands):
            dealt = self.deal.dealt(Seat(seat), number)
            hand.update({d.painting: self.deal.blind(d.painting) for d in dealt})
            if seat == self.me:
                cards = tuple(
                    DealtCard(place=d.place, painting=d.painting, slot=d.slot)
                    for d in dealt
                )
                self.tell(Dealt(s=s, cards=cards))

    def _due(self) -> None:
        self.tell(due_after(self.host))

    def _open_bids(self) -> None:
        """Reveal the bots' bids once the participant's is there; then open all."""
        phase = self.host.position.phase
        if not isinstance(phase, Revealing):
            return
        for seat in phase.awaited(self.host.position):
            if seat in self.seals:
                self._tell_step(self._moved(seat, self._reveal(seat)))
        phase = self.host.position.phase
        if isinstance(phase, Revealing) and not phase.awaited(self.host.position):
            openings = tuple(self.openings.get(Seat(i)) for i in range(self.seats))
            self.openings, self.seals = {}, {}
            self.log(Opened(openings=openings))

    def _reveal(self, seat: Seat) -> Reveal:
        sealed = self.seals[seat]
        return Reveal(
            auction=self.host.position.auction,
            bid=sealed.bid,
            nonce=sealed.nonce,
            hold=b"",
        )

    def end(self, reason: Ending) -> None:
        """Close the log."""
        self.log(Ended(reason=reason, seed=SEED))
        self.tell(Over(game=GAME, reason=reason))
