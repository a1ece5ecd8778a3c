"""Full boards of Texas Bingo, scored."""

from typing import Annotated, Self

from pydantic import BaseModel, Field, StringConstraints, field_validator, model_validator

from croupier.api.problems import field_error
from croupier.api.scoring.poker import FiveCards
from croupier.api.scoring.repeats import repeat
from croupier.engine import cards, poker
from croupier.games.protocol import Strict
from croupier.games.texas_bingo.missions import MISSIONS
from croupier.games.texas_bingo.options import Mode, Options, boards, seats
from croupier.games.texas_bingo.scoring import sheet


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
        if (at := repeat(board)) is not None:
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
        if (at := repeat(board.player for board in self.boards)) is not None:
            raise field_error(f"boards.{at}.player", "Another board has the same player.")
        missions = {at: board.mission for at, board in enumerate(self.boards) if board.mission}
        if missions and self.mode != "standard":
            at = next(iter(missions))
            raise field_error(f"boards.{at}.mission", f"The mode {self.mode} has no missions.")
        if (nth := repeat(missions.values())) is not None:
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
