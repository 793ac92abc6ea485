"""The vector environment of Gymnasium: each game against one of its own, what Gymnasium wraps, wrong calls."""

import doctest
import importlib
import subprocess
import sys
from types import ModuleType

import numpy as np
import pytest

import gokata
from gokata import REASONS, Game, IllegalMove, Reason


def last_reward(game: Game, moved: int) -> float:
    """The reward of a player in a game that is over."""
    if game.last_move[1] == "resign":
        return -1.0 if game.last_move[0] == moved else 1.0
    return float(moved * (game.score().winner or 0))


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
def test_each_game_is_a_game(gymnasium, illegal, layout):
    envs = gokata.gym.VectorEnv(4, size=(3, 4), rules="tromp-taylor", komi=0.5, history=2, layout=layout, max_turns=30, illegal=illegal)
    assert isinstance(envs, gymnasium.vector.VectorEnv) and envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    assert envs.single_action_space == gymnasium.spaces.Discrete(13) and envs.action_space == gymnasium.spaces.MultiDiscrete([13] * 4)
    chance, ends = np.random.default_rng(1), {"terminated": 0, "truncated": 0, "lost": 0}
    games = [Game((3, 4), rules=envs.batch.rules) for _ in range(4)]
    ended = np.zeros(4, bool)
    seen, info = envs.reset(seed=5)
    for _ in range(300):
        assert seen in envs.observation_space and info["to_move"].tolist() == [game.to_move for game in games]
        assert (info["action_mask"] == [game.legal_mask() for game in games]).all()
        mask = info["action_mask"] | (chance.random((4, 13)) < (0.02 if illegal == "lose" else 0)) | ended[:, None]
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in mask], chance.choice(["i8", "i4", "u1"]))
        moved = [game.to_move for game in games]
        seen, rewards, terminations, truncations, info = envs.step(actions)
        for nth, game in enumerate(games):
            reason = None
            if ended[nth]:
                games[nth] = game = Game((3, 4), rules=game.rules)
            else:
                reason = game.try_play(int(actions[nth]))
                if reason:
                    game.play("resign")
            assert REASONS[info["reasons"][nth]] is reason
            assert terminations[nth] == game.is_over and truncations[nth] == (game.turns >= 30 and not game.is_over)
            assert rewards[nth] == (last_reward(game, moved[nth]) if game.is_over else 0)
            ends["lost"] += reason is not None
        ends["terminated"] += terminations.sum()
        ends["truncated"] += truncations.sum()
        ended = terminations | truncations
    assert all(count > 0 for name, count in ends.items() if name != "lost" or illegal == "lose"), ends


def test_resets(gymnasium):
    envs = gokata.gym.VectorEnv(3, size=3, seed=1)
    first, _ = envs.reset(seed=7)
    drawn = envs.batch.draw(np.zeros((3, 10), "f4"), make=False)
    assert not first[:, :16].any() and first[:, 16].all()
    seen, *_ = envs.step([0, 1, 2])
    assert not first[:, :16].any() and seen[:, 1].any(axis=(1, 2)).all()  # `seen` is a copy
    seen, info = envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert seen[:, :16].any(axis=(1, 2, 3)).tolist() == [True, False, True] and info["to_move"].tolist() == [-1, 1, -1]
    batch, some = envs.batch, np.array([True, False, True])
    for keys in ({}, {"options": {"reset_mask": some}}, {"options": {}}):
        envs.reset(seed=7, **keys)
        assert (batch.draw(np.zeros((3, 10), "f4"), make=False) == drawn).all() and envs.np_random_seed == 7 and envs.batch is batch
    before = str(envs.np_random.bit_generator.state), batch.draw(np.zeros((3, 10), "f4"), make=False).tolist()
    envs.reset(seed=7)
    for options in ({"reset_mask": np.array([True])}, {"reset_mask": [1, 0, 1]}, {"reset_mask": np.ma.array(some)}, [], "reset_mask"):
        with pytest.raises(TypeError, match="reset_mask is an array of 3 bools|masked arrays are refused|options are a dict"):
            envs.reset(seed=8, options=options)
        assert envs.np_random_seed == 7
    with pytest.raises(gymnasium.error.Error):
        envs.reset(seed=-1)
    batch.draw(np.zeros((3, 10), "f4"), make=False)
    assert before == (str(envs.np_random.bit_generator.state), batch.draw(np.zeros((3, 10), "f4"), make=False).tolist())
    reused = gokata.gym.VectorEnv(3, size=3, copy=False)
    seen, info = reused.reset()
    assert reused.step([0, 1, 2])[0] is seen and info["action_mask"] is reused.batch.mask


def test_wrong_actions(gymnasium):
    envs = gokata.gym.VectorEnv(3, size=3, illegal="raise")
    envs.reset()
    envs.step([9, 0, 0])
    _, _, terminations, _, info = envs.step([9, 1, 1])
    assert terminations.tolist() == [True, False, False] == (~info["action_mask"].any(axis=1)).tolist()
    for error, actions in [
        (IndexError, [0, -1, 2]), (IndexError, [0, 10, 2]), (IndexError, np.array([0, 2**64 - 1, 2], "u8")), (IllegalMove, [0, 0, 2]),
        (TypeError, [0, 1]), (TypeError, [0.0, 1.0, 2.0]), (TypeError, None), (TypeError, np.ma.array([0, 2, 2])),
        (IndexError, np.array([0, 2**63, 2], "u8")), (IndexError, [0, -(2**40), 2]),
    ]:  # fmt: skip
        with pytest.raises(error, match=f"game 1: an action is 0 to 9, not {actions[1]}$" if error is IndexError else None):
            envs.step(actions)
        assert [envs.batch.game(nth).turns for nth in range(3)] == [2, 2, 2]
    _, _, terminations, *_ = envs.step([-7, 2, 2])  # what the action in a game that begins anew is does not matter
    assert not terminations.any() and [envs.batch.game(nth).turns for nth in range(3)] == [0, 3, 3]
    for keys in ({"illegal": "keep"}, {"max_turns": 0}, {"layout": "CHW"}, {"history": 9}, {"size": 26}):
        with pytest.raises(ValueError):
            gokata.gym.VectorEnv(3, **keys)
    for most in (1.5, True, np.True_, "9"):
        with pytest.raises(TypeError, match="max_turns is an integer, not"):
            gokata.gym.VectorEnv(3, max_turns=most)


def test_what_gymnasium_makes_and_wraps(gymnasium):
    from gymnasium.wrappers import vector as wrappers

    spec = gymnasium.envs.registration.EnvSpec("Go-v0", vector_entry_point="gokata.gym:VectorEnv", kwargs={"size": 3, "komi": 0.5})
    envs = gymnasium.make_vec(spec, num_envs=4)
    assert isinstance(envs.unwrapped, gokata.gym.VectorEnv) and envs.num_envs == 4
    envs = wrappers.DictInfoToList(wrappers.ClipReward(wrappers.RecordEpisodeStatistics(envs), -1, 1))
    _, info = envs.reset(seed=1)
    envs.action_space.seed(1)
    finished = 0
    for _ in range(60):
        seen, rewards, *_, info = envs.step(envs.action_space.sample())
        assert seen in envs.observation_space and rewards.shape == (4,) and len(info) == 4 and info[0]["action_mask"].shape == (10,)
        finished += sum("episode" in one for one in info)
    assert finished > 20
    envs.close()


def test_examples(gymnasium):
    failed, attempted = doctest.testmod(importlib.import_module("gokata.gym"))
    assert failed == 0 and attempted > 8


def test_gymnasium_is_not_installed():
    code = """if True:
        import sys
        sys.modules["gymnasium"] = None
        import gokata
        print(hasattr(gokata, "gym"), "gym" in dir(gokata))
        try:
            import gokata.gym
        except ImportError as error:
            print(error)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["False True", "gokata.gym needs Gymnasium 1.1 or later: pip install gymnasium"], done


def test_modules_are_imported_when_they_are_asked_for():
    code = """if True:
        import sys, gokata
        print([name for name in sys.modules if name.startswith("gokata.") and not "._" in name])
        print(gokata.sgf.parse("(;SZ[9])")[0].root.record().size, gokata.gtp.Engine.__name__, gokata.testing.games.__name__, gokata.dlgo.__name__)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["[]", "(9, 9) Engine games gokata.dlgo"], done
    with pytest.raises(AttributeError, match="module 'gokata' has no attribute 'go'"):
        gokata.go  # noqa: B018
    assert isinstance(gokata.sgf, ModuleType) and {"Batch", "sgf", "gym", "__version__"} <= set(dir(gokata)) and Reason.KO in REASONS
