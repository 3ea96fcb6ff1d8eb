"""Random play through PettingZoo: python examples/pettingzoo_random.py [game] [games]"""

import sys
from collections import Counter

from spyring.research import pettingzoo


def main(game: str = "krakow", games: int = 20) -> Counter[str]:
    """Play so many games, and count who wins."""
    env = pettingzoo.env(game)
    wins: Counter[str] = Counter()
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _reward, over, cut, _info = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
        returns = env.unwrapped.returns
        wins[max(returns, key=lambda agent: returns[agent])] += 1
    return wins


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "krakow"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for agent, won in main(name, count).most_common():
        print(f"{agent:20} {won}")
