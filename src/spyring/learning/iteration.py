"""Expert iteration: a search teaches a network, the network guides the search, and both are judged.

Everything is saved in one folder, so that a killed run continues where it was:

    plan.json                 the settings of the run
    lessons-0/                the lessons, in files of some thousand for every process
    generation-0.npz          the network of a generation
    league.json               every generation: its curve, its verdict, and whether it was accepted
"""

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from spyring.engine.errors import SpyringError
from spyring.files import put
from spyring.games import game as named
from spyring.learning import selfplay, weights
from spyring.learning.fit import Recipe, fit
from spyring.learning.judging import Pairing, Verdict, judge, line_ups
from spyring.learning.selfplay import Job
from spyring.worker_pool import WorkerPool

JUDGING_SEEDS: Final = 1 << 20  # judged games have other seeds than lessons
GENERATIONS_LEARNED_FROM: Final = 3  # whose lessons train a network

Tell = Callable[[str], None]


def ignore(_line: str) -> None:
    """Show nothing."""


class BadRun(SpyringError):
    """The folder holds another run."""


@dataclass(frozen=True)
class Plan:
    """The settings of a run."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    generations: int
    iterations: int  # of the teaching search
    games: int  # of a process for a generation, at most
    seconds: float  # of play
    thinking: float
    steps: int  # of each fit
    fit_seconds: float
    deals: int  # to judge a generation by, each from every seat
    judge_seconds: float
    jobs: int  # processes; part of the plan, because each plays its own games


class Run:
    """A run in its folder."""

    def __init__(
        self, folder: Path, plan: Plan, recipe: Recipe, command: str, tell: Tell, show: Tell = ignore
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.recipe = recipe
        self.command = command
        self.tell = tell  # prints a line
        self.show = show  # shows progress, over the last line
        self.game = named(plan.game)
        folder.mkdir(parents=True, exist_ok=True)
        note = folder / "plan.json"
        if note.exists() and self.same(json.loads(note.read_text("utf-8"))) is False:
            raise BadRun(f"{folder} holds a run of another plan. Name another folder.")
        note.write_text(json.dumps(asdict(plan)), "utf-8")
        league = folder / "league.json"
        self.league: list[dict[str, Any]] = json.loads(league.read_text("utf-8")) if league.exists() else []

    def same(self, old: dict[str, Any]) -> bool:
        """Whether a run can continue: only the number of generations may differ, and settings that no longer
        exist.
        """
        plan = {**asdict(self.plan), "generations": old.get("generations")}
        return plan == {name: value for name, value in old.items() if name in plan}

    def go(self) -> None:
        """Run the missing generations."""
        for number in range(len(self.league), self.plan.generations):
            began = time.monotonic()
            champion = self.champion()
            self.play(number, champion)
            fitted = self.fit(number)
            verdict = self.judge(number, champion)
            doubt = verdict.doubt()
            entry = {"generation": number, "taken": not doubt, "verdict": asdict(verdict), **fitted}
            self.league.append({**entry, "seconds": round(time.monotonic() - began, 1)})
            put(self.folder / "league.json", json.dumps(self.league, indent=1))
            taken = f"rejected: {doubt}" if doubt else "accepted"
            self.tell(f"generation {number}: {verdict.line()}; {taken}")

    def champion(self) -> Path | None:
        """The latest accepted network."""
        for entry in reversed(self.league):
            if entry["taken"]:
                return self.network(entry["generation"])
        return None

    def network(self, number: int) -> Path:
        """The file of a generation."""
        return self.folder / f"generation-{number}.npz"

    def lessons(self, number: int) -> Path:
        """The folder of a generation's lessons."""
        return self.folder / f"lessons-{number}"

    def play(self, number: int, champion: Path | None) -> None:
        """Run the unfinished jobs of a generation."""
        folder = self.lessons(number)
        folder.mkdir(exist_ok=True)
        jobs: list[Job] = []
        for job in self.jobs(number, champion):
            if not Path(folder, f"{job.name}.done").exists():
                for stale in folder.glob(f"{job.name}-*"):
                    stale.unlink()
                jobs.append(job)
        games = decisions = 0
        most = sum(job.seconds for job in jobs) / self.plan.jobs
        began = time.monotonic()

        def watch(games: int) -> None:
            spent = time.monotonic() - began
            self.show(f"generation {number}: {games} games played, {spent:.0f} of about {most:.0f} s")

        for done, made in WorkerPool(selfplay.play, self.plan.jobs).run(jobs, watch=watch):
            games, decisions = games + done, decisions + made
        if jobs:
            self.tell(f"generation {number}: {games} games with {decisions} decisions played")

    def jobs(self, number: int, champion: Path | None) -> list[Job]:
        """The jobs of a generation."""
        plan = self.plan
        net = f":net={champion}" if champion else ""
        thinker = f"search:{plan.iterations}:reuse=no{net}"
        glance = f"net:{champion}" if champion else "heuristic"
        found: list[Job] = []
        for process in range(plan.jobs):
            seed = ((plan.seed * 64 + number) * 256 + process) * 2
            common = (plan.game, plan.seats, plan.options, glance, thinker, plan.thinking)
            limits = (plan.games, plan.seconds, seed, str(self.lessons(number)), f"think-{process:03}")
            found.append(Job(*common, *limits))
        return found

    def fit(self, number: int) -> dict[str, Any]:
        """Train a network on the latest lessons; returns its curve and losses."""
        files: list[Path] = []
        for generation in range(max(0, number + 1 - GENERATIONS_LEARNED_FROM), number + 1):
            files += self.lessons(generation).glob("*.npz")
        plan = self.plan
        self.show(f"generation {number}: fitting a network")
        lessons = selfplay.gathered(files, len(self.game.moves))
        told = f"{len(lessons.vectors)} lessons"
        self.tell(f"generation {number}: {told}")
        fitted = fit(lessons, self.game, self.recipe, plan.steps, plan.fit_seconds, plan.seed)
        curve, lost = fitted.curve, fitted.losses
        steps = ", ".join(f"{point['loss']:.4f}" for point in curve[:: max(1, len(curve) // 8)])
        self.tell(f"generation {number}: validation loss: {steps}")
        self.tell(f"generation {number}: test loss: {lost['before']:.4f}, now {lost['after']:.4f}")
        header = weights.header_of(
            self.game,
            plan.seats,
            plan.options,
            command=self.command,
            seed=plan.seed,
            data=weights.digest_of(files),
            lessons=told,
            generation=number,
            curve=curve,
            losses=lost,
        )
        weights.write(self.network(number), header, fitted.arrays)
        return {"curve": curve, "losses": lost}

    def judge(self, number: int, champion: Path | None) -> Verdict:
        """Judge against the last champion or plain search, with as many iterations."""
        plan = self.plan
        search = f"search:{plan.iterations}"
        rivals = f"{search}:net={champion}" if champion else search
        player = f"{search}:net={self.network(number)}"
        pairing = Pairing(plan.game, plan.seats, plan.options, player, rivals, JUDGING_SEEDS + plan.seed)
        most = plan.deals * len(line_ups(self.game, plan.seats))

        def watch(games: int) -> None:
            self.show(f"generation {number}: {games} of {most} games judged")

        return judge(pairing, plan.deals, plan.jobs, plan.judge_seconds, watch)

    def forget(self) -> None:
        """Remove the lessons, which are large."""
        for number in range(self.plan.generations):
            shutil.rmtree(self.lessons(number), ignore_errors=True)
