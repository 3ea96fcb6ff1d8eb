"""Train MaskablePPO of sb3-contrib on a benchmark task: python examples/maskable_ppo.py krakow-v0

It learns through the Gymnasium door against the rivals of the task, on other seeds than the task's, with the
settings that sb3-contrib comes with. Then it plays the games of the task (docs/benchmark.md) by its likeliest
moves. Needs sb3-contrib.
"""

import argparse
import time
from functools import partial
from statistics import fmean, stdev
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import SubprocVecEnv, VecMonitor

import spyring.research.gymnasium  # noqa: F401  makes the games known
from spyring.arena.benchmark import Task, task

SEEDS = range(1, 6)  # of the task; those of learning are far above
STUDENT = 2.776  # 95 %, of five means


def door(played: Task, seed: int = 0) -> gymnasium.Env[Any, Any]:
    """One seat of the task's game."""
    name = f"spyring/{played.game.name.capitalize()}-v0"
    env = gymnasium.make(name, rivals=played.rivals, seats=played.seats, observe="floats", **played.options)
    if seed:
        env.reset(seed=seed)
    return env


class UntilLate(BaseCallback):
    """Ends the learning when its time is over, and says now and then how it goes."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.began = self.told = time.monotonic()
        self.seconds = minutes * 60

    def _on_step(self) -> bool:
        now = time.monotonic()
        if now > self.told + 30:
            self.told = now
            got = [episode["r"] for episode in self.model.ep_info_buffer or []]
            print(
                f"{now - self.began:.0f} s, {self.num_timesteps:,} decisions, reward {fmean(got or [0]):.3f}",
                flush=True,
            )
        return now < self.began + self.seconds


def learned(played: Task, minutes: float, processes: int, device: str) -> MaskablePPO:
    """What the learner has become."""
    doors = [partial(door, played, 1_000_000 + number) for number in range(processes)]
    policy = MaskablePPO(
        "MultiInputPolicy",
        VecMonitor(SubprocVecEnv(doors)),
        n_steps=256,
        batch_size=1024,
        seed=1,
        device=device,
    )
    policy.learn(total_timesteps=1 << 40, callback=UntilLate(minutes))
    return policy


def scored(policy: MaskablePPO, played: Task, seed: int) -> tuple[float, int]:
    """Mean reward of the task's games of one seed, and how many were won."""
    env = door(played)
    rewards: list[float] = []
    seen, _info = env.reset(seed=seed)
    while True:
        move, _ = policy.predict(seen, action_masks=seen["action_mask"], deterministic=True)
        seen, reward, over, _cut, _info = env.step(int(move))
        if over:
            rewards.append(float(reward))
            if len(rewards) == played.games:
                return fmean(rewards), sum(reward > 0.999 for reward in rewards)
            seen, _info = env.reset()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task")
    parser.add_argument("--minutes", type=float, default=5.0, help="of learning")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--device", default="auto")
    asked = parser.parse_args()
    played = task(asked.task)
    policy = learned(played, asked.minutes, asked.processes, asked.device)
    print(
        f"{asked.task}: learned from {policy.num_timesteps:,} decisions; now {5 * played.games} games",
        flush=True,
    )
    means, won = zip(*(scored(policy, played, seed) for seed in SEEDS), strict=True)
    mean, share = fmean(means), sum(won) / 5 / played.games
    spread = STUDENT * stdev(means) / len(means) ** 0.5
    print(f"reward {mean:.3f} ({mean - spread:.3f} to {mean + spread:.3f}), won {share:.1%}")


if __name__ == "__main__":
    main()
