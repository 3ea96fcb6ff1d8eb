"""Expert iteration: search teaches a network, the network goes under the search, and the two are judged.

Everything is kept in one folder, step by step, so that a run that was killed goes on where it was:

    plan.json                 what was asked for
    lessons-0/                what was learned from, a file for every process and some thousand notes
    generation-0.npz          the network of a generation
    league.json               every generation: its curves, how it fared, and whether it was taken on
"""

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from spyring.engine.errors import SpyringError
from spyring.games import game as named
from spyring.learning import selfplay, weights
from spyring.learning.fit import Recipe, fit
from spyring.learning.judging import Pairing, Verdict, judge, line_ups
from spyring.learning.selfplay import Job
from spyring.worker_pool import WorkerPool

JUDGING_SEEDS: Final = 1 << 20  # seeds of games that are judged, apart from those that are learned from
GENERATIONS_LEARNED_FROM: Final = 3  # generations whose lessons a network is made of

Tell = Callable[[str], None]


def ignore(_line: str) -> None:
    """Nobody listens."""


class BadRun(SpyringError):
    """A folder that holds another run."""


@dataclass(frozen=True)
class Plan:
    """What is to be learned, and how much is spent on it."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    generations: int
    iterations: int  # of the search that teaches
    games: int  # that a process plays for a generation, at most
    seconds: float  # that it plays
    warm: float  # seconds of play at a glance before the first generation, to learn how games end
    thinking: float
    keeping: float
    steps: int  # down the slope
    fit_seconds: float
    deals: int  # that a generation is judged by; each is played from every seat
    judge_seconds: float
    jobs: int  # processes that play; part of the plan, because every one draws its own games


class Run:
    """A run in its folder."""

    def __init__(
        self, folder: Path, plan: Plan, recipe: Recipe, command: str, tell: Tell, show: Tell = ignore
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.recipe = recipe
        self.command = command
        self.tell = tell  # lines that stay
        self.show = show  # progress, each line in the place of the last one
        self.game = named(plan.game)
        folder.mkdir(parents=True, exist_ok=True)
        note = folder / "plan.json"
        if note.exists() and self.same(json.loads(note.read_text("utf-8"))) is False:
            raise BadRun(f"{folder} holds a run of another plan; name another folder.")
        note.write_text(json.dumps(asdict(plan)), "utf-8")
        league = folder / "league.json"
        self.league: list[dict[str, Any]] = json.loads(league.read_text("utf-8")) if league.exists() else []

    def same(self, old: dict[str, Any]) -> bool:
        """Whether a run can be gone on with: only the number of generations may differ."""
        return {**old, "generations": 0} == {**asdict(self.plan), "generations": 0}

    def go(self) -> None:
        """All generations that are missing."""
        for number in range(len(self.league), self.plan.generations):
            began = time.monotonic()
            champion = self.champion()
            self.play(number, champion)
            fitted = self.fit(number)
            verdict = self.judge(number, champion)
            doubt = verdict.doubt()
            entry = {"generation": number, "taken": not doubt, "verdict": asdict(verdict), **fitted}
            self.league.append({**entry, "seconds": round(time.monotonic() - began, 1)})
            write_whole(self.folder / "league.json", json.dumps(self.league, indent=1))
            taken = f"left behind: {doubt}" if doubt else "taken on"
            self.tell(f"generation {number}: {verdict.line()}; {taken}")

    def champion(self) -> Path | None:
        """The latest network that was better than the one before it."""
        for entry in reversed(self.league):
            if entry["taken"]:
                return self.network(entry["generation"])
        return None

    def network(self, number: int) -> Path:
        """The file of a generation."""
        return self.folder / f"generation-{number}.npz"

    def lessons(self, number: int) -> Path:
        """The folder of what a generation learned from."""
        return self.folder / f"lessons-{number}"

    def play(self, number: int, champion: Path | None) -> None:
        """Let the processes play that have not done so yet."""
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

        for done, made in WorkerPool(play_and_mark, self.plan.jobs).run(jobs, watch=watch):
            games, decisions = games + done, decisions + made
        if jobs:
            self.tell(f"generation {number}: {games} games with {decisions} decisions played")

    def jobs(self, number: int, champion: Path | None) -> list[Job]:
        """What the processes play: for the first generation, also at a glance alone."""
        plan = self.plan
        net = f":net={champion}" if champion else ""
        thinker = f"search:{plan.iterations}:reuse=no{net}"
        glance = f"net:{champion}" if champion else "heuristic"
        found: list[Job] = []
        for process in range(plan.jobs):
            seed = ((plan.seed * 64 + number) * 256 + process) * 2
            common = (plan.game, plan.seats, plan.options, glance, thinker)
            limits = (plan.games, plan.seconds, seed, str(self.lessons(number)), f"think-{process:03}")
            found.append(Job(*common, plan.thinking, plan.keeping, *limits))
            if plan.warm > 0.0 and number == 0:
                limits = (plan.games, plan.warm, seed + 1, str(self.lessons(number)), f"glance-{process:03}")
                found.append(Job(*common, 0.0, plan.keeping, *limits))
        return sorted(found, key=lambda job: job.name)

    def fit(self, number: int) -> dict[str, Any]:
        """A network of the latest lessons; returns its curves and losses."""
        path = self.network(number)
        files: list[Path] = []
        for generation in range(max(0, number + 1 - GENERATIONS_LEARNED_FROM), number + 1):
            files += self.lessons(generation).glob("*.npz")
        plan = self.plan
        self.show(f"generation {number}: fitting a network")
        lessons = selfplay.gathered(files, len(self.game.moves))
        told = f"{len(lessons.vectors)} lessons, {len(lessons.tables)} endings"
        self.tell(f"generation {number}: {told}")
        arrays, curves, losses = fit(lessons, self.game, self.recipe, plan.steps, plan.fit_seconds, plan.seed)
        for name, curve in curves.items():
            steps = ", ".join(f"{point[name]:.4f}" for point in curve[:: max(1, len(curve) // 8)])
            self.tell(f"generation {number}: {name}, on lessons to choose by: {steps}")
            lost = losses[name]
            self.tell(
                f"generation {number}: {name}, on others: {lost['before']:.4f}, now {lost['after']:.4f}"
            )
        header = weights.header_of(
            self.game,
            plan.seats,
            plan.options,
            command=self.command,
            seed=plan.seed,
            data=weights.digest_of(files),
            lessons=told,
            generation=number,
            curve=curves,
            losses=losses,
        )
        weights.write(path, header, arrays)
        return {"curves": curves, "losses": losses}

    def judge(self, number: int, champion: Path | None) -> Verdict:
        """Against the last champion, or plain search, with as many iterations."""
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
        """Remove the lessons, which are large; the networks and the league stay."""
        for number in range(self.plan.generations):
            shutil.rmtree(self.lessons(number), ignore_errors=True)


def play_and_mark(job: Job) -> tuple[int, int]:
    """Play a job, and note that it is done."""
    found = selfplay.play(job)
    Path(job.folder, f"{job.name}.done").touch()
    return found


def write_whole(path: Path, text: str) -> None:
    """A file that is never half written."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)
