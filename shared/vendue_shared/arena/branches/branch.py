"""The branches of the rules: every turn that a game can take, by ruling.

Random play counts them, so that a corner of the rules that no game reaches
shows as a zero. `finding.py` finds them in a step of a game.
"""

from __future__ import annotations

from enum import Enum


class Branch(Enum):
    """One turn that a game can take.

    The value is the ruling of docs/RULES.md by number, or the option or section
    where it stands, and a label in English.
    """

    OFFERED = ("1", "the auctioneer offers")
    OFFER_DUE = ("1", "an auctioneer who passes is refused")
    TURN_TO_LEFT = ("2", "the turn goes to the left")
    AUCTIONEER_SKIPPED = ("3", "an empty hand is skipped as auctioneer")
    STARTER_SKIPPED = ("3", "an empty hand is skipped as starter")
    EMPTY_HAND_BIDS = ("3", "a seat with an empty hand bids")
    ONE_ANSWER = ("4", "a seat that can only pass is asked and passes")
    BUYER_PAYS_AUCTIONEER = ("5", "the buyer pays the auctioneer")
    AUCTIONEER_PAYS_BANK = ("5", "an auctioneer who buys pays the bank")
    BID_OF_ONE = ("6", "a bid of 1,000")
    BID_OF_ALL = ("6", "a bid of all the money")
    BID_ABOVE_PURSE = ("6", "a bid above the own money is refused")
    BID_OF_ZERO = ("6", "a called bid of 0 is refused")

    OPEN_AUCTIONEER_BIDS = ("7", "open: the auctioneer raises")
    OPEN_LEADER_BIDS = ("7", "open: the leader is refused to raise")
    OPEN_RAISE_CLEARS = ("8", "open: a raise clears passes")
    OPEN_BID_AFTER_PASS = ("8", "open: a seat bids after its own pass")
    OPEN_SECOND_PASS = ("8", "open: a second pass is refused")
    OPEN_ALL_BUT_LEADER = ("9", "open: all but the leader have passed")
    OPEN_HAMMER = ("9", "open: the hammer sells to the leader")
    OPEN_ALL_PASS = ("10", "open: all pass with no bid, free")
    OPEN_HAMMER_NO_BID = ("10", "open: the hammer with no bid, free")
    OPEN_EQUAL_BID = ("11", "open: an equal bid that comes later is refused")

    ONCE_OTHER_WINS = ("12", "once around: sold to another")
    ONCE_AUCTIONEER_OUTBIDS = ("12", "once around: the auctioneer's last word wins")
    ONCE_AUCTIONEER_ALONE = ("12", "once around: only the auctioneer bids")
    ONCE_ALL_PASS = ("12", "once around: all pass, free")
    ONCE_EQUAL_BID = ("12", "once around: an equal bid is refused")
    ONCE_OUT_OF_TURN = ("12", "once around: a word out of turn is refused")

    SEALED_HIGHEST = ("13", "sealed: one bid is the highest")
    SEALED_ZERO = ("13", "sealed: a bid of 0")
    SEALED_TWICE = ("13", "sealed: a second bid of a seat is refused")
    SEALED_TIE_AUCTIONEER = ("14", "sealed: the auctioneer wins a tie")
    SEALED_TIE_CLOCKWISE = ("14", "sealed: a tie goes clockwise from the auctioneer")
    SEALED_TIE_PAST_ZERO = ("14", "sealed: such a tie passes over a lower seat number")
    SEALED_ALL_ZERO = ("14", "sealed: all bids count 0, free")
    SEALED_ABSENT = ("15", "sealed: an absent bid")
    SEALED_WITHHELD = ("15", "sealed: a withheld bid")
    SEALED_ILLEGAL = ("15", "sealed: an illegal bid")
    SEALED_ALL_ABSENT = ("15", "sealed: all absent, closed at once")

    PRICE_OF_ZERO = ("16", "fixed price: 0 is named")
    PRICE_OF_ALL = ("16", "fixed price: all the own money is named")
    PRICE_ABOVE_PURSE = ("16", "fixed price: more than the own money is refused")
    FIXED_BOUGHT = ("16", "fixed price: a seat takes it")
    FIXED_NOBODY = ("16", "fixed price: nobody, the auctioneer pays the bank")
    FIXED_CANNOT_PAY = ("16", "fixed price: a seat that cannot pay passes")
    FIXED_BUY_REFUSED = ("16", "fixed price: who cannot pay is refused to buy")
    FIXED_OUT_OF_TURN = ("16", "fixed price: an answer out of turn is refused")

    DOUBLE_OWN_SECOND = ("17", "double: the own second is added")
    DOUBLE_DECLINED = ("18", "double: the one who offered it declines")
    DOUBLE_ADDED = ("18", "double: another seat adds the second")
    DOUBLE_SKIPS_EMPTY = ("18", "double: an empty hand is not asked")
    DOUBLE_SKIPS_OPENER = ("18", "double: the hand it emptied is not asked")
    TAKEOVER_PRICE = ("19", "double: who added names the price")
    TAKEOVER_OPENER_BIDS = ("19", "double: the one who offered it bids")
    TAKEOVER_TURN = ("19", "double: the turn goes to the left of who added")
    PAIR_SOLD = ("20", "double: the buyer gets both")
    DOUBLE_ALONE = ("21", "double: nobody adds, free")
    SECOND_OF_OTHER_ARTIST = ("22", "double: another artist is refused")
    SECOND_DOUBLE = ("22", "double: another double is refused")

    FIFTH = ("23", "the fifth ends the round")
    FIFTH_IS_DOUBLE = ("24", "a double is the fifth")
    FIFTH_IS_OWN_SECOND = ("25", "the own second is the fifth")
    FIFTH_IS_ADDED = ("25", "the second another seat added is the fifth")
    FREE_IS_SHOWN = ("26", "a free painting counts as shown")

    RANKED_THREE = ("27", "three artists are ranked")
    RANKED_FEWER = ("27", "fewer than three artists are ranked")
    RANKED_TIE = ("27", "a tie among the ranked goes by the board")
    RANKED_TIE_OUT = ("27", "a tie leaves an artist out by the board")
    CHIPS_ADD_UP = ("28", "an artist is ranked who has chips already")
    BANK_BUYS = ("29", "the bank buys")
    BANK_BUYS_FOR_NOTHING = ("29", "a bought painting is worth nothing")
    HANDS_KEPT = ("29", "hands are kept into the next round")
    STARTER_LEFT = ("30", "the next round starts left of the last painting")
    STARTER_LEFT_OF_ADDER = ("30", "the next round starts left of who added")
    STARTER_AFTER_FLIP = ("30", "after a flip it starts left of the auctioneer")

    RUN_OUT_ONE = ("31", "run out: one painting")
    RUN_OUT_PAIR = ("31", "run out: an own pair")
    RUN_OUT_ADDED = ("31", "run out: a second that another seat added")
    RUN_OUT_DOUBLE = ("31", "run out: a lone double")
    RUN_OUT_EARLY = ("31", "run out before round 4")
    RUN_OUT_IS_FIFTH = ("31", "the last painting is a fifth")
    ROUND_EMPTY = ("31", "round 4 opens with no painting in any hand")
    ONE_WINNER = ("32", "one winner")
    SHARED_WIN = ("32", "a shared win")

    SECOND_ALL = ("double_proceeds", "second_all: all to who added")
    SPLIT_OTHER_BUYS = ("double_proceeds", "split: a third seat buys")
    SPLIT_OPENER_BUYS = ("double_proceeds", "split: the one who offered buys")
    SPLIT_ADDER_BUYS = ("double_proceeds", "split: the one who added buys")
    SPLIT_ODD = ("double_proceeds", "split: the odd 1,000 goes to who added")
    SPLIT_OWN_PAIR = ("double_proceeds", "split: an own pair is paid in full")
    UNSOLD_LEFT_OUT = ("count_unsold", "unsold paintings are not counted")
    UNSOLD_MATTERS = ("count_unsold", "that changes the ranking")
    ACCUMULATED = ("unranked_value", "an unranked artist is paid")
    FLIPPED = ("mystery_hand", "a painting is flipped")
    FLIP_DECLINED = ("mystery_hand", "a flip is declined")
    FLIP_DOUBLE = ("mystery_hand", "a flipped double brings no second")
    FLIP_FIFTH = ("mystery_hand", "the fifth is flipped")
    FLIP_AFTER_FREE = ("mystery_hand", "a flip is asked for after a free lot")
    FLIP_AFTER_TAKEOVER = ("mystery_hand", "after a pair, who added is asked")
    FLIP_PILE_EMPTY = ("mystery_hand", "the pile is empty, nobody is asked")
    FLIP_PILE_KEPT = ("mystery_hand", "the pile goes on into the next round")
    FLIP_PILE_LEFT = ("mystery_hand", "the hands run out, the pile does not")
    FLIP_BY_BUYER = ("mystery_flip_by", "the buyer, not the auctioneer, is asked")

    CLOCK_OFFERS = ("Clocks", "the clock offers a drawn painting")
    CLOCK_DECLINES = ("Clocks", "the clock declines")
    CLOCK_PASSES = ("Clocks", "the clock passes")
    CLOCK_NAMES_ZERO = ("Clocks", "the clock names a price of 0")

    def __init__(self, ruling: str, label: str) -> None:
        self.ruling = ruling
        self.label = label

    @property
    def code(self) -> str:
        """The name that programs use."""
        return self.name.lower()
