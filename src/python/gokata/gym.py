"""Many games as a vector environment of Gymnasium 1.1 or later, which this module needs.

>>> from gokata.gym import VectorEnv
>>> envs = VectorEnv(3, size=5, komi=7.5)
>>> planes, info = envs.reset(seed=42)
>>> logits = 0.0 * info["action_mask"]
>>> actions = envs.batch.draw(logits, make=False)
>>> planes, rewards, terminations, truncations, info = envs.step(actions)
>>> planes.shape, rewards.tolist(), info["to_move"].tolist()
((3, 17, 5, 5), [0.0, 0.0, 0.0], [-1, -1, -1])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces, vector
    from gymnasium.vector import AutoresetMode
except ImportError as error:
    raise ImportError("gokata.gym needs Gymnasium 1.1 or later: pip install gymnasium") from error

from ._arrays import as_array
from ._native import Batch, Rules

__all__ = ["VectorEnv"]

_Planes = npt.NDArray[np.uint8]
_Numbers = npt.NDArray[Any]


class VectorEnv(vector.VectorEnv[_Planes, npt.ArrayLike, _Numbers]):
    """Games in which both sides are played by actions: an index for each, `rows * cols` for the pass.

    Observations are `Batch.planes`, as the side to play sees them. In `info`, `action_mask` has the legal moves, none if passes or a
    resignation have ended the game; `to_move` the side to play (1 Black, -1 White), `reasons` the places in `REASONS` of illegal
    actions. A reward is that of **the player who has moved**: 1 if they have won, -1 if they have lost, by area with all stones alive;
    before the end, and for a draw, 0. It is Black's, as in `Batch.rewards`, times `to_move` before the step.

    An illegal action loses the game; with `illegal="raise"`, it raises `IllegalMove`, and no game has moved. With `max_turns`, a
    game of so many turns is truncated. A game that has ended begins anew at the next step (`AutoresetMode.NEXT_STEP`),
    which ignores its action; `reset(options={"reset_mask": array of bool})` does so at once. `reset(seed=…)` begins the draws of
    `batch`, in all games, and `np_random` again: the games themselves have no chance in them.

    With `copy=False`, observations and `info` are arrays that the next step changes.

    >>> from gokata.gym import VectorEnv
    >>> envs = VectorEnv(2, size=(3, 4))
    >>> envs.single_action_space, envs.single_observation_space.shape, envs.metadata["autoreset_mode"].value
    (Discrete(13), (17, 3, 4), 'NextStep')
    """

    #: The games: the same object as long as the environment lives.
    batch: Batch

    _illegal: Literal["lose", "raise"]
    _layout: Literal["NCHW", "NHWC"]

    def __init__(
        self,
        num_envs: int,
        size: SupportsIndex | tuple[SupportsIndex, SupportsIndex] = 9,
        *,
        rules: Rules | str | None = None,
        komi: SupportsFloat | str | Sequence[SupportsFloat | str] | None = None,
        seed: int = 0,
        threads: int = 1,
        history: int = 8,
        layout: Literal["NCHW", "NHWC"] = "NCHW",
        max_turns: int | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        copy: bool = True,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is 'lose' or 'raise', not {illegal!r}")
        if max_turns is not None and (isinstance(max_turns, (bool, np.bool_)) or not hasattr(max_turns, "__index__")):
            raise TypeError(f"max_turns is an integer, not {max_turns!r}")
        if max_turns is not None and max_turns < 1:
            raise ValueError(f"max_turns is 1 or more, not {max_turns}")
        self.batch = Batch(num_envs, size, rules=rules, komi=komi, seed=seed, threads=threads)
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.copy, self._history, self._layout = copy, history, layout
        self._max_turns, self._illegal = max_turns, illegal
        rows, cols = self.batch.size
        planes = self.batch.planes(history, layout)
        self.single_observation_space = spaces.Box(0, 1, planes.shape[1:], np.uint8)
        self.observation_space = vector.utils.batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(rows * cols + 1)
        self.action_space = vector.utils.batch_space(self.single_action_space, num_envs)
        self._turns = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_Planes, dict[str, Any]]:
        """Begins all games anew, or those that are true in `options["reset_mask"]`."""
        if not isinstance(options, dict | None):
            raise TypeError(f"options are a dict, not {type(options).__name__}")
        which = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            which = as_array(options["reset_mask"])
            if which.shape != (self.num_envs,) or which.dtype != bool:
                raise TypeError(f"reset_mask is an array of {self.num_envs} bools, not of {which.dtype} with shape {which.shape}")
        super().reset(seed=seed)
        if seed is not None:
            self.batch.reseed(seed % 2**64)
        self._begin(which)
        return self._seen(), self._info()

    def step(self, actions: npt.ArrayLike) -> tuple[_Planes, _Numbers, _Numbers, _Numbers, dict[str, Any]]:
        """Makes a move in each game that goes on, and begins the others anew."""
        batch, ended, made = self.batch, self._ended, as_array(actions)
        if made.shape == ended.shape and made.dtype.kind in "iu":
            last = batch.size[0] * batch.size[1]
            wrong = ~ended & ((made < 0) | (made > last))
            if wrong.any():
                raise IndexError(f"game {wrong.argmax()}: an action is 0 to {last}, not {made[wrong][0]}")
            made = np.where(ended, -1, made.astype(np.int64))
        moved = batch.to_move.copy()
        batch.step(made, self._illegal)
        self._turns += 1
        self._begin(ended)
        rewards, terminations = batch.rewards * moved + 0, batch.terminated.copy()
        truncations = ~terminations & (self._turns >= (self._max_turns or np.inf))
        self._ended = terminations | truncations
        return self._seen(), rewards, terminations, truncations, self._info()

    def _begin(self, which: npt.NDArray[np.bool_]) -> None:
        self.batch.reset(which)
        self._turns[which] = 0
        self._ended = self._ended & ~which

    def _seen(self) -> _Planes:
        planes = self.batch.planes(self._history, self._layout)
        return planes.copy() if self.copy else planes

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.batch.mask, "to_move": self.batch.to_move, "reasons": self.batch.reasons}
        return {name: array.copy() for name, array in info.items()} if self.copy else info
