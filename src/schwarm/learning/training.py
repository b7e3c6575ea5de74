"""Training of a net with torch, on a GPU where there is one; then its numbers as integers.

Import this module only where torch is wanted: it takes seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812  (torch's own name for it)

from schwarm.bots.learned.weights import CEILING, EMPTY_ROW, HIDDEN, WIDTH, Numbers
from schwarm.learning.dataset import MOST, Array, Data, Samples

TABLE_LIMIT = 1.9  # 128 rows of such numbers stay within 16 bits
BIAS_LIMIT = 8.0
DIRECT_LIMIT = 3.9
SECOND_LIMIT = 7.9
THIRD_LIMIT = 30.0
FIRST_SCALE = CEILING
SECOND_SCALE = 64
DIRECT_SCALE = 8192
WARM_RATE = 0.25  # of the rate is left to a net that has learned the hand-made evaluation
GO_ON_RATE = 0.5  # ... and to one that goes on from another net
MOST_LOST = 0.003  # by rounding
CHUNK = 16_384  # positions judged at a time: a gigabyte on a GPU, where each is a line of a matrix
TILE = 8  # GPUs multiply matrices fast whose sides are multiples of this


class QuantisationLoss(ValueError):
    """The integers judge clearly worse than the net they came from."""


class TorchNet(torch.nn.Module):
    """The net in floating point: one table for the sums and the direct numbers."""

    def __init__(self, rows: int, width: int = WIDTH) -> None:
        super().__init__()
        self.count, self.width = rows, width
        self.table = torch.nn.EmbeddingBag(rows + 1, width + 1, mode="sum", padding_idx=rows)
        with torch.no_grad():
            self.table.weight.normal_(0, 0.03)
            self.table.weight[:, width] = 0
            self.table.weight[rows] = 0
        self.first_bias = torch.nn.Parameter(torch.full((width,), 0.4))
        self.second = torch.nn.Linear(width, HIDDEN)
        self.third = torch.nn.Linear(HIDDEN, 1)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """The odds of the side to move, as a logarithm; `rows` has MOST numbers a position."""
        sums = self.sums(rows)
        first = (sums[:, : self.width] + self.first_bias).clamp(0, 1)
        second = self.second(first).clamp(0, 1)
        answer: torch.Tensor = self.third(second)[:, 0] + sums[:, self.width]
        return answer

    def sums(self, rows: torch.Tensor) -> torch.Tensor:
        """The numbers of the rows of each position, summed column by column."""
        return product_of(rows, self.table.weight) if rows.is_cuda else self.table(rows)

    def take(self, numbers: Numbers) -> None:
        """Begin with a net's numbers; rows and columns that it did not know add nothing as yet."""
        known, width = len(numbers.direct), numbers.width

        def floats(integers: Sequence[int], scale: int) -> torch.Tensor:
            return torch.tensor(integers, dtype=torch.float32) / scale

        with torch.no_grad():
            self.table.weight[known:] = 0
            self.table.weight[:known, :width] = floats(numbers.table, FIRST_SCALE).view(-1, width)
            self.table.weight[:known, self.width] = floats(numbers.direct, DIRECT_SCALE)
            self.first_bias[:width] = floats(numbers.first_bias, FIRST_SCALE)
            self.second.weight.zero_()
            self.second.weight[:, :width] = floats(numbers.second, SECOND_SCALE).view(HIDDEN, width)
            self.second.bias.copy_(floats(numbers.second_bias, SECOND_SCALE * CEILING))
            self.third.weight.copy_(floats(numbers.third, DIRECT_SCALE // CEILING).view(1, HIDDEN))
            self.third.bias.fill_(numbers.third_bias / DIRECT_SCALE)

    def clip(self) -> None:
        """Keep all numbers where integers of 16 bits can follow."""
        with torch.no_grad():
            self.table.weight[:, : self.width].clamp_(-TABLE_LIMIT, TABLE_LIMIT)
            self.table.weight[:, self.width].clamp_(-DIRECT_LIMIT, DIRECT_LIMIT)
            self.first_bias.clamp_(-BIAS_LIMIT, BIAS_LIMIT)
            self.second.weight.clamp_(-SECOND_LIMIT, SECOND_LIMIT)
            self.third.weight.clamp_(-THIRD_LIMIT, THIRD_LIMIT)


@dataclass(frozen=True, slots=True)
class Trained:
    """A net in integers, and how well it and the one in floating point see held-out positions."""

    numbers: Numbers
    losses: tuple[float, ...]  # on the training positions, epoch by epoch
    held_out: float
    held_out_quantised: float
    held_out_hand_made: float  # of the hand-made evaluation alone


def device() -> torch.device:
    """A GPU if there is one; it may round what it multiplies to eleven bits, so that it is fast."""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    torch.set_float32_matmul_precision("high")
    return torch.device("cuda")


def product_of(rows: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """The rows of a table summed for each position, as a product of matrices; its last row adds nothing.

    That is a matrix of how often a position has each row, most of it zeros, times the table. A GPU does that
    sooner than it collects the rows and what each of them is to learn.
    """
    count, width = table.shape
    padding = -count % TILE, -width % TILE
    often = torch.zeros(len(rows), count + padding[0], dtype=table.dtype, device=rows.device)
    often.scatter_add_(1, rows.long(), torch.ones_like(rows, dtype=table.dtype))
    often[:, count - 1] = 0
    return (often @ F.pad(table, (0, padding[1], 0, padding[0])))[:, :width]


def row_numbers(rows: Array, count: int, where: torch.device) -> torch.Tensor:
    """Rows as torch takes them: 16 bits, the empty row moved to the end of the table."""
    moved = np.where(rows == EMPTY_ROW, count, rows).astype(np.int16)  # rows are below 8192
    return torch.from_numpy(moved).to(where)


def train(
    data: Data,
    symmetries: Sequence[Sequence[int]],
    *,
    count: int,
    epochs: int,
    rate: float,
    warm: int = 0,
    first: Numbers | None = None,
    width: int = WIDTH,
    seed: int = 1,
    tell: Callable[[int, float], None] = lambda epoch, loss: None,
) -> Trained:
    """A net fitted to the targets of some positions.

    With `warm` it learns for so many epochs to judge as the hand-made evaluation does, then at a quarter of
    the rate what search and results say: where results are mostly luck it need not find out all from them.
    With `first` it goes on from these numbers, at half of the rate: what they learned from games that are no
    longer there is not lost. `width`: numbers of a row that are summed, or more if `first` has more.
    """
    torch.manual_seed(seed)
    where = device()
    rows = row_numbers(data.learned.rows, count, where)
    turns = torch.tensor([[*turn, count] for turn in symmetries], dtype=torch.int32, device=where)
    net = TorchNet(count, max(width, first.width if first else 0)).to(where)
    if first is not None:
        net.take(first)
        rate *= GO_ON_RATE
    if warm and first is None:
        goals = torch.from_numpy(data.imitation().astype(np.float32)).to(where)
        fit(net, rows, goals, turns, warm, rate, lambda epoch, loss: None)
        rate *= WARM_RATE
    goals = torch.from_numpy(data.targets).to(where)
    return checked(net, data, fit(net, rows, goals, turns, epochs, rate, tell))


def fit(
    net: TorchNet,
    rows: torch.Tensor,
    goals: torch.Tensor,
    turns: torch.Tensor,
    epochs: int,
    rate: float,
    tell: Callable[[int, float], None],
) -> list[float]:
    """Cross-entropy, AdamW, a rate that falls to 0, each position turned at random; the losses by epoch."""
    where = rows.device
    optimiser = torch.optim.AdamW(
        net.parameters(), lr=rate, weight_decay=1e-4, betas=(0.9, 0.99), fused=where.type == "cuda"
    )
    batch = max(64, min(16_384 if where.type == "cuda" else 2048, len(rows) // 100))
    steps = max(1, len(rows) // batch)
    losses = []
    for epoch in range(epochs):
        order = torch.randperm(len(rows), device=where)
        total = torch.zeros((), device=where)
        for step in range(steps):
            for group in optimiser.param_groups:
                group["lr"] = rate * slowing(epoch * steps + step, epochs * steps)
            chosen = order[step * batch : (step + 1) * batch]
            picked = rows[chosen].to(torch.int32)
            if len(turns) > 1:
                turn = torch.randint(0, len(turns), (len(chosen), 1), device=where)
                picked = turns[turn, picked]
            loss = F.binary_cross_entropy_with_logits(net(picked), goals[chosen])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            net.clip()
            total += loss.detach()
        losses.append(float(total) / steps)
        tell(epoch + 1, losses[-1])
    return losses


def slowing(done: int, steps: int) -> float:
    """The part of the rate a step gets: up from little in the first hundred, then down to nothing."""
    return min(1.0, (done + 1) / 100) * 0.5 * (1 + math.cos(math.pi * done / steps)) + 5e-4


def checked(net: TorchNet, data: Data, losses: Sequence[float]) -> Trained:
    """The net in integers; QuantisationLoss if they judge clearly worse."""
    samples, targets = data.held_out, data.held_out_targets
    plain = loss_of(net, samples, targets)
    numbers = quantise(net)
    exact = loss_of(as_net(numbers), samples, targets)
    if exact > plain + MOST_LOST:
        raise QuantisationLoss(f"expected a loss near {plain:.4f} from the integers, not {exact:.4f}")
    odds = torch.from_numpy(samples.values.astype(np.float32) / round(data.hand_made_scale()))
    by_hand = float(F.binary_cross_entropy_with_logits(odds, torch.from_numpy(targets)))
    return Trained(numbers, tuple(losses), plain, exact, by_hand)


def loss_of(net: TorchNet, samples: Samples, targets: Array) -> float:
    """The cross-entropy of a net on positions."""
    where = net.first_bias.device
    rows = row_numbers(samples.rows, net.count, where)
    goals = torch.from_numpy(targets).to(where)
    total = 0.0
    with torch.no_grad():
        for start in range(0, len(samples), CHUNK):
            odds = net(rows[start : start + CHUNK].to(torch.int32))
            part = goals[start : start + CHUNK].to(odds.dtype)
            total += float(F.binary_cross_entropy_with_logits(odds, part, reduction="sum"))
    return total / max(len(samples), 1)


# --- integers -------------------------------------------------------------------------------------
def quantise(net: TorchNet) -> Numbers:
    """The net's numbers as integers; ValueError if a sum could leave 16 bits."""

    def integers(tensor: torch.Tensor, scale: int) -> Array:
        found: Array = np.rint(tensor.detach().cpu().double().numpy() * scale).astype(np.int64)
        return found

    weight = net.table.weight[: net.count]
    table = integers(weight[:, : net.width], FIRST_SCALE)
    first_bias = integers(net.first_bias, FIRST_SCALE)
    worst = MOST * int(np.abs(table).max(initial=0)) + int(np.abs(first_bias).max())
    if worst > 32_767:
        raise ValueError(f"expected sums within 16 bits, not up to {worst}")
    return Numbers(
        table.ravel().tolist(),
        integers(weight[:, net.width], DIRECT_SCALE).tolist(),
        first_bias.tolist(),
        integers(net.second.weight, SECOND_SCALE).ravel().tolist(),
        integers(net.second.bias, SECOND_SCALE * CEILING).tolist(),
        integers(net.third.weight[0], DIRECT_SCALE // CEILING).tolist(),
        int(integers(net.third.bias, DIRECT_SCALE)[0]),
    )


class IntegerNet(TorchNet):
    """A net that counts exactly as the integers do, in numbers of 64 bits that hold them without error."""

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """The odds, with every step rounded as the compiled net rounds it."""
        sums = self.sums(rows)
        first = (sums[:, : self.width] + self.first_bias).clamp(0, CEILING)
        second = torch.floor(self.second(first) / SECOND_SCALE).clamp(0, CEILING)
        answer: torch.Tensor = (self.third(second)[:, 0] + sums[:, self.width]) / DIRECT_SCALE
        return answer


def as_net(numbers: Numbers) -> IntegerNet:
    """Integers as a net that torch can run."""
    width = numbers.width
    net = IntegerNet(len(numbers.direct), width).double()
    table = torch.tensor(numbers.table, dtype=torch.float64).view(-1, width)
    with torch.no_grad():
        net.table.weight[:-1, :width] = table
        net.table.weight[:-1, width] = torch.tensor(numbers.direct, dtype=torch.float64)
        net.first_bias.copy_(torch.tensor(numbers.first_bias))
        net.second.weight.copy_(torch.tensor(numbers.second).view(HIDDEN, width))
        net.second.bias.copy_(torch.tensor(numbers.second_bias))
        net.third.weight.copy_(torch.tensor(numbers.third).view(1, HIDDEN))
        net.third.bias.fill_(numbers.third_bias)
    return net.to(device())
