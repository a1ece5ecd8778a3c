"""Stateless scoring: the cards of a real table in a body, what they are worth in the answer."""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    StringConstraints,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from croupier.api.problems import field_error
from croupier.engine import cards, poker
from croupier.games import card_bingo, texas_showdown
from croupier.games.protocol import Strict
from croupier.games.texas_bingo.missions import MISSIONS
from croupier.games.texas_bingo.options import Mode, Options, boards, seats
from croupier.games.texas_bingo.scoring import sheet


def _repeat(values: Iterable[Hashable]) -> int | None:
    """Where the first value stands that stood before it already."""
    seen = set()
    for index, value in enumerate(values):
        if value in seen:
            return index
        seen.add(value)
    return None


def _five_cards(text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise ValueError("Write five cards as one string, such as 'Ah 2c 3d 4s 5h'.")
    names = text.split()
    if len(names) != 5:
        raise ValueError(f"There must be five cards, not {len(names)}.")
    # A long name is no card, and its start is enough for the sentence that says so.
    hand = tuple(cards.parse(name[:10]) for name in names)
    if (at := _repeat(hand)) is not None:
        raise ValueError(f"{cards.name(hand[at])} is there twice.")
    return hand


FiveCards = Annotated[
    tuple[int, ...],
    BeforeValidator(_five_cards),
    WithJsonSchema(
        {
            "type": "string",
            "description": "Five different cards: rank (23456789TJQKA) and suit (cdhs) each.",
            "examples": ["Ah 2c 3d 4s 5h"],
        }
    ),
]


class PokerTable(Strict):
    """Poker hands to compare. They are judged apart: a card may be in two of them."""

    hands: list[FiveCards] = Field(min_length=1, max_length=100)


class PokerHand(BaseModel):
    """What a hand is."""

    category: str
    rank: int = Field(description="1 to 7462; the higher one wins, equal ones tie.")


class PokerScore(BaseModel):
    """What each hand is, and which are the best."""

    hands: list[PokerHand]
    winners: list[int] = Field(description="Indexes of the best hands.")


def score_poker(table: PokerTable) -> PokerScore:
    """Rank the hands (TB-24)."""
    ranks = [poker.rank(*hand) for hand in table.hands]
    return PokerScore(
        hands=[PokerHand(category=poker.category(rank), rank=rank) for rank in ranks],
        winners=[index for index, rank in enumerate(ranks) if rank == max(ranks)],
    )


class TexasBingoBoard(Strict):
    """A full board of a real table."""

    player: Annotated[str, StringConstraints(strip_whitespace=True, max_length=64)] = Field(
        min_length=1, description="Whose board it is: a name that no other board has."
    )
    rows: list[FiveCards] = Field(min_length=5, max_length=5, description="Rows a to e.")
    mission: str | None = Field(None, description="The slug of the mission that was kept.")

    @field_validator("rows")
    @classmethod
    def no_card_twice(cls, rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """A card is on several boards, and on each once."""
        board = [card for row in rows for card in row]
        if (at := _repeat(board)) is not None:
            raise ValueError(f"{cards.name(board[at])} is on the board twice.")
        return rows

    @field_validator("mission")
    @classmethod
    def known_mission(cls, mission: str | None) -> str | None:
        """Left out, there is none; null is no slug."""
        if mission not in MISSIONS:
            raise ValueError("There is no such mission.")
        return mission


class TexasBingoTable(Strict):
    """The full boards of a real table of Texas Bingo."""

    mode: Mode
    options: Options = Field(
        default_factory=Options, description="As for a match. `mode` stands outside of them."
    )
    boards: list[TexasBingoBoard] = Field(min_length=1, max_length=8)

    @model_validator(mode="after")
    def as_the_mode_is_played(self) -> Self:
        """So many boards, each of another player, with missions if the mode has them."""
        if self.options.mode != self.mode and "mode" in self.options.model_fields_set:
            raise field_error("options.mode", "There is another mode outside the options.")
        options = self.played_options()
        least, most = (boards(options, count) for count in seats(options))
        if not least <= len(self.boards) <= most:
            wanted = f"{least} to {most} boards" if most > least else "exactly one board"
            raise field_error("boards", f"The mode {self.mode} has {wanted}.")
        if (at := _repeat(board.player for board in self.boards)) is not None:
            raise field_error(f"boards.{at}.player", "Another board has the same player.")
        missions = {at: board.mission for at, board in enumerate(self.boards) if board.mission}
        if missions and self.mode != "standard":
            at = next(iter(missions))
            raise field_error(f"boards.{at}.mission", f"The mode {self.mode} has no missions.")
        if (nth := _repeat(missions.values())) is not None:
            at = list(missions)[nth]
            raise field_error(f"boards.{at}.mission", "Another board has the same mission.")
        return self

    def played_options(self) -> Options:
        """The options with the table's mode among them."""
        return self.options.model_copy(update={"mode": self.mode})


class TexasBingoHand(BaseModel):
    """What a line of one board is."""

    category: str
    points: int = Field(description="In `standard` 1 if it won the line, else by the table.")


class TexasBingoLine(BaseModel):
    """One of the twelve lines, compared."""

    winners: list[str] = Field(description="Who earned its point; nobody by the points table.")
    hands: dict[str, TexasBingoHand] = Field(description="By player.")


class TexasBingoPlayer(BaseModel):
    """What a player has in the end. What is about the mission is left out where there is none."""

    line_points: int
    mission_completed: bool | None = Field(None, exclude_if=lambda value: value is None)
    mission_points: int | None = Field(None, exclude_if=lambda value: value is None)
    total: int


class TexasBingoScore(BaseModel):
    """The score sheet of a table."""

    lines: dict[str, TexasBingoLine] = Field(
        description="Rows `a` to `e`, columns `1` to `5`, diagonals `a1-e5` and `a5-e1`."
    )
    players: dict[str, TexasBingoPlayer]
    winners: list[str] = Field(description="Nobody in `solo` and `cooperative`.")


def score_texas_bingo(table: TexasBingoTable) -> TexasBingoScore:
    """Score the boards (TB-23 to TB-29)."""
    names = [board.player for board in table.boards]
    done = sheet(
        table.played_options(),
        [[card for row in board.rows for card in row] for board in table.boards],
        [board.mission for board in table.boards],
    )
    lines = {
        line: TexasBingoLine(
            winners=[names[board] for board in done.line_winners[index]],
            hands={
                name: TexasBingoHand(category=poker.category(ranks[index]), points=points[index])
                for name, ranks, points in zip(names, done.ranks, done.line_points, strict=True)
            },
        )
        for index, line in enumerate(poker.LINES)
    }
    players = {
        name: TexasBingoPlayer(
            line_points=sum(done.line_points[board]),
            mission_completed=done.completed[board],
            mission_points=(None if done.completed[board] is None else done.mission_points[board]),
            total=done.totals[board],
        )
        for board, name in enumerate(names)
    }
    return TexasBingoScore(
        lines=lines, players=players, winners=[names[board] for board in done.winners]
    )


class CardBingoTable(Strict):
    """The hands of a real table of Card Bingo as dealt, and what was called."""

    hands: list[Annotated[list[card_bingo.CardName], Field(max_length=6)]] = Field(
        min_length=2, max_length=8, description="By seat; from two decks."
    )
    calls: list[card_bingo.CardName] = Field(max_length=52, description="From the first one on.")
    options: card_bingo.HouseRules = Field(default_factory=card_bingo.HouseRules)

    @field_validator("calls")
    @classmethod
    def from_one_deck(cls, calls: list[str]) -> list[str]:
        """A card is called once (CB-1)."""
        if (at := _repeat(calls)) is not None:
            raise field_error(str(at), f"{calls[at]} has been called before.")
        return calls

    @model_validator(mode="after")
    def as_dealt(self) -> Self:
        """Hands of the size that is played with, from two decks (CB-1, CB-2)."""
        size = self.options.hand_size
        dealt: Counter[str] = Counter()
        for seat, hand in enumerate(self.hands):
            if len(hand) != size:
                raise field_error(f"hands.{seat}", f"There must be {size} cards, not {len(hand)}.")
            for at, card in enumerate(hand):
                dealt[card] += 1
                if dealt[card] > 2:
                    raise field_error(f"hands.{seat}.{at}", f"Two decks hold {card} only twice.")
        return self


class CardBingoScore(BaseModel):
    """Who has turned all cards down, and when."""

    face_up: list[int] = Field(description="By seat, the cards left after all calls were marked.")
    winners: list[int] = Field(description="The seats that finish first, all on the same call.")
    at_call: int | None = Field(description="Which call that is, from 1; null while nobody has.")


def score_card_bingo(table: CardBingoTable) -> CardBingoScore:
    """Mark every call in every hand (CB-5 to CB-7).

    In a match the first to mark wins, of several who finish on the same call; cards do not tell.
    """
    face_up = [hand.copy() for hand in table.hands]
    winners: list[int] = []
    at_call = None
    for number, called in enumerate(table.calls, 1):
        for cards_left in face_up:
            for card in card_bingo.matching(cards_left, called, table.options):
                cards_left.remove(card)
        if not winners and (winners := [seat for seat, left in enumerate(face_up) if not left]):
            at_call = number
    return CardBingoScore(
        face_up=[len(cards_left) for cards_left in face_up], winners=winners, at_call=at_call
    )


def _showdown_card(number: int) -> int:
    if str(number) not in texas_showdown.COLOUR:
        raise ValueError(f"There is no card {number}.")
    return number


class TexasShowdownTrick(Strict):
    """A trick of a real table."""

    leader: int = Field(ge=0, le=5, description="The seat that opened it.")
    cards: list[
        Annotated[
            int,
            Field(ge=0, le=74, description="The card's number."),
            AfterValidator(_showdown_card),
        ]
    ] = Field(min_length=3, max_length=6, description="From the leader on, one of each seat.")


class TexasShowdownTable(Strict):
    """Tricks of one hand; who led, and who should have followed, is not judged."""

    seats: int = Field(ge=3, le=6)
    tricks: list[TexasShowdownTrick] = Field(min_length=1, max_length=15)

    @model_validator(mode="after")
    def of_one_hand(self) -> Self:
        """So many tricks as a hand has, a card from each seat, each card of the deck once."""
        deck = texas_showdown.deck(self.seats)
        most = len(deck) // self.seats
        if len(self.tricks) > most:
            raise field_error("tricks", f"With {self.seats} seats a hand has {most} tricks.")
        for at, trick in enumerate(self.tricks):
            if trick.leader >= self.seats:
                raise field_error(f"tricks.{at}.leader", f"There are {self.seats} seats.")
            if len(trick.cards) != self.seats:
                raise field_error(f"tricks.{at}.cards", f"There must be {self.seats} cards.")
        played = [
            (f"tricks.{at}.cards.{nth}", card)
            for at, trick in enumerate(self.tricks)
            for nth, card in enumerate(trick.cards)
        ]
        for field, card in played:
            if str(card) not in deck:
                raise field_error(field, f"With {self.seats} seats the {card} stays out.")
        if (again := _repeat(card for _, card in played)) is not None:
            raise field_error(played[again][0], f"The {played[again][1]} is there twice.")
        return self


class TexasShowdownTaken(BaseModel):
    """How a trick ended."""

    taker: int = Field(description="The seat that took it.")
    card: int = Field(description="The card that took it.")
    names_leader: bool = Field(
        description="Whether that is the top card of a colour, so that its player says who opens "
        "the next trick, if there is one."
    )


class TexasShowdownScore(BaseModel):
    """Who took which trick, and with what."""

    tricks: list[TexasShowdownTaken]
    points: list[int] = Field(description="By seat: one for each trick that it took.")


def score_texas_showdown(table: TexasShowdownTable) -> TexasShowdownScore:
    """Find the takers (TS-5, TS-7) and count the tricks (TS-8)."""
    taken = []
    points = [0] * table.seats
    for trick in table.tricks:
        names = [str(card) for card in trick.cards]
        at = texas_showdown.taking(names)
        taker = (trick.leader + at) % table.seats
        points[taker] += 1
        taken.append(
            TexasShowdownTaken(
                taker=taker,
                card=trick.cards[at],
                names_leader=names[at] in texas_showdown.TOP_CARDS,
            )
        )
    return TexasShowdownScore(tricks=taken, points=points)
